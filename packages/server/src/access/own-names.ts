import { hostname, networkInterfaces } from 'node:os'
import { isLoopback, plainAddress } from '../gate.ts'
import type { LocalNames } from '../local-names.ts'

const hostShape = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/i
const maxCached = 64
const refreshMs = 10_000

export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))

/** The host names of this machine, besides its addresses. */
export const ownHostNames = (more: readonly string[] = []): string[] => {
  const [short = 'localhost'] = hostname().toLowerCase().split('.')
  return [...new Set(['localhost', short, `${short}.local`, hostname().toLowerCase(), ...more])]
}

/**
 * The host names that requests may use. Rejecting others prevents DNS rebinding: an attacker's name that resolves to
 * this machine would let a foreign page talk to the server in the browser's name.
 */
export class OwnNames {
  readonly #names: ReadonlySet<string>
  readonly #isLocal: boolean
  readonly #localNames: Pick<LocalNames, 'has'> | undefined
  readonly #accepted = new Set<string>()
  #addresses = new Set<string>()
  #refreshedAt = -Infinity

  /**
   * @param isLocal accept only loopback names
   * @param localNames names in the local network, which can change
   */
  constructor(more: readonly string[] = [], isLocal = false, localNames?: Pick<LocalNames, 'has'>) {
    this.#names = new Set(isLocal ? ['localhost'] : ownHostNames(more.map((name) => name.toLowerCase())))
    this.#isLocal = isLocal
    this.#localNames = isLocal ? undefined : localNames
  }

  /** Whether a `Host` header names this machine. */
  has(host: string | undefined): boolean {
    if (host === undefined) return false
    if (this.#accepted.has(host)) return true
    const isOwn = this.#isOwn(host)
    // Caches only accepted names: the machine may get another address later.
    if (isOwn && this.#accepted.size < maxCached) this.#accepted.add(host)
    return isOwn
  }

  #isOwn(host: string): boolean {
    const name = hostShape
      .exec(host)?.[1]
      ?.toLowerCase()
      .replace(/^\[|\]$/g, '')
    if (name === undefined) return false
    if (this.#names.has(name) || isLoopback(name) || this.#localNames?.has(name) === true) return true
    return !this.#isLocal && this.#currentAddresses().has(plainAddress(name))
  }

  #currentAddresses(): ReadonlySet<string> {
    const now = performance.now()
    if (now - this.#refreshedAt > refreshMs) {
      this.#refreshedAt = now
      this.#addresses = new Set(ownAddresses())
    }
    return this.#addresses
  }
}
