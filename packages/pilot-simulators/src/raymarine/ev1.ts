import { decode } from '@marinedata/nmea2000'
import { wrapFull, wrapHalf } from '../angles.ts'
import { headingOf } from '../bus/boat-instruments.ts'
import {
  bytesOf,
  degreesOf,
  isSame,
  numberAt,
  wireAngle,
  type BusPilotPort,
  type PilotMessage,
  type ReceivedMessage,
  type SimulatedBusPilot,
} from '../bus/bus-pilot.ts'
import { SimulatedBoat } from '../simulated-boat.ts'
import { keyIn, keyPgn, type SeatalkKey } from './seatalk1-wire.ts'

/**
 * What can go wrong:
 * - `no-ack`: commands take effect without an acknowledgement
 * - `late`: the acknowledgement and the effect come after 2 s
 * - `refuses`: every command but standby is refused
 * - `ignores`: nothing is answered, and nothing happens
 * - `ack-only`: commands are acknowledged without an effect
 * - `no-wind`, `no-nav`: the data for this mode are missing
 * - `no-head`: the last control head is silent; 9 s later the pilot raises its alarm, and goes on steering
 * - `hand-on-wheel`: someone takes the wheel: it releases the drive, with an alarm
 */
export const ev1Faults = [
  'no-ack',
  'late',
  'refuses',
  'ignores',
  'ack-only',
  'no-wind',
  'no-nav',
  'no-head',
  'hand-on-wheel',
] as const
export type Ev1Fault = (typeof ev1Faults)[number]

export const ev1Modes = { standby: 0x00, auto: 0x40, wind: 0x1_00, track: 0x1_80 } as const
type Mode = keyof typeof ev1Modes

/** Commands that a course computer obeys: an EV-1 all, an SPX-10 no keys, an SPX-30 keys only. */
export const ev1Variants = ['ev-1', 'spx-10', 'spx-30'] as const
export type Ev1Variant = (typeof ev1Variants)[number]

export interface Ev1Options extends BusPilotPort {
  /** Default `ev-1`. */
  readonly variant?: Ev1Variant
}

const pgns = { group: 126_208, mode: 65_379, locked: 65_360, wind: 65_345, heading: 65_359, alarm: 65_288 }
const crossTrackError = 129_283
const navigationData = 129_284
const raymarine = [0x3b, 0x9f]
const noNumber = 0xff_ff
const tackSubMode = 4
/** Alarms for data that are missing. */
const alarmOf: Partial<Readonly<Record<Mode, number>>> = { wind: 51, track: 24 }
const noHead = 27
const autoRelease = 28
const autopilotGroup = 1
/** Delays in milliseconds, measured on a real pilot. */
const delays = { ack: 3, effect: 6, late: 2_000, headLost: 9_100 }
/** Maximum correction in degrees when it returns to a leg. */
const mostCorrection = 45
const correctionPerMetre = 0.16
const rates = { status: 1_000, heading: 100 }

/** A Raymarine EV-1 course computer with a boat, as it looks on the bus. */
export class Ev1 implements SimulatedBusPilot<Ev1Fault> {
  readonly boat = new SimulatedBoat()
  readonly sendsHeading = true
  readonly #options: Ev1Options
  readonly #faults = new Set<Ev1Fault>()
  readonly #alarms = new Set<number>()
  #mode: Mode = 'standby'
  /** The heading or the wind angle that it holds, in steps of the wire. */
  #held: number | undefined
  /** Metres; undefined until a chart plotter has sent it. */
  #crossTrack: number | undefined
  #statusAt = Number.NEGATIVE_INFINITY
  #headingAt = Number.NEGATIVE_INFINITY
  #steppedAt: number | undefined
  #headLostAt: number | undefined

  constructor(options: Ev1Options) {
    this.#options = options
  }

  get mode(): Mode {
    return this.#mode
  }

  get state(): string {
    return this.#mode
  }

  fault(name: Ev1Fault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
    if (name === 'hand-on-wheel' && isOn) this.takeWheel()
    if (name !== 'no-head') return
    this.#headLostAt = isOn ? performance.now() : undefined
    if (!isOn) this.#end(noHead)
  }

  /** The heading or wind angle that it holds. Degrees; undefined in standby. */
  get held(): number | undefined {
    return this.#held === undefined ? undefined : degreesOf(this.#held)
  }

  /**
   * The course that a chart plotter sends. In track mode it steers along the leg, and back to it.
   * @param track the direction of the leg, in degrees
   * @param crossTrack metres, positive to starboard of the leg
   */
  follow(track: number, crossTrack: number): void {
    if (this.#mode !== 'track') return
    const back = Math.max(-mostCorrection, Math.min(mostCorrection, crossTrack * correctionPerMetre))
    this.#held = wireAngle(track - back)
  }

  /** In auto, its control head sets a heading in degrees. */
  hold(heading: number): void {
    this.#hold('auto', wireAngle(heading))
  }

  /** Someone takes the wheel: it releases the drive. */
  takeWheel(): void {
    this.#enter('standby')
    this.#raise(autoRelease)
  }

  receive({ pgn, payload, from, isAddressed }: ReceivedMessage): boolean {
    this.#takeCourse(pgn, payload)
    const key = pgn === keyPgn ? keyIn(payload) : undefined
    const isCommand = pgn === pgns.group && payload[0] === 1
    if (!isAddressed || (key === undefined && !isCommand)) return false
    if (!this.#obeys(key)) return true
    if (key === undefined) this.#handle({ pgn, payload }, from)
    else this.#press(key)
    return true
  }

  /** @param key undefined for a command that is no key */
  #obeys(key: SeatalkKey | undefined): boolean {
    const deaf: Ev1Variant = key === undefined ? 'spx-30' : 'spx-10'
    return !this.#faults.has('ignores') && this.#options.variant !== deaf
  }

  /** A key has no acknowledgement. It changes the locked heading, not the wind angle. */
  #press(key: SeatalkKey): void {
    const delay = this.#faults.has('late') ? delays.late : 0
    if (this.#faults.has('ack-only') || (this.#faults.has('refuses') && key !== 'standby')) return
    this.#options.after(delay + delays.effect, () => {
      if (key === 'standby' || key === 'auto') this.#enter(key)
      else if (this.#held !== undefined) this.#hold('auto', wireAngle(degreesOf(this.#held) + key))
    })
  }

  reboot(): void {
    this.#mode = 'standby'
    this.#held = undefined
    this.#alarms.clear()
  }

  /** The course of a chart plotter: first the distance from the leg, then the leg. */
  #takeCourse(pgn: number, payload: Uint8Array): void {
    if (pgn !== crossTrackError && pgn !== navigationData) return
    const { xte, bearingOriginToDestinationWaypoint: track } = decode(pgn, payload)?.fields ?? {}
    if (pgn === crossTrackError) this.#crossTrack = typeof xte === 'number' ? xte : undefined
    else if (typeof track === 'number' && this.#crossTrack !== undefined)
      this.follow((track * 180) / Math.PI, this.#crossTrack)
  }

  #handle({ payload }: Pick<PilotMessage, 'pgn' | 'payload'>, from: string): void {
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
    if (this.#headLostAt !== undefined && now - this.#headLostAt >= delays.headLost) this.#loseHead()
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
    this.#options.send(headingOf(this.boat), undefined)
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

  /** The effect of a command; undefined for an unknown command. */
  #effectOf(target: number, payload: Uint8Array): (() => void) | undefined {
    const effect = this.#usualEffectOf(target, payload)
    return effect && this.#faults.has('ack-only') ? () => undefined : effect
  }

  #usualEffectOf(target: number, payload: Uint8Array): (() => void) | undefined {
    if (target === pgns.mode && isSame(payload, 4, [0xf8, 4, 1, 0x3b, 7, 3, 4, 4])) {
      const wanted = numberAt(payload, 12)
      if (wanted === noNumber && isSame(payload, 14, [5, ...bytesOf(tackSubMode)])) return () => this.#tack()
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
    for (const id of this.#alarms) if (id !== noHead) this.#end(id)
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

  /** To the other side of the wind. In auto it does nothing: the angle of a real pilot's turn there is unknown. */
  #tack(): void {
    if (this.#mode !== 'wind' || this.#held === undefined) return
    if (this.#faults.has('no-wind')) this.#raise(alarmOf.wind ?? 0)
    else this.#hold('wind', wireAngle(-degreesOf(this.#held)))
  }

  #loseHead(): void {
    this.#headLostAt = undefined
    this.#raise(noHead)
  }

  #raise(id: number): void {
    this.#alarms.add(id)
    this.#publishAlarm(id, 1)
  }

  #end(id: number): void {
    if (this.#alarms.delete(id)) this.#publishAlarm(id, 0)
  }

  #publishAlarm(id: number, status: number): void {
    this.#send(pgns.alarm, [0xff, status, id, autopilotGroup, 0, 0])
  }
}

const modeOf = (wire: number): Mode | undefined =>
  (Object.keys(ev1Modes) as Mode[]).find((mode) => ev1Modes[mode] === wire)

const isStandby = (target: number, payload: Uint8Array): boolean =>
  target === pgns.mode && numberAt(payload, 12) === ev1Modes.standby
