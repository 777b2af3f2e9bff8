import type { HistoryChange } from '@marinedata/history'
import { Random } from './random.ts'

/** A number that wanders, as an instrument with a resolution reports it. */
interface Instrument {
  readonly path: string
  readonly everyMs: number
  readonly resolution: number
  readonly middle: number
  readonly spread: number
}

const instrument = (
  path: string,
  everyMs: number,
  [middle, spread, resolution]: readonly [number, number, number],
): Instrument => ({
  path,
  everyMs,
  middle,
  spread,
  resolution,
})

/** 26 numbers and a position, 36 samples a second: what a cruising boat has. */
const instruments: readonly Instrument[] = [
  instrument('navigation.headingMagnetic', 200, [1.2, 0.1, 1e-4]),
  instrument('navigation.rateOfTurn', 500, [0, 0.02, 3.125e-8]),
  instrument('steering.rudderAngle', 500, [0, 0.1, 1e-4]),
  instrument('environment.wind.angleApparent', 500, [0.7, 0.2, 1e-4]),
  instrument('environment.wind.speedApparent', 500, [7, 2, 0.01]),
  instrument('navigation.courseOverGroundTrue', 500, [1.25, 0.05, 1e-4]),
  instrument('navigation.speedOverGround', 500, [3.1, 0.4, 0.01]),
  instrument('navigation.speedThroughWater', 1_000, [3, 0.4, 0.01]),
  instrument('environment.depth.belowTransducer', 1_000, [14, 3, 0.01]),
  instrument('environment.water.temperature', 2_000, [289, 0.5, 0.01]),
  instrument('environment.outside.temperature', 2_000, [292, 1, 0.01]),
  instrument('environment.outside.pressure', 2_000, [101_300, 200, 100]),
  ...['house', 'start'].flatMap((battery) => [
    instrument(`electrical.batteries.${battery}.voltage`, 1_500, [12.7, 0.2, 0.01]),
    instrument(`electrical.batteries.${battery}.current`, 1_500, [-4, 3, 0.1]),
    instrument(`electrical.batteries.${battery}.temperature`, 1_500, [293, 1, 0.01]),
  ]),
  instrument('propulsion.main.revolutions', 500, [30, 1, 0.25 / 60]),
  instrument('propulsion.main.oilPressure', 1_000, [350_000, 9_000, 100]),
  instrument('propulsion.main.temperature', 1_000, [353, 2, 0.01]),
  instrument('propulsion.main.fuel.rate', 1_000, [1e-6, 1e-7, 2.8e-8]),
  instrument('tanks.fuel.0.currentLevel', 2_500, [0.7, 0.01, 4e-5]),
  instrument('tanks.freshWater.0.currentLevel', 2_500, [0.5, 0.01, 4e-5]),
  instrument('navigation.magneticVariation', 1_000, [0.05, 0.001, 1e-4]),
  instrument('navigation.log', 1_000, [123_456, 100, 1]),
]

/** A boat that sails, tick by tick of 100 ms, and others around it. Repeatable. */
export class BoatTraffic {
  readonly #random = new Random(7)
  readonly #state = new Map<string, number>()
  readonly #others: number

  constructor(others = 0) {
    this.#others = others
  }

  #wander(key: string, middle: number, spread: number): number {
    const before = this.#state.get(key) ?? 0
    const next = before * 0.98 + (this.#random.next() - 0.5) * 0.2
    this.#state.set(key, next)
    return middle + next * spread
  }

  /** The changes of a tick. */
  at(time: number): HistoryChange[] {
    const changes: HistoryChange[] = []
    const add = (context: string, path: string, value: unknown): unknown =>
      changes.push({ context, path, source: 'bus.1', at: time, value })
    for (const { path, everyMs, middle, spread, resolution } of instruments)
      if (time % everyMs === 0)
        add('vessels.self', path, Math.round(this.#wander(path, middle, spread) / resolution) * resolution)
    if (time % 200 === 0) add('vessels.self', 'navigation.position', this.#position(time, 0))
    for (let other = 1; other <= this.#others; other++)
      if ((time + other * 100) % 10_000 === 0) this.#report(other, time, add)
    return changes
  }

  #position(time: number, index: number): { latitude: number; longitude: number } {
    const latitude = 54 + index / 100 + this.#wander(`latitude ${index}`, 0, 1e-4) + (time % 86_400_000) / 1e9
    return {
      latitude: Math.round(latitude * 1e7) / 1e7,
      longitude: 10 + index / 50 + (time % 86_400_000) / 2e9,
    }
  }

  #report(
    other: number,
    time: number,
    add: (context: string, path: string, value: unknown) => unknown,
  ): void {
    const context = `vessels.urn:mrn:imo:mmsi:2110${String(10_000 + other)}`
    add(context, 'navigation.position', this.#position(time, other))
    add(context, 'navigation.speedOverGround', Math.round(this.#wander(`s${other}`, 5, 1) * 19.4) / 19.4)
    add(context, 'navigation.courseOverGroundTrue', Math.round(this.#wander(`c${other}`, 2, 0.2) * 573) / 573)
  }
}
