import type { Clock } from '#clock.ts'
import {
  actorKey,
  actorText,
  MarineDataError,
  turnBetween,
  degrees,
  type Identity,
  type Radians,
} from '@marinedata/model'
import type { PilotRequest } from './command-rules.ts'

/** The side that a request turns the bow to. */
export type Side = 'port' | 'starboard'

const limits = { opposingChanges: 3, windowMs: 10_000 }
/** Smaller turns do not count. */
const leastTurn = degrees(0.5)

const sideOf = (turn: Radians): Side | undefined =>
  Math.abs(turn) < leastTurn ? undefined : turn > 0 ? 'starboard' : 'port'

/** The side that a request turns to; undefined for requests without a turn, such as a change of mode. */
export const turnOf = (request: PilotRequest, target: Radians | null): Side | undefined => {
  if (request.kind === 'adjust' || request.kind === 'dodge-by') return sideOf(request.by)
  if (request.kind === 'tack' || request.kind === 'gybe') return request.direction
  if (request.kind === 'target' && target !== null) return sideOf(turnBetween(target, request.target))
  return undefined
}

interface Change {
  readonly actorKey: string
  readonly side: Side
  readonly at: number
}

interface Attempt {
  readonly name: string
  readonly at: number
}

const isOpposing = (last: Change, { actorKey: key, side, at }: Change): boolean =>
  last.actorKey !== key && last.side !== side && at - last.at < limits.windowMs

/**
 * Detects two principals that steer one device against each other. A change opposite to the last change of another
 * principal is opposing. The third opposing change within ten seconds is refused, as is every further change until
 * one principal takes the helm or stops for ten seconds. Principals count, not connections: one person with two
 * screens is not a contest.
 */
export class HelmContest {
  readonly #clock: Clock
  /** The last run of each principal within the last ten seconds, by its key. */
  readonly #attemptByActor = new Map<string, Attempt>()
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
    return this.#isContested ? this.#names : undefined
  }

  /** Checks a change by a principal without the helm. @throws MarineDataError `helm-contested` */
  check(identity: Identity, side: Side | undefined): void {
    const at = this.#clock.now()
    this.#removeExpired()
    const key = actorKey(identity)
    if (side !== undefined) this.#attemptByActor.set(key, { name: actorText(identity), at })
    if (side !== undefined && !this.#isContested) this.#record({ actorKey: key, side, at })
    if (this.#isContested) throw this.#contested()
  }

  /** Ends the contest: a principal has taken the helm. */
  end(): void {
    this.#attemptByActor.clear()
    this.#opposedAt = []
    this.#last = undefined
    this.#isContested = false
  }

  get #names(): string[] {
    return [...this.#attemptByActor.values()].map(({ name }) => name)
  }

  #record(change: Change): void {
    if (this.#last !== undefined && isOpposing(this.#last, change)) this.#opposedAt.push(change.at)
    this.#isContested = this.#opposedAt.length >= limits.opposingChanges
    this.#last = change
  }

  #removeExpired(): void {
    const oldest = this.#clock.now() - limits.windowMs
    for (const [key, { at }] of this.#attemptByActor) if (at <= oldest) this.#attemptByActor.delete(key)
    if (!this.#isContested) this.#opposedAt = this.#opposedAt.filter((at) => at > oldest)
    // A contest needs two principals.
    else if (this.#attemptByActor.size < 2) this.end()
  }

  #contested(): MarineDataError {
    const names = this.#names.join(' and ')
    return new MarineDataError(
      'helm-contested',
      `${names} steer against each other. Take the helm, or wait until the other has stopped for ${limits.windowMs / 1000} s`,
    )
  }
}
