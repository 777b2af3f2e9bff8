import { degrees, turnBetween, wrapFull, type Radians, type Seconds } from '../units.ts'

export type Side = 'port' | 'starboard'
export type ManoeuvreKind = 'tack' | 'gybe'

const nearTarget = degrees(5)
/** Radians per second. */
const almostStill = degrees(2)
/** A boat that has not completed the turn by then will not. */
const giveUpAfter: Seconds = 120

/** Dead downwind a tiny turn must not become a whole one. */
const allTheWayRound = degrees(345)
const onlyWay = (angle: Radians): Radians => {
  const full = wrapFull(angle)
  return full > allTheWayRound ? full - 2 * Math.PI : full
}

/** A turn to a given side, also the long way. */
export class Turn {
  readonly kind: ManoeuvreKind
  readonly direction: Side
  #toTurn: Radians
  #seen: Radians
  #lasts: Seconds = 0

  constructor(kind: ManoeuvreKind, direction: Side, way: { readonly from: Radians; readonly to: Radians }) {
    this.kind = kind
    this.direction = direction
    this.#seen = way.from
    this.#toTurn = direction === 'starboard' ? onlyWay(way.to - way.from) : -onlyWay(way.from - way.to)
  }

  /** Remaining turn, positive to starboard; may exceed half a turn. */
  get toTurn(): Radians {
    return this.#toTurn
  }

  /** Returns whether the turn is complete. */
  step(dt: Seconds, heading: Radians, rateOfTurn: number): boolean {
    this.#toTurn -= turnBetween(this.#seen, heading)
    this.#seen = heading
    this.#lasts += dt
    const isThere = Math.abs(this.#toTurn) < nearTarget && Math.abs(rateOfTurn) < almostStill
    return isThere || this.#lasts > giveUpAfter
  }
}
