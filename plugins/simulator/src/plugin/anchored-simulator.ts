import { MarineDataError, type Boat } from '@marinedata/plugin-api'
import { AnchoredStay, yacht, type StaySettings } from '../anchored/anchored-stay.ts'
import type { Sensor } from '../sensors/instruments.ts'
import { Traffic, type TrafficOptions } from '../traffic/traffic.ts'
import type { Radians, Seconds } from '../units.ts'
import { quickAnchoredValues, slowAnchoredValues, type PublishedStay } from './anchored-values.ts'
import { Clockwork } from './clockwork.ts'
import { sensorLostBy, type SceneFault } from './faults.ts'
import { withNullValues } from './own-values.ts'
import { Radio } from './radio.ts'
import { Rhythm } from './rhythm.ts'
import type { Scene } from './simulation.ts'

export interface AnchoredOptions extends StaySettings, TrafficOptions {
  readonly pace: number
  readonly variation: Radians
}

/** In real time, at any speed of the simulation. */
const slowEveryMs = 1_000

/**
 * @throws MarineDataError `invalid-settings` when the rode is shorter than the height of the bow roller above the
 * ground
 */
const checkRode = ({ depth, rode }: StaySettings['anchorage']): void => {
  const height = depth + yacht.bowHeight
  if (rode > height) return
  throw new MarineDataError(
    'invalid-settings',
    `a rode of ${rode} m does not reach the ground, ${height} m below the bow roller`,
  )
}

/** Runs the stay at anchor and publishes it. A boat at anchor has no autopilots. */
export class AnchoredSimulator implements Scene {
  readonly #boat: Boat
  readonly #stay: AnchoredStay
  readonly #variation: Radians
  readonly #lost = new Set<Sensor>()
  readonly #radio: Radio
  readonly #slowValues = new Rhythm(slowEveryMs)
  readonly #clockwork: Clockwork

  constructor(boat: Boat, options: AnchoredOptions) {
    checkRode(options.anchorage)
    this.#boat = boat
    this.#stay = new AnchoredStay(options)
    this.#variation = options.variation
    this.#radio = new Radio(boat, new Traffic(options))
    this.#clockwork = new Clockwork(options.pace, (passed) => this.#tick(passed))
  }

  async register(): Promise<void> {
    this.#tellStatus()
    this.#publish()
  }

  /** @throws MarineDataError `unsupported-action` for faults of an autopilot */
  fault({ name, on }: SceneFault): void {
    const sensor = sensorLostBy(name)
    if (sensor === undefined)
      throw new MarineDataError(
        'unsupported-action',
        `"${name}" is a fault of an autopilot, and a boat at anchor has none`,
      )
    if (on) this.#lost.add(sensor)
    else this.#lost.delete(sensor)
  }

  /** @throws MarineDataError `unsupported-action`, always */
  place(): never {
    throw new MarineDataError('unsupported-action', 'A boat at anchor cannot be placed elsewhere')
  }

  distress(): void {
    this.#radio.activateBeacon(this.#stay.position)
  }

  pace(factor: number): void {
    this.#clockwork.pace = factor
    this.#tellStatus()
  }

  async end(): Promise<void> {
    this[Symbol.dispose]()
    this.#boat.publishDelta({
      updates: withNullValues([
        ...quickAnchoredValues(this.#published),
        ...slowAnchoredValues(this.#published),
      ]),
    })
    this.#radio.takeBack()
  }

  [Symbol.dispose](): void {
    this.#clockwork[Symbol.dispose]()
  }

  get #published(): PublishedStay {
    return { stay: this.#stay, lost: this.#lost, variation: this.#variation }
  }

  #tellStatus(): void {
    const { pace } = this.#clockwork
    this.#boat.status('ok', pace === 1 ? 'At anchor' : `At anchor, ${pace} times real time`)
  }

  #tick(passed: Seconds): void {
    if (this.#stay.step(passed)) this.#publish()
    this.#radio.listen(passed, this.#stay.position)
  }

  #publish(): void {
    const updates = quickAnchoredValues(this.#published)
    if (this.#slowValues.isDue(performance.now())) updates.push(...slowAnchoredValues(this.#published))
    this.#boat.publishDelta({ updates })
  }
}
