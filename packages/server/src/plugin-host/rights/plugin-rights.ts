import { MarineDataError, type PluginClaim } from '@marinedata/model'
import type { Logger } from 'pino'
import type { FoundPlugin } from '../discovery.ts'
import { claimsWithoutConsent, giveConsent, type ConsentStore } from './consent.ts'
import type { PluginWalls } from './plugin-walls.ts'

/** Why a plugin that is enabled does not run, as the state that it is in. */
export type Hold = 'safe-mode' | 'needs-sandbox' | 'needs-consent'

export interface RightsOptions {
  readonly shelf: ConsentStore
  readonly walls: PluginWalls
  /** Nothing runs. */
  readonly isSafe: boolean
  /** Writes down that a plugin is held back, and why. */
  readonly noteHeld: (plugin: string, claims: readonly PluginClaim[]) => void
}

/** What one plugin may claim: what an owner agreed to, on a machine that can hold it to that. */
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

  /** What it claims beyond what an owner agreed to. */
  get newClaims(): readonly PluginClaim[] {
    return this.#newClaims
  }

  /** What keeps it from running; undefined when it may. */
  holdOf(found: FoundPlugin, isEnabled: boolean): Hold | undefined {
    const { isSafe, walls, shelf } = this.#options
    if (isSafe) return 'safe-mode'
    if (walls.refusal !== undefined) return 'needs-sandbox'
    const claims = isEnabled ? claimsWithoutConsent(shelf, found) : []
    const isNews = claims.length > 0 && this.#newClaims.length === 0
    this.#newClaims = claims
    if (isNews) this.#tellHeld(found.name)
    return claims.length > 0 ? 'needs-consent' : undefined
  }

  /** @throws MarineDataError when nothing runs here, whatever it claims */
  checkMachine(): void {
    const { isSafe, walls } = this.#options
    if (isSafe)
      throw new MarineDataError('plugin-not-running', 'Safe mode: it will run after the next normal start')
    if (walls.refusal !== undefined) throw new MarineDataError('plugin-not-running', walls.refusal)
  }

  /** An owner agrees to all that it claims now. */
  agree(found: FoundPlugin): void {
    giveConsent(this.#options.shelf, found)
    this.#newClaims = []
  }

  #tellHeld(name: string): void {
    const claims = this.#newClaims
    this.#log.warn({ event: 'plugin.needs_consent', claims }, 'plugin claims more than an owner agreed to')
    this.#options.noteHeld(name, claims)
    this.#warn(`The plugin "${name}" claims more than was agreed to, and waits for approval`)
  }
}
