import { AnchorWatch } from './anchor-watch.ts'
import type { BoatDesign } from './boat-design.ts'
import type { Fix } from './fixes/fix.ts'
import type { Level, Notice, Reason } from './alerts/notice.ts'
import { moved, type Place, type Vector } from './water/plane.ts'
import type { Metres, Radians, Seconds } from './water/units.ts'

/** The simulated environment; absent members are not sent. */
export interface Surroundings {
  readonly heading?: Radians
  readonly wind?: { readonly direction: Radians; readonly speed: number }
  readonly depth?: Metres
  readonly fix?: Partial<Fix>
}

/** A yacht of 12 m with its antenna at the stern rail. */
export const yacht: BoatDesign = { length: 12, bowHeight: 1.2, fromBow: 9, fromCenter: 0 }

/** A watch with simulated time and a simulated boat. */
export class WatchTrial {
  readonly watch: AnchorWatch
  /** Origin of all metres. */
  readonly home: Place
  time: Seconds = 1_700_000_000

  constructor(design: BoatDesign = yacht, home: Place = { latitude: 54.5, longitude: 11.2 }) {
    this.watch = new AnchorWatch(design)
    this.home = home
  }

  /** A position this far north and east. */
  at(north: Metres, east: Metres = 0): Place {
    return moved(this.home, { north, east })
  }

  /** Keeps the antenna there for this long, with one fix per second. */
  lie(seconds: Seconds, { north, east }: Vector, around: Surroundings = {}): this {
    for (let second = 0; second < seconds; second++) {
      this.#sense(around)
      // A working receiver varies in the last digit.
      this.hear(this.at(north + (this.time % 2) / 100, east), around.fix)
    }
    return this
  }

  /** Advances one second with this fix. */
  hear(position: unknown, more: Partial<Fix> = {}): this {
    this.time++
    this.watch.fix({ at: this.time, source: 'gps', position, ...more })
    this.watch.tick(this.time)
    return this
  }

  /** Advances this long without input. */
  silence(seconds: Seconds): this {
    for (let second = 0; second < seconds; second++) this.watch.tick(++this.time)
    return this
  }

  get level(): Level {
    return this.watch.report.alert.level
  }

  notice(reason: Reason): Notice | undefined {
    return this.watch.notices.find((notice) => notice.reason === reason)
  }

  #sense({ heading, wind, depth }: Surroundings): void {
    const at = this.time + 1
    if (heading !== undefined) this.watch.heading({ at, headingTrue: heading })
    if (wind !== undefined) this.watch.wind({ at, ...wind })
    if (depth !== undefined) this.watch.depth({ at, belowSurface: depth })
  }
}
