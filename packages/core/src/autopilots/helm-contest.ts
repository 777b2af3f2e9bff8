import type { Clock } from '#clock.ts'
import { MarineDataError, turnBetween, type Radians } from '@marinedata/model'
import type { PilotRequest } from './command-laws.ts'

/** The side that a request turns the bow to. */
export type Side = 'port' | 'starboard'

const limits = { opposingChanges: 3, windowMs: 10_000 }
/** A smaller turn is no change of course. */
const leastTurn: Radians = Math.PI / 360

const sideOf = (turn: Radians): Side | undefined =>
  Math.abs(turn) < leastTurn ? undefined : turn > 0 ? 'starboard' : 'port'

/** The side that a request turns to; undefined when it does not say, as with a change of mode. */
export const turnOf = (request: PilotRequest, target: Radians | null): Side | undefined => {
  if (request.kind === 'adjust' || request.kind === 'dodge-by') return sideOf(request.by)
  if (request.kind === 'tack' || request.kind === 'gybe') return request.direction
  if (request.kind === 'target' && target !== null) return sideOf(turnBetween(target, request.target))
  return undefined
}

interface Change {
  readonly who: string
  readonly side: Side
  readonly at: number
}

const isOpposing = (last: Change, { who, side, at }: Change): boolean =>
  last.who !== who && last.side !== side && at - last.at < limits.windowMs

/**
 * Notices when two principals steer one device against each other: a change that turns back what another one changed is
 * opposing, and the third within ten seconds is refused, as is every other until one of them has the helm or leaves off
 * for ten seconds. Principals count, not connections: one person at two screens does not oppose herself.
 */
export class HelmContest {
  readonly #clock: Clock
  /** When each last tried to change the course; only of the last ten seconds. */
  readonly #triedAtByName = new Map<string, number>()
  #opposedAt: number[] = []
  /** The change that was accepted last. */
  #last: Change | undefined
  #isContested = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The names of those who steer against each other; undefined when nobody does. */
  get parties(): readonly string[] | undefined {
    this.#forgetOld()
    return this.#isContested ? [...this.#triedAtByName.keys()] : undefined
  }

  /** Someone without the helm changes something; `who` is the name of the principal. @throws MarineDataError `helm-contested` */
  admit(who: string, side: Side | undefined): void {
    const at = this.#clock.now()
    this.#forgetOld()
    if (side !== undefined) this.#triedAtByName.set(who, at)
    if (side !== undefined && !this.#isContested) this.#note({ who, side, at })
    if (this.#isContested) throw this.#refusal()
  }

  /** Someone has taken the helm: from now on that one steers. */
  end(): void {
    this.#triedAtByName.clear()
    this.#opposedAt = []
    this.#last = undefined
    this.#isContested = false
  }

  #note(change: Change): void {
    if (this.#last !== undefined && isOpposing(this.#last, change)) this.#opposedAt.push(change.at)
    this.#isContested = this.#opposedAt.length >= limits.opposingChanges
    this.#last = change
  }

  #forgetOld(): void {
    const oldest = this.#clock.now() - limits.windowMs
    for (const [who, at] of this.#triedAtByName) if (at <= oldest) this.#triedAtByName.delete(who)
    if (!this.#isContested) this.#opposedAt = this.#opposedAt.filter((at) => at > oldest)
    // One alone steers against nobody.
    else if (this.#triedAtByName.size < 2) this.end()
  }

  #refusal(): MarineDataError {
    const names = [...this.#triedAtByName.keys()].join(' and ')
    return new MarineDataError(
      'helm-contested',
      `${names} steer against each other: take the helm first, or wait until the other has stopped for ${limits.windowMs / 1000} s`,
    )
  }
}
