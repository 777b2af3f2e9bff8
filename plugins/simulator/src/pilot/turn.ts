import { degrees, turnBetween, wrapFull, type Radians, type Seconds } from '../units.ts'

export type Side = 'port' | 'starboard'
export type ManoeuvreKind = 'tack' | 'gybe'

const nearTarget = degrees(5)
/** Radians per second. */
const almostStill = degrees(2)
/** A boat that has not come round by then will not. */
const giveUpAfter: Seconds = 120

/** Dead before the wind, with next to nothing to turn, nobody goes all the way round. */
const allTheWayRound = degrees(345)
const onlyWay = (angle: Radians): Radians => {
  const full = wrapFull(angle)
  return full > allTheWayRound ? full - 2 * Math.PI : full
}

/** A turn to a given side, however long the way is. */
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

  /** What is still to turn, positive to starboard; more than half a turn at times. */
  get toTurn(): Radians {
    return this.#toTurn
  }

  /** Gives whether the turn is over. */
  step(dt: Seconds, heading: Radians, rateOfTurn: number): boolean {
    this.#toTurn -= turnBetween(this.#seen, heading)
    this.#seen = heading
    this.#lasts += dt
    const isThere = Math.abs(this.#toTurn) < nearTarget && Math.abs(rateOfTurn) < almostStill
    return isThere || this.#lasts > giveUpAfter
  }
}
