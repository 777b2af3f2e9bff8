/** Where the boat is and how it moves at one time. Angles in radians, speeds in m/s. */
export interface Voyage {
  /** Since the start. */
  readonly seconds: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly heading: number
  readonly headingMagnetic: number
  readonly variation: number
  readonly rateOfTurn: number
  readonly roll: number
  readonly pitch: number
  readonly courseOverGround: number
  readonly speedOverGround: number
  readonly speedThroughWater: number
  readonly depth: number
  readonly windSpeed: number
  /** From the bow, clockwise. */
  readonly windAngle: number
  /** Through the water, in metres. */
  readonly distance: number
}

interface VoyageOptions {
  readonly seed: number
  readonly startsAt: number
  readonly startedAt: number
}

const start = { latitude: 59.95, longitude: 24.9 }
const metresPerDegree = 111_120
const fullTurn = 2 * Math.PI
/** The boat is steered around this course. */
const course = 4.0
/** The wind comes from here. */
const wind = { from: 5.1, speed: 7.5 }
const variation = 0.16
const cruise = 3.2

/** A number between 0 and 1 for a seed. */
const phaseOf = (seed: number, index: number): number => {
  const value = Math.sin(seed * 12.9898 + index * 78.233) * 43_758.5453
  return value - Math.floor(value)
}

const turn = (angle: number): number => ((angle % fullTurn) + fullTurn) % fullTurn

/** A voyage as a function of time: a steady course with waves, so that all instruments agree at every moment. */
export class SimulatedVoyage {
  readonly #options: VoyageOptions
  readonly #phases: readonly number[]

  constructor(options: VoyageOptions) {
    this.#options = options
    this.#phases = Array.from({ length: 6 }, (_, index) => phaseOf(options.seed, index) * fullTurn)
  }

  at(now: number): Voyage {
    const seconds = (now - this.#options.startedAt) / 1_000
    const yaw = 0.06 * this.#wave(0, 11, seconds)
    const heading = turn(course + yaw)
    const speed = cruise + 0.3 * this.#wave(1, 37, seconds)
    return {
      seconds,
      at: this.#options.startsAt + seconds * 1_000,
      ...placeAfter(cruise * seconds),
      heading,
      headingMagnetic: turn(heading - variation),
      variation,
      rateOfTurn: ((0.06 * fullTurn) / 11) * Math.cos((seconds / 11) * fullTurn + (this.#phases[0] ?? 0)),
      roll: 0.2 + 0.05 * this.#wave(2, 6, seconds),
      pitch: 0.03 * this.#wave(3, 5, seconds),
      courseOverGround: course,
      speedOverGround: speed,
      speedThroughWater: speed * 0.97,
      depth: 18 + 6 * this.#wave(4, 300, seconds),
      ...apparentWind(heading, speed, wind.speed + this.#wave(5, 53, seconds)),
      distance: cruise * seconds,
    }
  }

  #wave(index: number, periodSeconds: number, seconds: number): number {
    return Math.sin((seconds / periodSeconds) * fullTurn + (this.#phases[index] ?? 0))
  }
}

const placeAfter = (metres: number): { readonly latitude: number; readonly longitude: number } => {
  const north = (metres * Math.cos(course)) / metresPerDegree
  const east = (metres * Math.sin(course)) / (metresPerDegree * Math.cos((start.latitude * Math.PI) / 180))
  return { latitude: start.latitude + north, longitude: start.longitude + east }
}

/** The wind that the boat feels: the true wind and its own motion. */
const apparentWind = (
  heading: number,
  speed: number,
  trueSpeed: number,
): { readonly windSpeed: number; readonly windAngle: number } => {
  const angle = wind.from - heading
  const ahead = trueSpeed * Math.cos(angle) + speed
  const abeam = trueSpeed * Math.sin(angle)
  return { windSpeed: Math.hypot(ahead, abeam), windAngle: turn(Math.atan2(abeam, ahead)) }
}
