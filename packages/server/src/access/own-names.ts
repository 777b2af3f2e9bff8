import { hostname, networkInterfaces } from 'node:os'
import { isLoopback, plainAddress } from '../gate.ts'

const hostShape = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/i
const rememberedAtMost = 64
const lookAgainMs = 10_000

/** The machine's own addresses. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))

/** The names under which this machine is known on the boat, besides its addresses. */
export const ownHostNames = (more: readonly string[] = []): string[] => {
  const [short = 'localhost'] = hostname().toLowerCase().split('.')
  return [...new Set(['localhost', short, `${short}.local`, hostname().toLowerCase(), ...more])]
}

/**
 * The names by which the server may be asked for. Any other was made to point here by someone who wants a browser aboard
 * to talk to this server in his name.
 */
export class OwnNames {
  readonly #names: ReadonlySet<string>
  readonly #isLocal: boolean
  readonly #known = new Map<string, boolean>()
  #addresses = new Set<string>()
  #lookedAt = -Infinity

  /** @param isLocal only names of loopback will do */
  constructor(more: readonly string[] = [], isLocal = false) {
    this.#names = new Set(isLocal ? ['localhost'] : ownHostNames(more.map((name) => name.toLowerCase())))
    this.#isLocal = isLocal
  }

  /** Whether that is a name of this machine, as a `Host` header has it. */
  has(host: string | undefined): boolean {
    if (host === undefined) return false
    const known = this.#known.get(host)
    if (known !== undefined) return known
    const isOwn = this.#isOwn(host)
    // An address may become the machine's own later: only good answers are remembered.
    if (isOwn && this.#known.size < rememberedAtMost) this.#known.set(host, isOwn)
    return isOwn
  }

  #isOwn(host: string): boolean {
    const name = hostShape
      .exec(host)?.[1]
      ?.toLowerCase()
      .replace(/^\[|\]$/g, '')
    if (name === undefined) return false
    if (this.#names.has(name) || isLoopback(name)) return true
    return !this.#isLocal && this.#addressesNow().has(plainAddress(name))
  }

  #addressesNow(): ReadonlySet<string> {
    const now = performance.now()
    if (now - this.#lookedAt > lookAgainMs) {
      this.#lookedAt = now
      this.#addresses = new Set(ownAddresses())
    }
    return this.#addresses
  }
}
