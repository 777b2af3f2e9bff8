import type { Position } from '@marinedata/plugin-api'
import type { Random } from '../sea/random.ts'
import type { Seconds } from '../units.ts'
import type { AisReport } from './ais-report.ts'
import { Beacons } from './beacons.ts'
import { Fleet } from './fleet.ts'

/** All AIS traffic around the boat; nothing when there are no ships. */
export class Traffic {
  readonly #fleet: Fleet
  readonly #beacons: Beacons | undefined

  constructor(ships: number, around: Position, random: Random) {
    this.#fleet = new Fleet(ships, random)
    this.#beacons = ships === 0 ? undefined : new Beacons(around)
  }

  /** The boat was placed elsewhere: moves the traffic there. */
  gather(around: Position): void {
    this.#fleet.gather()
    this.#beacons?.gather(around)
  }

  step(dt: Seconds, own: Position): AisReport[] {
    return [...this.#fleet.step(dt, own), ...(this.#beacons?.step(dt) ?? [])]
  }
}
