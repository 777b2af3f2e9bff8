import type { Position } from '@marinedata/plugin-api'
import { moved, wayBetween } from '../earth.ts'
import type { Random } from '../sea/random.ts'
import { nauticalMiles, type Metres, type Radians, type Seconds } from '../units.ts'
import { directionOf, difference, vectorOf, type Vector } from '../vector.ts'
import {
  identityInterval,
  identityReport,
  motionInterval,
  motionReport,
  type AisReport,
} from './ais-report.ts'
import { identityOf, Ship, type ShipIdentity, type Way } from './ship.ts'

/** Radio range to each side. */
const reach: Metres = nauticalMiles(8)
/** A ship out of range returns after this time, from elsewhere. */
const awayFor: Seconds = 900

/** A straight track that begins at a place relative to the boat. */
export interface Track {
  /** AIS ship type. */
  readonly type: number
  readonly bearing: Radians
  readonly range: Metres
  readonly course: Radians
  readonly speed: number
}

interface Berth {
  readonly identity: ShipIdentity
  /** Without one, the ship comes from anywhere. */
  readonly track: Track | undefined
  readonly random: Random
  ship: Ship | undefined
  /** Time until it returns. */
  away: Seconds
  untilMotion: Seconds
  untilIdentity: Seconds
}

const anywhere = (random: Random, within: Metres): Vector => ({
  north: random.between(-within, within),
  east: random.between(-within, within),
})

const onTheEdge = (random: Random): Vector => {
  const along = random.between(-reach, reach)
  const side = random.even() < 0.5 ? -reach : reach
  return random.even() < 0.5 ? { north: side, east: along } : { north: along, east: side }
}

/** A course that passes not too far from the boat. */
const passing = (random: Random, own: Position, there: Vector): Way => {
  const by = anywhere(random, reach / 2)
  return { position: moved(own, there), course: directionOf(difference(by, there)) }
}

const startOf = ({ bearing, range, course, speed }: Track, own: Position): Way => ({
  position: moved(own, vectorOf(bearing, range)),
  course,
  speed,
})

/** The ships around the boat. They come and go, but keep their identity. */
export class Fleet {
  readonly #berths: readonly Berth[]
  #isGathered = false

  constructor(count: number, random: Random, tracks: readonly Track[] = []) {
    this.#berths = Array.from({ length: count + tracks.length }, (_, number) => {
      const own = random.branch(`ship ${number}`)
      const track = tracks[number - count]
      return {
        identity: identityOf(number, own, track?.type),
        track,
        random: own,
        ship: undefined,
        away: 0,
        untilMotion: 0,
        untilIdentity: 0,
      }
    })
  }

  /** Moves all ships around the boat. */
  gather(): void {
    this.#isGathered = false
  }

  /** Advances time. Returns the reports. */
  step(dt: Seconds, own: Position): AisReport[] {
    if (!this.#isGathered)
      for (const berth of this.#berths) this.#enter(berth, own, anywhere(berth.random, reach))
    this.#isGathered = true
    return this.#berths.flatMap((berth) => this.#pass(berth, dt, own))
  }

  #pass(berth: Berth, dt: Seconds, own: Position): AisReport[] {
    const { ship } = berth
    if (ship === undefined) {
      berth.away -= dt
      if (berth.away <= 0) this.#enter(berth, own, onTheEdge(berth.random))
      return []
    }
    ship.step(dt)
    const { north, east } = wayBetween(own, ship.position)
    if (Math.max(Math.abs(north), Math.abs(east)) > reach * 1.01) {
      berth.ship = undefined
      berth.away = awayFor
      return []
    }
    return this.#report(berth, ship, dt)
  }

  #enter(berth: Berth, own: Position, there: Vector): void {
    const { identity, random, track } = berth
    const way = track === undefined ? passing(random, own, there) : startOf(track, own)
    berth.ship = new Ship(identity, random, way)
    // Staggered, but all of them soon.
    berth.untilMotion = random.between(0, 5)
    berth.untilIdentity = berth.untilMotion
  }

  #report(berth: Berth, ship: Ship, dt: Seconds): AisReport[] {
    const reports: AisReport[] = []
    berth.untilIdentity -= dt
    berth.untilMotion -= dt
    if (berth.untilIdentity <= 0) {
      berth.untilIdentity = identityInterval
      reports.push(identityReport(ship))
    }
    if (berth.untilMotion <= 0) {
      berth.untilMotion = motionInterval(ship)
      reports.push(motionReport(ship))
    }
    return reports
  }
}
