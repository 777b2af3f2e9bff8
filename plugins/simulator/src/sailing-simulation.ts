import { HandSteering } from './hand-steering.ts'
import { mainPilot, sparePilot } from './pilot/pilot-models.ts'
import { Pilot } from './pilot/pilot.ts'
import { Wheel } from './pilot/wheel.ts'
import { Random } from './sea/random.ts'
import { Instruments, type Readings, type Sensor } from './sensors/instruments.ts'
import { SimulatedBoat, type BoatSettings, type Situation, type Truth } from './simulated-boat.ts'
import type { Radians, Seconds } from './units.ts'

export interface SailingSettings extends BoatSettings {
  readonly seed: number
  readonly noise: number
  /** Variation from true north, positive to the east. */
  readonly variation: Radians
}

/** Time passes in equal steps, however it is split. */
const stepSize: Seconds = 0.05
/** Rounding error of sums of steps. */
const tolerance: Seconds = 1e-9

/** Simulates a boat under sail with its instruments, pilots and crew. Equal settings give equal results. */
export class SailingSimulation {
  readonly main: Pilot
  readonly spare: Pilot
  readonly #instruments: Instruments
  readonly #boat: SimulatedBoat
  readonly #crew = new HandSteering()
  /** Elapsed time that was too short for a step. */
  #remainder: Seconds = 0
  #readings: Readings

  constructor(settings: SailingSettings) {
    const random = new Random(settings.seed)
    const wheel = new Wheel()
    this.#boat = new SimulatedBoat(settings, random.branch('boat'))
    this.#instruments = new Instruments(settings.noise, settings.variation, random.branch('instruments'))
    this.main = new Pilot(mainPilot, wheel)
    this.spare = new Pilot(sparePilot, wheel)
    this.#readings = this.#begin()
  }

  get truth(): Truth {
    return this.#boat.truth
  }

  get readings(): Readings {
    return this.#readings
  }

  /** Puts the boat into a situation. */
  place(situation: Situation): void {
    this.#boat.place(situation)
    this.#instruments.reset()
    this.#crew.release()
    this.#readings = this.#begin()
  }

  /** Loses or restores an instrument. */
  lose(sensor: Sensor, isLost: boolean): void {
    if (isLost) this.#instruments.lost.add(sensor)
    else this.#instruments.lost.delete(sensor)
    if (!isLost) return
    // Immediately, not only when time advances.
    this.#readings = { ...this.#readings, [sensor]: undefined }
    for (const pilot of this.#pilots) pilot.sense(0, this.#readings)
  }

  /** Advances time. */
  step(seconds: Seconds): void {
    this.#remainder += seconds
    while (this.#remainder >= stepSize - tolerance) {
      this.#remainder -= stepSize
      this.#step(stepSize)
    }
  }

  get #pilots(): readonly Pilot[] {
    return [this.main, this.spare]
  }

  #begin(): Readings {
    const { truth } = this.#boat
    const readings = this.#instruments.sense(0, truth)
    for (const pilot of this.#pilots) pilot.wake(readings)
    return readings
  }

  #sense(dt: Seconds): Readings {
    const readings = this.#instruments.sense(dt, this.#boat.truth)
    for (const pilot of this.#pilots) pilot.sense(dt, readings)
    return readings
  }

  #step(dt: Seconds): void {
    const pilot = this.#pilots.find(({ isSteering }) => isSteering)
    if (pilot !== undefined) this.#crew.release()
    this.#boat.step(dt, pilot?.steer(dt) ?? this.#crew.steer(dt, this.#boat.truth))
    this.#readings = this.#sense(dt)
  }
}
