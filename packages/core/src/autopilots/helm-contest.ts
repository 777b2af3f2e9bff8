import type { Clock } from '#clock.ts'
import { MarineDataError, turnBetween, type Radians } from '@marinedata/model'
import type { PilotRequest } from './command-rules.ts'

/** The side that a request turns the bow to. */
export type Side = 'port' | 'starboard'

const limits = { opposingChanges: 3, windowMs: 10_000 }
/** Smaller turns do not count. */
const leastTurn: Radians = Math.PI / 360

const sideOf = (turn: Radians): Side | undefined =>
  Math.abs(turn) < leastTurn ? undefined : turn > 0 ? 'starboard' : 'port'

/** The side that a request turns to; undefined when it has none, as with a change of mode. */
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
 * Detects two principals that steer one device against each other. A change opposite to the last change of another
 * principal is opposing. The third opposing change within ten seconds is refused, as is every further change until
 * one principal takes the helm or stops for ten seconds. Principals count, not connections: one person with two
 * screens is not a contest.
 */
export class HelmContest {
  readonly #clock: Clock
  /** The last run of each principal within the last ten seconds. */
  readonly #attemptAtByName = new Map<string, number>()
  #opposedAt: number[] = []
  /** The last accepted change. */
  #last: Change | undefined
  #isContested = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The principals that steer against each other; undefined without a contest. */
  get parties(): readonly string[] | undefined {
    this.#removeExpired()
    return this.#isContested ? [...this.#attemptAtByName.keys()] : undefined
  }

  /** Checks a change by a principal without the helm. @throws MarineDataError `helm-contested` */
  check(who: string, side: Side | undefined): void {
    const at = this.#clock.now()
    this.#removeExpired()
    if (side !== undefined) this.#attemptAtByName.set(who, at)
    if (side !== undefined && !this.#isContested) this.#record({ who, side, at })
    if (this.#isContested) throw this.#contested()
  }

  /** Ends the contest: a principal has taken the helm. */
  end(): void {
    this.#attemptAtByName.clear()
    this.#opposedAt = []
    this.#last = undefined
    this.#isContested = false
  }

  #record(change: Change): void {
    if (this.#last !== undefined && isOpposing(this.#last, change)) this.#opposedAt.push(change.at)
    this.#isContested = this.#opposedAt.length >= limits.opposingChanges
    this.#last = change
  }

  #removeExpired(): void {
    const oldest = this.#clock.now() - limits.windowMs
    for (const [who, at] of this.#attemptAtByName) if (at <= oldest) this.#attemptAtByName.delete(who)
    if (!this.#isContested) this.#opposedAt = this.#opposedAt.filter((at) => at > oldest)
    // A contest needs two principals.
    else if (this.#attemptAtByName.size < 2) this.end()
  }

  #contested(): MarineDataError {
    const names = [...this.#attemptAtByName.keys()].join(' and ')
    return new MarineDataError(
      'helm-contested',
      `${names} steer against each other. Take the helm, or wait until the other has stopped for ${limits.windowMs / 1000} s`,
    )
  }
}
