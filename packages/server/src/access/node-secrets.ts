import type { SealedPassphrase, Secrets } from '@marinedata/core'
import { MarineDataError } from '@marinedata/model'
import { hash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

/** Letters and digits that are not easily confused. */
const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10

/** Scrypt cost: 32 MB of memory and some tenths of a second for each attempt. */
const cost = { N: 2 ** 15, r: 8, p: 3 }
const maxmem = 64 * 1024 * 1024
const keyBytes = 32
const maxWaiting = 16

const derive = (passphrase: string, salt: Buffer, parameters = cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, keyBytes, { maxmem, ...parameters }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })

const isSameBytes = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Runs one task at a time: parallel tasks would exhaust the memory of a small computer. */
class Queue {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  /** @throws MarineDataError `too-many-requests` when the queue is full */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= maxWaiting)
      throw new MarineDataError(
        'too-many-requests',
        'Too many sign-ins are in progress. Try again in a moment.',
      )
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // Stays busy while a task waits, so that a new task cannot overtake it.
      this.#isBusy = next !== undefined
      next?.()
    }
  }
}

/** Random secrets, digests and pass-phrase hashes, with Node's crypto module. */
export class NodeSecrets implements Secrets {
  /** A separate queue for trusted clients, which do not wait for others. A small computer can run two tasks in parallel. */
  readonly #priorityQueue = new Queue()
  readonly #queue = new Queue()

  random(): string {
    return randomBytes(32).toString('base64url')
  }

  code(): string {
    return Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')
  }

  digits(): string {
    return String(randomInt(1_000_000)).padStart(6, '0')
  }

  digest(text: string): string {
    return hash('sha256', text, 'base64url')
  }

  isSame(one: string, other: string): boolean {
    return isSameBytes(Buffer.from(this.digest(one)), Buffer.from(this.digest(other)))
  }

  async seal(passphrase: string): Promise<string> {
    const salt = randomBytes(16)
    const key = await this.#queue.run(() => derive(passphrase, salt))
    return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString('base64url')}:${key.toString('base64url')}`
  }

  async verify(passphrase: string, { sealed, hasPriority = false }: SealedPassphrase): Promise<boolean> {
    const [, N, r, p, salt = '', key = ''] = sealed?.split(':') ?? []
    // Uses the cost with which the pass-phrase was sealed.
    const parameters = sealed === undefined ? cost : { N: Number(N), r: Number(r), p: Number(p) }
    const queue = hasPriority ? this.#priorityQueue : this.#queue
    const derived = await queue.run(() => derive(passphrase, Buffer.from(salt, 'base64url'), parameters))
    return sealed !== undefined && isSameBytes(derived, Buffer.from(key, 'base64url'))
  }
}
