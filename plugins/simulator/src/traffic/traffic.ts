import type { Position } from '@marinedata/plugin-api'
import { Random } from '../sea/random.ts'
import type { Seconds } from '../units.ts'
import type { AisReport } from './ais-report.ts'
import { Beacons } from './beacons.ts'
import { PersonBeacon } from './person-beacon.ts'
import { Fleet, type Track } from './fleet.ts'

export interface TrafficOptions {
  /** The number of ships that come from anywhere. Without one, there are no beacons either. */
  readonly traffic: number
  /** Further ships, on straight tracks. */
  readonly tracks: readonly Track[]
  readonly position: Position
  readonly seed: number
}

/** All AIS traffic around the boat. */
export class Traffic {
  readonly #fleet: Fleet
  readonly #beacons: Beacons | undefined
  #person: PersonBeacon | undefined

  constructor({ traffic, tracks, position, seed }: TrafficOptions) {
    this.#fleet = new Fleet(traffic, new Random(seed).branch('traffic'), tracks)
    this.#beacons = traffic === 0 ? undefined : new Beacons(position)
  }

  /** The boat was placed elsewhere: moves the traffic there. */
  gather(around: Position): void {
    this.#fleet.gather()
    this.#beacons?.gather(around)
  }

  /** Activates the beacon of a person in the water near the boat, for five minutes. */
  activateBeacon(own: Position): void {
    this.#person = new PersonBeacon(own)
  }

  step(dt: Seconds, own: Position): AisReport[] {
    const person = this.#person?.step(dt) ?? []
    if (this.#person?.isOver === true) this.#person = undefined
    return [...this.#fleet.step(dt, own), ...(this.#beacons?.step(dt) ?? []), ...person]
  }
}
