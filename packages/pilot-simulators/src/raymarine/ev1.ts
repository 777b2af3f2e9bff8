import { wrapFull, wrapHalf } from '../angles.ts'
import { SimulatedBoat } from '../simulated-boat.ts'

/** A message of the bus, without its addresses. */
export interface PilotMessage {
  readonly pgn: number
  readonly priority: number
  readonly payload: Uint8Array
}

/**
 * What can go wrong:
 * - `no-ack`: commands take effect without an acknowledgement
 * - `late`: the acknowledgement and the effect come after 2 s
 * - `refuses`: every command but standby is refused
 * - `ignores`: nothing is answered, and nothing happens
 * - `no-wind`, `no-nav`: the data for this mode are missing
 */
export const ev1Faults = ['no-ack', 'late', 'refuses', 'ignores', 'no-wind', 'no-nav'] as const
export type Ev1Fault = (typeof ev1Faults)[number]

export interface Ev1Options {
  /** Sends to one device of the bus, or to all. */
  readonly send: (message: PilotMessage, to: string | undefined) => void
  readonly after: (ms: number, run: () => void) => void
  /** How many times faster than real time the boat turns; default 1. */
  readonly pace?: number
}

export const ev1Modes = { standby: 0x00, auto: 0x40, wind: 0x1_00, track: 0x1_80 } as const
type Mode = keyof typeof ev1Modes

const pgns = { group: 126_208, mode: 65_379, locked: 65_360, wind: 65_345, heading: 65_359, alarm: 65_288 }
const raymarine = [0x3b, 0x9f]
const noNumber = 0xff_ff
/** Alarms for data that are missing. */
const alarmOf: Partial<Readonly<Record<Mode, number>>> = { wind: 51, track: 24 }
const autoRelease = 28
const autopilotGroup = 1
/** Measured on a real one. Milliseconds. */
const delays = { ack: 3, effect: 6, late: 2_000 }
const rates = { status: 1_000, heading: 100 }

const isSame = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte)

/** Radians in steps of 1e-4, as on the wire. */
const wireAngle = (degrees: number): number => Math.round(((wrapFull(degrees) * Math.PI) / 180) * 10_000)
const degreesOf = (wire: number): number => ((wire / 10_000) * 180) / Math.PI
const bytesOf = (number: number): [number, number] => [number & 0xff, (number >> 8) & 0xff]
const numberAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

/** A Raymarine EV-1 course computer with a boat, as it looks on the bus. */
export class Ev1 {
  readonly boat = new SimulatedBoat()
  readonly #options: Ev1Options
  readonly #faults = new Set<Ev1Fault>()
  readonly #alarms = new Set<number>()
  #mode: Mode = 'standby'
  /** The heading or the wind angle that it holds, in steps of the wire. */
  #held: number | undefined
  #statusAt = Number.NEGATIVE_INFINITY
  #headingAt = Number.NEGATIVE_INFINITY
  #steppedAt: number | undefined

  constructor(options: Ev1Options) {
    this.#options = options
  }

  get mode(): Mode {
    return this.#mode
  }

  fault(name: Ev1Fault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
  }

  /** Someone takes the wheel: it releases the drive. */
  takeWheel(): void {
    this.#enter('standby')
    this.#raise(autoRelease)
  }

  /** A message to this device. @param from the NAME of the sender */
  handle({ pgn, payload }: Pick<PilotMessage, 'pgn' | 'payload'>, from: string): void {
    if (pgn !== pgns.group || payload[0] !== 1 || this.#faults.has('ignores')) return
    const target = numberAt(payload, 1) | ((payload[3] ?? 0) << 16)
    const effect = this.#effectOf(target, payload)
    const isRefused = effect === undefined || (this.#faults.has('refuses') && !isStandby(target, payload))
    const delay = this.#faults.has('late') ? delays.late : 0
    if (!this.#faults.has('no-ack'))
      this.#options.after(delay + delays.ack, () => this.#acknowledge(payload, isRefused ? 3 : 0, from))
    if (!isRefused) this.#options.after(delay + delays.effect, effect)
  }

  /** Steers, and sends what is due. @param now monotonic milliseconds */
  step(now: number): void {
    const seconds = ((now - (this.#steppedAt ?? now)) / 1_000) * (this.#options.pace ?? 1)
    this.#steppedAt = now
    if (this.#held !== undefined) this.boat.turn(this.#toTurn(this.#held), seconds)
    if (now - this.#headingAt >= rates.heading) {
      this.#headingAt = now
      this.#publishHeading()
    }
    if (now - this.#statusAt < rates.status) return
    this.#statusAt = now
    this.publishStatus()
  }

  publishStatus(): void {
    this.#send(pgns.mode, [...bytesOf(ev1Modes[this.#mode]), 0, 0, 2, 0xff])
    for (const id of this.#alarms) this.#publishAlarm(id, 1)
  }

  #toTurn(held: number): number {
    const way = wrapHalf(degreesOf(held) - this.#present())
    // A larger wind angle is a turn to port.
    return this.#mode === 'wind' ? -way : way
  }

  #present(): number {
    return this.#mode === 'wind' ? wrapFull(this.boat.windAngle) : this.boat.heading
  }

  #send(pgn: number, bytes: readonly number[]): void {
    this.#options.send({ pgn, priority: 7, payload: Uint8Array.from([...raymarine, ...bytes]) }, undefined)
  }

  #publishHeading(): void {
    this.#send(pgns.heading, [0xff, 0xff, 0xff, ...bytesOf(wireAngle(this.boat.heading)), 0xff])
    this.#publishHeld()
  }

  #publishHeld(): void {
    if (this.#held === undefined) return
    const held = bytesOf(this.#held)
    if (this.#mode === 'auto') this.#send(pgns.locked, [0xff, 0xff, 0xff, ...held, 0xff])
    if (this.#mode === 'wind')
      this.#send(pgns.wind, [...held, ...bytesOf(wireAngle(this.boat.windAngle)), 0xff, 0xff])
  }

  #acknowledge(payload: Uint8Array, error: number, to: string): void {
    const parameters = payload[5] ?? 0
    const nibbles = Array.from({ length: Math.ceil(parameters / 2) }, (_, index) =>
      index * 2 + 1 === parameters ? 0xf0 : 0,
    )
    const message = [2, ...payload.slice(1, 4), error, parameters, ...nibbles]
    this.#options.send({ pgn: pgns.group, priority: 3, payload: Uint8Array.from(message) }, to)
  }

  /** What a command does; undefined when it is not known. */
  #effectOf(target: number, payload: Uint8Array): (() => void) | undefined {
    if (target === pgns.mode && isSame(payload, 4, [0xf8, 4, 1, 0x3b, 7, 3, 4, 4])) {
      const wanted = numberAt(payload, 12)
      const mode = modeOf(wanted)
      return mode === undefined ? undefined : () => this.#choose(mode)
    }
    if (target === pgns.locked && isSame(payload, 4, [0xf8, 3, 1, 0x3b, 7, 3, 4, 6]))
      return () => this.#hold('auto', numberAt(payload, 12))
    if (target === pgns.wind && isSame(payload, 4, [0xf8, 3, 1, 0x3b, 7, 3, 4, 4]))
      return () => this.#hold('wind', numberAt(payload, 12))
    return undefined
  }

  #choose(mode: Mode): void {
    const isMissing =
      (mode === 'wind' && this.#faults.has('no-wind')) || (mode === 'track' && this.#faults.has('no-nav'))
    if (isMissing) this.#raise(alarmOf[mode] ?? 0)
    else this.#enter(mode)
  }

  #enter(mode: Mode): void {
    for (const id of this.#alarms) this.#publishAlarm(id, 0)
    this.#alarms.clear()
    this.#mode = mode
    this.#held = mode === 'standby' ? undefined : wireAngle(this.#present())
    // In this order on a real bus.
    this.#publishHeld()
    this.publishStatus()
  }

  /** A heading is ignored unless it holds one. */
  #hold(mode: Mode, wire: number): void {
    if (this.#mode !== mode || wire === noNumber) return
    this.#held = wire
    this.#publishHeld()
  }

  #raise(id: number): void {
    this.#alarms.add(id)
    this.#publishAlarm(id, 1)
  }

  #publishAlarm(id: number, status: number): void {
    this.#send(pgns.alarm, [0xff, status, id, autopilotGroup, 0, 0])
  }
}

const modeOf = (wire: number): Mode | undefined =>
  (Object.keys(ev1Modes) as Mode[]).find((mode) => ev1Modes[mode] === wire)

const isStandby = (target: number, payload: Uint8Array): boolean =>
  target === pgns.mode && numberAt(payload, 12) === ev1Modes.standby
