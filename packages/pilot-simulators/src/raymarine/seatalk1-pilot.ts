import { wrapFull, wrapHalf } from '../angles.ts'
import type { BusPilotPort, ReceivedMessage, SimulatedBusPilot } from '../bus/bus-pilot.ts'
import type { LinePilot, LinePilotPort } from '../nmea0183/line-simulator.ts'
import { SimulatedBoat } from '../simulated-boat.ts'
import {
  datagramMessage,
  datagramSentence,
  keyIn,
  keyInSentence,
  keyPgn,
  type DatagramState,
  type SeatalkKey,
} from './seatalk1-wire.ts'

/**
 * What can go wrong:
 * - `ignores`: keys have no effect
 * - `late`: keys take effect after 2 s
 */
export const seatalk1Faults = ['ignores', 'late'] as const
export type Seatalk1Fault = (typeof seatalk1Faults)[number]

export interface Seatalk1PilotOptions extends Pick<BusPilotPort, 'after' | 'pace'> {
  readonly publish: (state: DatagramState) => void
}

const delays = { effect: 100, late: 2_000 }
const periodMs = 1_000

/** A Raymarine autopilot on SeaTalk 1, with a boat. It obeys keys, and has no acknowledgement. */
export class Seatalk1Pilot {
  readonly boat = new SimulatedBoat()
  readonly #options: Seatalk1PilotOptions
  readonly #faults = new Set<Seatalk1Fault>()
  #held: number | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #steppedAt: number | undefined

  constructor(options: Seatalk1PilotOptions) {
    this.#options = options
  }

  get mode(): DatagramState['mode'] {
    return this.#held === undefined ? 'standby' : 'auto'
  }

  /** The heading that it holds. Degrees; undefined in standby. */
  get held(): number | undefined {
    return this.#held
  }

  get state(): string {
    return this.#held === undefined ? 'standby' : `auto, holds ${this.#held.toFixed(1)}°`
  }

  fault(name: Seatalk1Fault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
  }

  /** Takes a key of another device. */
  press(key: SeatalkKey): void {
    if (this.#faults.has('ignores')) return
    this.#options.after(this.#faults.has('late') ? delays.late : delays.effect, () => this.obey(key))
  }

  /** Takes a key of its control head. */
  obey(key: SeatalkKey): void {
    if (key === 'standby') this.#held = undefined
    // Auto while it steers holds the present heading again.
    else if (key === 'auto') this.#held = this.boat.heading
    else if (this.#held !== undefined) this.#held = wrapFull(this.#held + key)
    this.#publish()
  }

  /** Its control head sets a heading in degrees. */
  hold(heading: number): void {
    this.#held = wrapFull(heading)
    this.#publish()
  }

  reboot(): void {
    this.#held = undefined
  }

  /** Steers, and sends what is due. @param now monotonic milliseconds */
  step(now: number): void {
    const seconds = ((now - (this.#steppedAt ?? now)) / 1_000) * (this.#options.pace ?? 1)
    this.#steppedAt = now
    if (this.#held !== undefined) this.boat.turn(wrapHalf(this.#held - this.boat.heading), seconds)
    if (now - this.#sentAt < periodMs) return
    this.#sentAt = now
    this.#publish()
  }

  #publish(): void {
    const { heading } = this.boat
    this.#options.publish({ mode: this.mode, heading, held: this.#held ?? heading })
  }
}

/** A pilot on SeaTalk 1, behind a converter to NMEA 0183. */
export class Seatalk1LinePilot extends Seatalk1Pilot implements LinePilot {
  constructor({ send, ...port }: LinePilotPort) {
    super({ ...port, publish: (state) => send(datagramSentence(state)) })
  }

  receive(line: string): void {
    const key = keyInSentence(line)
    if (key !== undefined) this.press(key)
  }
}

/** A converter between SeaTalk 1 and SeaTalkNG, with a pilot behind it. It takes keys of 16 bytes only. */
export class Seatalk1Converter implements SimulatedBusPilot<Seatalk1Fault> {
  readonly seatalk: Seatalk1Pilot

  constructor({ send, after, pace }: BusPilotPort) {
    this.seatalk = new Seatalk1Pilot({
      after,
      ...(pace !== undefined && { pace }),
      publish: (state) => send({ pgn: keyPgn, priority: 7, payload: datagramMessage(state) }, undefined),
    })
  }

  get boat(): SimulatedBoat {
    return this.seatalk.boat
  }

  get state(): string {
    return this.seatalk.state
  }

  fault(name: Seatalk1Fault, isOn: boolean): void {
    this.seatalk.fault(name, isOn)
  }

  receive({ pgn, payload, isAddressed }: ReceivedMessage): boolean {
    const key = pgn === keyPgn && isAddressed && payload.length === 16 ? keyIn(payload) : undefined
    if (key !== undefined) this.seatalk.press(key)
    return key !== undefined
  }

  step(now: number): void {
    this.seatalk.step(now)
  }

  reboot(): void {
    this.seatalk.reboot()
  }
}
