import type { Position } from '@marinedata/plugin-api'
import { moved, wayBetween } from '../earth.ts'
import type { Chance } from '../sea/chance.ts'
import { nauticalMiles, type Metres, type Seconds } from '../units.ts'
import { directionOf, difference, type Vector } from '../vector.ts'
import {
  identityInterval,
  identityReport,
  motionInterval,
  motionReport,
  type AisReport,
} from './ais-report.ts'
import { identityOf, Ship, type ShipIdentity } from './ship.ts'

/** How far one hears, to each side. */
const reach: Metres = nauticalMiles(8)
/** A ship out of reach turns up again after this, from elsewhere. */
const awayFor: Seconds = 900

interface Berth {
  readonly identity: ShipIdentity
  readonly chance: Chance
  ship: Ship | undefined
  /** Until it turns up. */
  away: Seconds
  untilMotion: Seconds
  untilIdentity: Seconds
}

const anywhere = (chance: Chance, within: Metres): Vector => ({
  north: chance.between(-within, within),
  east: chance.between(-within, within),
})

const onTheEdge = (chance: Chance): Vector => {
  const along = chance.between(-reach, reach)
  const side = chance.even() < 0.5 ? -reach : reach
  return chance.even() < 0.5 ? { north: side, east: along } : { north: along, east: side }
}

/** The ships around the boat. They come and go, but they stay themselves. */
export class Fleet {
  readonly #berths: readonly Berth[]
  #isGathered = false

  constructor(count: number, chance: Chance) {
    this.#berths = Array.from({ length: count }, (_, number) => {
      const own = chance.branch(`ship ${number}`)
      return {
        identity: identityOf(number, own),
        chance: own,
        ship: undefined,
        away: 0,
        untilMotion: 0,
        untilIdentity: 0,
      }
    })
  }

  /** All of them are around from now on, wherever they were. */
  gather(): void {
    this.#isGathered = false
  }

  /** Lets time pass; gives what is heard meanwhile. */
  step(dt: Seconds, own: Position): AisReport[] {
    if (!this.#isGathered)
      for (const berth of this.#berths) this.#enter(berth, own, anywhere(berth.chance, reach))
    this.#isGathered = true
    return this.#berths.flatMap((berth) => this.#pass(berth, dt, own))
  }

  #pass(berth: Berth, dt: Seconds, own: Position): AisReport[] {
    const { ship } = berth
    if (ship === undefined) {
      berth.away -= dt
      if (berth.away <= 0) this.#enter(berth, own, onTheEdge(berth.chance))
      return []
    }
    ship.step(dt)
    const { north, east } = wayBetween(own, ship.position)
    if (Math.max(Math.abs(north), Math.abs(east)) > reach * 1.01) {
      berth.ship = undefined
      berth.away = awayFor
      return []
    }
    return this.#hear(berth, ship, dt)
  }

  /** A ship comes up there, on a course that leads by not too far from the boat. */
  #enter(berth: Berth, own: Position, there: Vector): void {
    const { identity, chance } = berth
    const by = anywhere(chance, reach / 2)
    const way = { position: moved(own, there), course: directionOf(difference(by, there)) }
    berth.ship = new Ship(identity, chance, way)
    // Not all of them at once, but all of them soon.
    berth.untilMotion = chance.between(0, 5)
    berth.untilIdentity = berth.untilMotion
  }

  #hear(berth: Berth, ship: Ship, dt: Seconds): AisReport[] {
    const heard: AisReport[] = []
    berth.untilIdentity -= dt
    berth.untilMotion -= dt
    if (berth.untilIdentity <= 0) {
      berth.untilIdentity = identityInterval
      heard.push(identityReport(ship))
    }
    if (berth.untilMotion <= 0) {
      berth.untilMotion = motionInterval(ship)
      heard.push(motionReport(ship))
    }
    return heard
  }
}
