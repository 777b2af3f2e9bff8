import type { Readings } from '../sensors/instruments.ts'
import { trueWindFrom } from '../sensors/masthead.ts'
import { SmoothedDirection } from '../smoothed-direction.ts'
import { turnBetween, wrapFull, wrapHalf, type Radians, type Seconds } from '../units.ts'
import type { PilotMode } from './modes.ts'

/**
 * The inputs of a pilot. Wind and course are noisy, so they are smoothed, but as directions over the water and not from
 * the bow, so that a turn of the boat shows at once.
 */
export class References {
  readonly #drift = new SmoothedDirection(5)
  readonly #apparentWind = new SmoothedDirection(4)
  readonly #trueWind = new SmoothedDirection(10)
  #readings: Readings | undefined

  get heading(): Radians | undefined {
    return this.#readings?.compass?.heading
  }

  /** Radians per second; undefined without a compass. */
  get rateOfTurn(): number | undefined {
    return this.#readings?.compass?.rateOfTurn
  }

  get position() {
    return this.#readings?.gps?.position
  }

  /** The apparent wind from the bow, positive to starboard. */
  get windAngle(): Radians | undefined {
    const { heading } = this
    const { value } = this.#apparentWind
    return heading === undefined || value === undefined ? undefined : turnBetween(heading, value)
  }

  /** @param isTurning in a manoeuvre wind and course turn with the boat, so they are smoothed less */
  sense(dt: Seconds, readings: Readings, isTurning: boolean): void {
    this.#readings = readings
    const { compass, wind, gps, speedThroughWater } = readings
    const from = (angle: Radians | undefined): Radians | undefined =>
      compass === undefined || angle === undefined ? undefined : wrapFull(compass.heading + angle)
    const followed = isTurning ? 4 * dt : dt
    this.#apparentWind.step(followed, from(wind?.angle))
    this.#trueWind.step(dt, from(wind && trueWindFrom(wind, speedThroughWater).angle))
    this.#drift.step(followed, compass && gps && wrapFull(gps.course - compass.heading))
  }

  reset(): void {
    for (const direction of [this.#drift, this.#apparentWind, this.#trueWind]) direction.reset()
  }

  /** The present heading, course or wind angle in terms of the mode; undefined when it is unknown. */
  present(mode: PilotMode): Radians | undefined {
    const { heading } = this
    if (heading === undefined) return undefined
    if (mode === 'compass') return heading
    if (mode === 'wind') return this.windAngle === undefined ? undefined : wrapHalf(-this.windAngle)
    return this.#drift.value === undefined ? undefined : wrapFull(heading + this.#drift.value)
  }

  /** Direction of the true wind, from magnetic or true north depending on the mode. */
  trueWindDirection(mode: PilotMode): Radians | undefined {
    const { value } = this.#trueWind
    if (value === undefined || mode === 'compass') return value
    return wrapFull(value + (this.#readings?.variation ?? 0))
  }

  /** The missing input of the mode, as text. */
  missing(mode: PilotMode): string | undefined {
    if (this.heading === undefined) return 'There is no compass'
    if (mode === 'wind' && this.windAngle === undefined) return 'There is no wind'
    if ((mode === 'gps' || mode === 'route') && this.position === undefined) return 'There is no position'
    return undefined
  }
}
