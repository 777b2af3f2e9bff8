import { wrapFull, wrapHalf } from '../angles.ts'
import { SimulatedBoat } from '../simulated-boat.ts'
import type { LinePilot, LinePilotPort } from './line-simulator.ts'

/**
 * What can go wrong:
 * - `ignores`: commands have no effect
 * - `late`: commands take effect after 2 s
 * - `silent`: it sends no HTD, as pilots without an IEC interface
 * - `line-loss`: 5 % of the sentences are lost, in both directions
 */
export const iecFaults = ['ignores', 'late', 'silent', 'line-loss'] as const
export type IecFault = (typeof iecFaults)[number]

export interface IecPilotOptions extends LinePilotPort {
  /** Chooses the sentences that are lost; default at random. */
  readonly random?: () => number
}

/** Manual, heading control, and track control, as in HTD. */
type Mode = 'M' | 'H' | 'T'

const delays = { effect: 50, late: 2_000, course: 15_000 }
const periodMs = 1_000
const lostShare = 0.05

const sentence = (body: string): string => {
  let sum = 0
  for (const character of body) sum ^= character.charCodeAt(0)
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}

/** The fields of a sentence with a correct checksum; the first one is talker and type. */
const fieldsOf = (line: string): readonly string[] => {
  const body = /^\$([^*]+)\*[0-9A-F]{2}$/.exec(line.trim())?.[1]
  return body !== undefined && sentence(body) === line.trim() ? body.split(',') : []
}

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined || text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)

/** A heading and track control system with a boat, as it looks on NMEA 0183. Directions are true. */
export class IecPilot implements LinePilot {
  readonly boat = new SimulatedBoat()
  readonly #options: IecPilotOptions
  readonly #faults = new Set<IecFault>()
  #mode: Mode = 'M'
  /** In degrees. */
  #held: number | undefined
  #course: { readonly heading: number; readonly at: number } | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #steppedAt: number | undefined

  constructor(options: IecPilotOptions) {
    this.#options = options
  }

  get mode(): Mode {
    return this.#mode
  }

  get state(): string {
    return this.#held === undefined ? 'manual' : `${this.#mode}, holds ${this.#held.toFixed(1)}°`
  }

  fault(name: IecFault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
  }

  /** Sets a heading in degrees at the control head, which it then steers. */
  hold(heading: number): void {
    this.#enter('H', wrapFull(heading))
  }

  /** A chart plotter at another input sends a course in degrees. */
  followCourse(heading: number): void {
    this.#course = { heading: wrapFull(heading), at: performance.now() }
  }

  /** The helmsman takes the wheel. */
  takeWheel(): void {
    this.#enter('M', undefined)
  }

  /** Takes a sentence. */
  receive(line: string): void {
    if (this.#isLost()) return
    const [address = '', ...fields] = fieldsOf(line)
    if (address.endsWith('APB')) this.#takeCourse(fields)
    if (!address.endsWith('HTC') || this.#faults.has('ignores')) return
    const delay = this.#faults.has('late') ? delays.late : delays.effect
    this.#options.after(delay, () => this.#obey(fields))
  }

  /** Steers, and sends what is due. @param now monotonic milliseconds */
  step(now: number): void {
    const seconds = ((now - (this.#steppedAt ?? now)) / 1_000) * (this.#options.pace ?? 1)
    this.#steppedAt = now
    if (this.#mode === 'T' && this.#hasCourse) this.#held = this.#course?.heading
    if (this.#held !== undefined) this.boat.turn(wrapHalf(this.#held - this.boat.heading), seconds)
    if (now - this.#sentAt < periodMs) return
    this.#sentAt = now
    this.#send('AGRSA,0.0,A,,')
    this.#publish()
  }

  get #hasCourse(): boolean {
    return this.#course !== undefined && performance.now() - this.#course.at < delays.course
  }

  #takeCourse(fields: readonly string[]): void {
    const [status, warning] = fields
    const heading = numberIn(fields[12])
    const isValid = status === 'A' && warning === 'A' && fields[13] === 'T' && heading !== undefined
    this.#course = isValid ? { heading, at: performance.now() } : undefined
  }

  #obey(fields: readonly string[]): void {
    const [mode, heading, reference] = [fields[3], numberIn(fields[9]), fields[12]]
    if (mode === 'M') this.#enter('M', undefined)
    else if (mode === 'H' && heading !== undefined && reference === 'T') this.#enter('H', wrapFull(heading))
    else if (mode === 'T' && this.#hasCourse) this.#enter('T', this.#course?.heading)
  }

  #enter(mode: Mode, held: number | undefined): void {
    this.#mode = mode
    this.#held = held
    this.#publish()
  }

  #publish(): void {
    if (this.#faults.has('silent')) return
    const held = this.#held === undefined ? '' : this.#held.toFixed(1)
    const track = this.#mode === 'T' ? held : ''
    const isOffHeading = this.#held !== undefined && Math.abs(wrapHalf(this.#held - this.boat.heading)) > 25
    const isLost = this.#mode === 'T' && !this.#hasCourse
    const [offHeading, offTrack] = [isOffHeading, isLost].map((is) => (is ? 'V' : 'A'))
    const heading = this.boat.heading.toFixed(1)
    this.#send(
      `AGHTD,V,0.0,R,${this.#mode},N,35.0,25.0,,,${held},0.10,${track},T,A,${offHeading},${offTrack},${heading}`,
    )
  }

  #send(body: string): void {
    if (!this.#isLost()) this.#options.send(sentence(body))
  }

  #isLost(): boolean {
    return this.#faults.has('line-loss') && (this.#options.random ?? Math.random)() < lostShare
  }
}
