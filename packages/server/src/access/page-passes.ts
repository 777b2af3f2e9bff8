import type { Principal } from '@marinedata/core'
import { actorKey } from '@marinedata/model'
import { randomBytes } from 'node:crypto'

interface Pass {
  readonly secret: string
  readonly plugin: string
  readonly principal: Principal
  readonly expiresAt: number
}

const limits = { passes: 512, lifetimeMs: 12 * 3_600_000 }

/**
 * Passes for pages of plugins. A page runs in a sandbox of the browser that sends no cookie, so its own address has a
 * pass: for one plugin, and for the person who opened the page.
 */
export class PagePasses {
  readonly #now: () => number
  readonly #passByKey = new Map<string, Pass>()
  readonly #passBySecret = new Map<string, Pass>()

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The pass of a person for the pages of a plugin. It stays the same until it expires. */
  issue(plugin: string, principal: Principal): string {
    const key = `${plugin} ${actorKey(principal)} ${principal.credential ?? ''}`
    const known = this.#passByKey.get(key)
    if (known !== undefined && this.#isValid(known)) return known.secret
    const secret = randomBytes(16).toString('base64url')
    const pass: Pass = { secret, plugin, principal, expiresAt: this.#now() + limits.lifetimeMs }
    if (known !== undefined) this.#delete(key, known)
    this.#makeRoom()
    this.#passByKey.set(key, pass)
    this.#passBySecret.set(secret, pass)
    return secret
  }

  /** The person of a valid pass for the pages of this plugin. */
  find(plugin: string, secret: string): Principal | undefined {
    const pass = this.#passBySecret.get(secret)
    return pass?.plugin === plugin && this.#isValid(pass) ? pass.principal : undefined
  }

  #isValid({ expiresAt }: Pass): boolean {
    return this.#now() < expiresAt
  }

  /** Deletes the oldest pass when all places are taken. */
  #makeRoom(): void {
    const [oldest] = this.#passByKey
    if (oldest !== undefined && this.#passByKey.size >= limits.passes) this.#delete(...oldest)
  }

  #delete(key: string, { secret }: Pass): void {
    this.#passByKey.delete(key)
    this.#passBySecret.delete(secret)
  }
}
