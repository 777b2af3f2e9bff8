import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import type { Random } from '../sea/random.ts'
import {
  clamped,
  degrees,
  knots,
  turnBetween,
  wrapFull,
  type Metres,
  type Radians,
  type Seconds,
} from '../units.ts'
import { vectorOf } from '../vector.ts'
import { firstNames, flags, harbours, lastNames, shipKinds, type ShipKind } from './ship-kinds.ts'

/** The identity of a ship: what does not change on a voyage. */
export interface ShipIdentity {
  readonly mmsi: string
  readonly name: string
  readonly callSign: string
  readonly kind: ShipKind
  readonly length: Metres
  readonly destination: string
}

const one = <T>(of: readonly T[], random: Random, otherwise: T): T =>
  of[Math.floor(random.even() * of.length)] ?? otherwise

const kindBy = (random: Random): ShipKind => {
  let left = random.between(0, 100)
  // The shares sum to a hundred, so one always matches.
  return shipKinds.find(({ share }) => (left -= share) < 0) ?? (shipKinds[0] as ShipKind)
}

/**
 * The ship with this index in the fleet; names are unique.
 * @param type the AIS ship type; default any
 */
export const identityOf = (number: number, random: Random, type?: number): ShipIdentity => {
  const kind = shipKinds.find((each) => each.type === type) ?? kindBy(random)
  const [country, prefix] = one(flags, random, [230, 'OJ'])
  const [least, most] = kind.lengths
  const first = firstNames[number % firstNames.length] ?? ''
  const last = lastNames[(number + Math.floor(number / firstNames.length)) % lastNames.length] ?? ''
  const round = Math.floor(number / (firstNames.length * lastNames.length))
  return {
    mmsi: `${country}${String(100_000 + number * 997).slice(-6)}`,
    name: `${first} ${last}${round === 0 ? '' : ` ${round + 1}`}`,
    callSign: `${prefix}${String.fromCharCode(65 + (number % 26))}${100 + number}`,
    kind,
    length: Math.round(random.between(least, most)),
    destination: one(harbours, random, 'HULL'),
  }
}

/** Radians per second. */
const turnSpeed = degrees(0.5)
const steadyFor: readonly [Seconds, Seconds] = [300, 1_500]
const mostChange = degrees(35)

/** Where a ship starts. */
export interface Way {
  readonly position: Position
  readonly course: Radians
  /** With a speed, the ship keeps its course; without one, it changes its course now and then. */
  readonly speed?: number
}

/** A moving ship. */
export class Ship {
  readonly identity: ShipIdentity
  readonly speed: number
  readonly #random: Random
  position: Position
  #course: Radians
  #wanted: Radians
  #steady: Seconds

  constructor(identity: ShipIdentity, random: Random, way: Way) {
    const [slow, fast] = identity.kind.speeds
    this.identity = identity
    this.speed = way.speed ?? knots(random.between(slow, fast))
    this.#random = random
    this.position = way.position
    this.#course = wrapFull(way.course)
    this.#wanted = this.#course
    this.#steady = way.speed === undefined ? random.between(...steadyFor) : Infinity
  }

  get course(): Radians {
    return this.#course
  }

  /** Radians per second, positive to starboard. */
  get rateOfTurn(): number {
    const left = turnBetween(this.#course, this.#wanted)
    return Math.abs(left) < degrees(0.1) ? 0 : Math.sign(left) * turnSpeed
  }

  step(dt: Seconds): void {
    this.#steady -= dt
    if (this.#steady < 0) {
      this.#wanted = wrapFull(this.#course + this.#random.between(-mostChange, mostChange))
      this.#steady = this.#random.between(...steadyFor)
    }
    const left = turnBetween(this.#course, this.#wanted)
    this.#course = wrapFull(this.#course + clamped(left, turnSpeed * dt))
    this.position = moved(this.position, vectorOf(this.#course, this.speed * dt))
  }
}
