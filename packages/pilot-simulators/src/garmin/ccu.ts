import { wrapFull, wrapHalf } from '../angles.ts'
import {
  bytesOf,
  isSame,
  type BusPilotPort,
  type ReceivedMessage,
  type SimulatedBusPilot,
} from '../bus/bus-pilot.ts'
import { Crew } from '../bus/crew.ts'
import { SimulatedBoat } from '../simulated-boat.ts'

/**
 * Faults:
 * - `shadow-drive`: a hand is on the wheel while it holds a heading
 * - `unknown-mode`: it is engaged in an undocumented mode, as for a route or a pattern
 * - `no-heading`: it sends no heading to steer
 */
export const garminFaults = ['shadow-drive', 'unknown-mode', 'no-heading'] as const
export type GarminFault = (typeof garminFaults)[number]

/** Degrees of a step turn, a setting of the pilot. */
const stepTurns = { 'step-10': 10, 'step-15': 15 } as const
export type GarminVariant = keyof typeof stepTurns
export const garminVariants = Object.keys(stepTurns) as readonly GarminVariant[]

export interface GarminOptions extends BusPilotPort {
  /** Default `step-10`. */
  readonly variant?: GarminVariant
  /** Simulates a crew that presses the keys of the head in turn; off by default. */
  readonly hasCrew?: boolean
}

const pgn = 126_720
const priority = 7
/** Manufacturer 229, and sub-protocol 5904. */
const head = [0xe5, 0x98, 0x10, 0x17, 0x04, 0x04] as const
const modeField = [0x05, 0x0a, 0x00] as const
const keyGroup = 0x26
/** 9 stands for any mode we have not documented. */
const modes = { standby: 2, 'shadow drive': 3, 'heading hold': 5, 'unknown mode': 9 } as const
export type GarminMode = keyof typeof modes
/** Sentinel in radians: not a valid heading. */
const noHeading = 1_000
/** Periods in milliseconds. In standby the heading to steer follows the bow; else it is sent when it changes. */
const rates = { heading: 50, rudder: 125, second: 1_000, crew: 5_000 }
/** Hundredths of a volt. */
const voltage = 1_326

const floatBytes = (value: number): number[] => [...new Uint8Array(Float32Array.of(value).buffer)]
const radiansOf = (degrees: number): number => (degrees * Math.PI) / 180

/** A Garmin Reactor 40 with a boat, as its CCU looks on the bus. Its mode is sent when it changes, and only then. */
export class GarminCcu implements SimulatedBusPilot<GarminFault> {
  readonly boat = new SimulatedBoat()
  readonly #options: GarminOptions
  readonly #faults = new Set<GarminFault>()
  readonly #crew: Crew | undefined
  #mode: GarminMode = 'standby'
  /** In degrees. */
  #held: number | undefined
  #headingAt = Number.NEGATIVE_INFINITY
  #rudderAt = Number.NEGATIVE_INFINITY
  #secondAt = Number.NEGATIVE_INFINITY
  #steppedAt: number | undefined

  constructor(options: GarminOptions) {
    this.#options = options
    const keys = [
      () => this.press('standby'),
      () => this.press('engage'),
      () => this.press('+1'),
      () => this.press('+step'),
      () => this.#enter('shadow drive'),
    ]
    this.#crew = options.hasCrew === true ? new Crew(keys, rates.crew) : undefined
  }

  get mode(): GarminMode {
    return this.#mode
  }

  /** The heading that it holds. Degrees; undefined in standby. */
  get held(): number | undefined {
    return this.#held
  }

  get state(): string {
    return this.#held === undefined ? this.#mode : `${this.#mode}, holds ${this.#held.toFixed(1)}°`
  }

  fault(name: GarminFault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
  }

  reboot(): void {
    this.#mode = 'standby'
    this.#held = undefined
  }

  /** A key of the control head, as the bytes that the head sends. */
  press(key: GarminKey): void {
    this.#obey(garminKeyBytes(key))
  }

  receive({ pgn: received, payload, isAddressed }: ReceivedMessage): boolean {
    if (received !== pgn || !isAddressed || !isSame(payload, 0, head)) return false
    this.#obey(payload)
    return true
  }

  step(now: number): void {
    const seconds = ((now - (this.#steppedAt ?? now)) / 1_000) * (this.#options.pace ?? 1)
    this.#steppedAt = now
    this.#crew?.step(now)
    if (this.#mode === 'heading hold' && this.#faults.has('shadow-drive')) this.#enter('shadow drive')
    if (this.#isSteering && this.#held !== undefined)
      this.boat.turn(wrapHalf(this.#held - this.boat.heading), seconds)
    this.#publishRepeated(now)
  }

  #publishRepeated(now: number): void {
    if (this.#mode === 'standby' && now - this.#headingAt >= rates.heading) {
      this.#headingAt = now
      this.#publishHeading()
    }
    if (this.#isSteering && now - this.#rudderAt >= rates.rudder) {
      this.#rudderAt = now
      this.#send(0x02, 0x74, 0x17, 0, 0)
    }
    if (now - this.#secondAt < rates.second) return
    this.#secondAt = now
    this.#send(0x02, 0x9e, 0x0c, ...bytesOf(voltage))
    if (!this.#isSteering) return
    this.#send(0x00, 0x72, 0x17, ...floatBytes(0))
    this.#send(0x00, 0x73, 0x17, ...floatBytes(0))
  }

  get #isSteering(): boolean {
    return this.#mode === 'heading hold' || this.#mode === 'unknown mode'
  }

  /** There is no acknowledgement. A head that asks for the present mode is answered with it. */
  #obey(payload: Uint8Array): void {
    if (isSame(payload, head.length, modeField)) {
      if (payload[9] === modes.standby) this.#enter('standby')
      else if (payload[9] === modes['heading hold'])
        this.#enter(this.#faults.has('unknown-mode') ? 'unknown mode' : 'heading hold')
    } else if (payload[6] === keyGroup && this.#mode === 'heading hold') this.#turn(this.#stepOf(payload[7]))
  }

  #stepOf(key: number | undefined): number {
    const large = stepTurns[this.#options.variant ?? 'step-10']
    return [-1, -large, 1, large][key ?? 0] ?? 0
  }

  #turn(degrees: number): void {
    this.#held = wrapFull((this.#held ?? this.boat.heading) + degrees)
    this.#publishHeading()
  }

  /** The locked heading comes before its mode. */
  #enter(mode: GarminMode): void {
    if (mode === 'shadow drive' && this.#mode !== 'heading hold') return
    if (mode === 'standby') this.#held = undefined
    else this.#held ??= this.boat.heading
    this.#mode = mode
    if (this.#isSteering) this.#publishHeading()
    this.#send(...modeField, modes[mode], 0)
  }

  #publishHeading(): void {
    const heading = this.#faults.has('no-heading') ? noHeading : radiansOf(this.#held ?? this.boat.heading)
    this.#send(0x00, 0x0b, 0x00, ...floatBytes(heading))
  }

  #send(...bytes: readonly number[]): void {
    this.#options.send({ pgn, priority, payload: Uint8Array.of(...head, ...bytes) }, undefined)
  }
}

const keys = { '-1': 0, '-step': 1, '+1': 2, '+step': 3 } as const
export type GarminKey = keyof typeof keys | 'engage' | 'standby'

/** The bytes that a control head sends to the CCU for a key. */
export const garminKeyBytes = (key: GarminKey): Uint8Array => {
  if (key === 'engage') return Uint8Array.of(...head, ...modeField, modes['heading hold'], 0)
  if (key === 'standby') return Uint8Array.of(...head, ...modeField, modes.standby, 0)
  return Uint8Array.of(...head, keyGroup, keys[key], 0)
}
