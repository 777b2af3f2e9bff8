import type { Position } from '@marinedata/plugin-api'
import type { Chance } from '../sea/chance.ts'
import type { Seconds } from '../units.ts'
import type { AisReport } from './ais-report.ts'
import { Beacons } from './beacons.ts'
import { Fleet } from './fleet.ts'

/** All that is heard by radio around the boat; nothing at all when there are no ships. */
export class Traffic {
  readonly #fleet: Fleet
  readonly #beacons: Beacons | undefined

  constructor(ships: number, around: Position, chance: Chance) {
    this.#fleet = new Fleet(ships, chance)
    this.#beacons = ships === 0 ? undefined : new Beacons(around)
  }

  /** The boat is elsewhere, and so is everything around it. */
  gather(around: Position): void {
    this.#fleet.gather()
    this.#beacons?.gather(around)
  }

  step(dt: Seconds, own: Position): AisReport[] {
    return [...this.#fleet.step(dt, own), ...(this.#beacons?.step(dt) ?? [])]
  }
}
