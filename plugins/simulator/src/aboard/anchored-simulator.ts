import { MarineDataError, type Boat } from '@marinedata/plugin-api'
import { AnchoredStay, yacht, type StaySettings } from '../anchored/anchored-stay.ts'
import { Chance } from '../sea/chance.ts'
import type { Sensor } from '../sensors/instruments.ts'
import { Traffic } from '../traffic/traffic.ts'
import type { Radians, Seconds } from '../units.ts'
import { quickAnchoredValues, slowAnchoredValues, type ToldStay } from './anchored-values.ts'
import { Clockwork } from './clockwork.ts'
import { sensorLostBy, type FaultRequest } from './faults.ts'
import { takenBack } from './own-values.ts'
import { Radio } from './radio.ts'
import { Rhythm } from './rhythm.ts'
import type { Scene } from './simulation.ts'

export interface AnchoredOptions extends StaySettings {
  readonly pace: number
  readonly traffic: number
  readonly variation: Radians
}

/** Of real time, however fast the simulated one runs. */
const slowEveryMs = 1_000

/** @throws MarineDataError `invalid-settings` for a chain that hangs straight down and does not reach the ground */
const checkRode = ({ depth, rode }: StaySettings['anchorage']): void => {
  const height = depth + yacht.bowHeight
  if (rode > height) return
  throw new MarineDataError(
    'invalid-settings',
    `${rode} m of rode do not reach the ground, ${height} m below the bow roller`,
  )
}

/** The stay at anchor, running, told to the server. Nobody steers a boat at anchor: it has no autopilots. */
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
    const chance = new Chance(options.seed).branch('traffic')
    this.#radio = new Radio(boat, new Traffic(options.traffic, options.position, chance))
    this.#clockwork = new Clockwork(options.pace, (passed) => this.#tick(passed))
  }

  async register(): Promise<void> {
    this.#tellStatus()
    this.#publish()
  }

  /** @throws MarineDataError `unsupported-action` for the faults of a pilot */
  fault({ name, on }: FaultRequest): void {
    const sensor = sensorLostBy(name)
    if (sensor === undefined)
      throw new MarineDataError('unsupported-action', `"${name}" is of an autopilot: there is none at anchor`)
    if (on) this.#lost.add(sensor)
    else this.#lost.delete(sensor)
  }

  /** @throws MarineDataError `unsupported-action`, always */
  place(): never {
    throw new MarineDataError('unsupported-action', 'A boat at anchor lies where its rode lets it')
  }

  pace(factor: number): void {
    this.#clockwork.pace = factor
    this.#tellStatus()
  }

  async end(): Promise<void> {
    this[Symbol.dispose]()
    this.#boat.publishDelta({
      updates: takenBack([...quickAnchoredValues(this.#told), ...slowAnchoredValues(this.#told)]),
    })
    this.#radio.takeBack()
  }

  [Symbol.dispose](): void {
    this.#clockwork[Symbol.dispose]()
  }

  get #told(): ToldStay {
    return { stay: this.#stay, lost: this.#lost, variation: this.#variation }
  }

  #tellStatus(): void {
    const { pace } = this.#clockwork
    this.#boat.status('ok', pace === 1 ? 'At anchor' : `At anchor, ${pace} times as fast as real time`)
  }

  #tick(passed: Seconds): void {
    if (this.#stay.step(passed)) this.#publish()
    this.#radio.listen(passed, this.#stay.position)
  }

  #publish(): void {
    const updates = quickAnchoredValues(this.#told)
    if (this.#slowValues.isDue(performance.now())) updates.push(...slowAnchoredValues(this.#told))
    this.#boat.publishDelta({ updates })
  }
}
