import type { Lock, Secrets } from '@marinedata/core'
import { MarineDataError } from '@marinedata/model'
import { hash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

/** Letters and digits that cannot be taken for one another when they are read aloud. */
const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10

/** 32 MB and some tenths of a second for every guess. */
const cost = { N: 2 ** 15, r: 8, p: 3 }
const maxmem = 64 * 1024 * 1024
const keyBytes = 32
const waitingAtMost = 16

const derive = (passphrase: string, salt: Buffer, price = cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, keyBytes, { maxmem, ...price }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })

const isSameBytes = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** One after another: many at once would take the memory of the whole boat. */
class Queue {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  /** @throws MarineDataError `too-many-requests` when too many wait */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= waitingAtMost)
      throw new MarineDataError('too-many-requests', 'Many are signing in just now; try again in a moment')
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // Stays busy when someone is next, so that nobody slips in between.
      this.#isBusy = next !== undefined
      next?.()
    }
  }
}

/** Chance, digests and pass-phrases, by Node's own cryptography. */
export class NodeSecrets implements Secrets {
  /** Whoever is at home does not wait for strangers: two at once is what a small computer can bear. */
  readonly #atHome = new Queue()
  readonly #strangers = new Queue()

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
    const key = await this.#strangers.run(() => derive(passphrase, salt))
    return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString('base64url')}:${key.toString('base64url')}`
  }

  async opens(passphrase: string, { sealed, goesFirst = false }: Lock): Promise<boolean> {
    const [, N, r, p, salt = '', key = ''] = sealed?.split(':') ?? []
    // What was sealed at another price is opened at that price.
    const price = sealed === undefined ? cost : { N: Number(N), r: Number(r), p: Number(p) }
    const queue = goesFirst ? this.#atHome : this.#strangers
    const derived = await queue.run(() => derive(passphrase, Buffer.from(salt, 'base64url'), price))
    return sealed !== undefined && isSameBytes(derived, Buffer.from(key, 'base64url'))
  }
}
