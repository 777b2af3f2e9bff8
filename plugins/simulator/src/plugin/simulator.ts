import { followCourse, type Boat } from '@marinedata/plugin-api'
import type { Situation } from '../simulated-boat.ts'
import { Traffic, type TrafficOptions } from '../traffic/traffic.ts'
import type { Seconds } from '../units.ts'
import { SailingSimulation, type SailingSettings } from '../sailing-simulation.ts'
import { Clockwork } from './clockwork.ts'
import { applyFault, type SceneFault } from './faults.ts'
import { quickValues, slowValues, withNullValues, withoutComputed } from './own-values.ts'
import { PilotDevice } from './pilot-device.ts'
import { Radio } from './radio.ts'
import { Rhythm } from './rhythm.ts'
import type { Scene } from './simulation.ts'

export interface SimulatorOptions extends SailingSettings, TrafficOptions {
  readonly pace: number
  readonly deviceDelay: Seconds
  /** Whether the sensors compute nothing, such as the true wind. */
  readonly basicSensors: boolean
}

/** In real time, at any speed of the simulation. */
const reportEveryMs = 500
const slowEveryMs = 1_000

/** Runs the simulation of a boat under sail and publishes its values. */
export class Simulator implements Scene {
  readonly #boat: Boat
  readonly #simulation: SailingSimulation
  readonly #traffic: Traffic
  readonly #clockwork: Clockwork
  readonly #main: PilotDevice
  readonly #spare: PilotDevice
  readonly #reports = new Rhythm(reportEveryMs)
  readonly #slowValues = new Rhythm(slowEveryMs)
  readonly #radio: Radio
  readonly #hasBasicSensors: boolean
  #following: AsyncDisposable | undefined

  constructor(boat: Boat, options: SimulatorOptions) {
    this.#boat = boat
    this.#hasBasicSensors = options.basicSensors
    this.#simulation = new SailingSimulation(options)
    this.#traffic = new Traffic(options)
    this.#radio = new Radio(boat, this.#traffic)
    this.#clockwork = new Clockwork(options.pace, (passed) => this.#tick(passed))
    const wiring = {
      delay: options.deviceDelay,
      wait: (seconds: Seconds, signal: AbortSignal) => this.#clockwork.wait(seconds, signal),
      warn: (message: string) => boat.log.warn(message),
    }
    this.#main = new PilotDevice(this.#simulation.main, wiring)
    this.#spare = new PilotDevice(this.#simulation.spare, wiring)
  }

  /** Registers the pilots, and follows the course of the boat. */
  async register(): Promise<void> {
    this.#tellStatus()
    this.#following = await followCourse(this.#boat, (guidance) => {
      this.#simulation.main.follow(guidance)
      this.#main.report()
    })
    const { main, spare } = this.#simulation
    for (const [{ id, details }, served] of [
      [main, this.#main],
      [spare, this.#spare],
    ] as const)
      served.connect(
        await this.#boat.registerDevice({ id, kind: 'autopilot', details }, (command, control) =>
          served.command(command, control),
        ),
      )
  }

  fault(request: SceneFault): void {
    applyFault(request, this.#simulation, { main: this.#main, spare: this.#spare })
  }

  place(situation: Situation): void {
    this.#simulation.place(situation)
    if (situation.position !== undefined) this.#traffic.gather(situation.position)
    this.#publish()
  }

  distress(): void {
    this.#radio.activateBeacon(this.#simulation.truth.position)
  }

  pace(factor: number): void {
    this.#clockwork.pace = factor
    this.#tellStatus()
  }

  async end(): Promise<void> {
    this[Symbol.dispose]()
    const { readings } = this.#simulation
    this.#boat.publishDelta({ updates: withNullValues([...quickValues(readings), ...slowValues(readings)]) })
    this.#radio.takeBack()
    await this.#following?.[Symbol.asyncDispose]()
    await Promise.all([this.#main.leave(), this.#spare.leave()])
  }

  [Symbol.dispose](): void {
    this.#clockwork[Symbol.dispose]()
  }

  #tellStatus(): void {
    const { pace } = this.#clockwork
    this.#boat.status('ok', pace === 1 ? 'Under sail' : `Under sail, ${pace} times real time`)
  }

  #tick(passed: Seconds): void {
    this.#simulation.step(passed)
    this.#publish()
    this.#radio.listen(passed, this.#simulation.truth.position)
    const isReportDue = this.#reports.isDue(performance.now())
    for (const device of [this.#main, this.#spare]) {
      if (isReportDue) device.report()
      device.reportNews()
    }
  }

  #publish(): void {
    const { readings } = this.#simulation
    const updates = quickValues(readings)
    if (this.#slowValues.isDue(performance.now())) updates.push(...slowValues(readings))
    this.#boat.publishDelta({ updates: this.#hasBasicSensors ? withoutComputed(updates) : updates })
  }
}
