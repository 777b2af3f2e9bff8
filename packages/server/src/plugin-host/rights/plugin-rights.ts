import { MarineDataError, type PluginClaim } from '@marinedata/model'
import type { Logger } from 'pino'
import type { FoundPlugin } from '../discovery.ts'
import { claimsWithoutConsent, giveConsent, type ConsentStore } from './consent.ts'
import type { PluginIsolation } from './plugin-isolation.ts'

/** The state of an enabled plugin that may not run, named after the reason. */
export type BlockReason = 'safe-mode' | 'needs-sandbox' | 'needs-consent'

export interface RightsOptions {
  readonly store: ConsentStore
  readonly isolation: PluginIsolation
  /** Safe mode: no plugin runs. */
  readonly isSafe: boolean
  /** Records in the audit that a plugin is blocked until an owner approves these claims. */
  readonly auditNewClaims: (plugin: string, claims: readonly PluginClaim[]) => void
}

/** Decides whether one plugin may run: its claims need the consent of an owner, and the machine may need a sandbox. */
export class PluginRights {
  readonly #options: RightsOptions
  readonly #log: Logger
  readonly #warn: (message: string) => void
  #newClaims: readonly PluginClaim[] = []

  constructor(options: RightsOptions, log: Logger, warn: (message: string) => void) {
    this.#options = options
    this.#log = log
    this.#warn = warn
  }

  /** Claims that no owner has approved yet. */
  get newClaims(): readonly PluginClaim[] {
    return this.#newClaims
  }

  /** Why the plugin may not run; undefined when it may. */
  blockReasonOf(found: FoundPlugin, isEnabled: boolean): BlockReason | undefined {
    const { isSafe, isolation, store } = this.#options
    if (isSafe) return 'safe-mode'
    if (isolation.refusal !== undefined) return 'needs-sandbox'
    const claims = isEnabled ? claimsWithoutConsent(store, found) : []
    const isNews = claims.length > 0 && this.#newClaims.length === 0
    this.#newClaims = claims
    if (isNews) this.#reportNewClaims(found.name)
    return claims.length > 0 ? 'needs-consent' : undefined
  }

  /** @throws MarineDataError when no plugin may run on this machine */
  checkMachine(): void {
    const { isSafe, isolation } = this.#options
    if (isSafe)
      throw new MarineDataError(
        'plugin-not-running',
        'Safe mode: no plugin runs. Restart the server without --safe',
      )
    if (isolation.refusal !== undefined) throw new MarineDataError('plugin-not-running', isolation.refusal)
  }

  /** Records the consent of an owner to all current claims. */
  agree(found: FoundPlugin): void {
    giveConsent(this.#options.store, found)
    this.#newClaims = []
  }

  #reportNewClaims(name: string): void {
    const claims = this.#newClaims
    this.#log.warn({ event: 'plugin.needs_consent', claims }, 'plugin needs approval for new claims')
    this.#options.auditNewClaims(name, claims)
    this.#warn(`Plugin "${name}" has new claims and waits for approval`)
  }
}
