import { wrapHalf } from '../angles.ts'
import {
  bytesOf,
  degreesOf,
  wireAngle,
  type BusPilotPort,
  type ReceivedMessage,
  type SimulatedBusPilot,
} from '../bus/bus-pilot.ts'
import { Crew } from '../bus/crew.ts'
import { NavigationData } from '../navico/navigation-data.ts'
import { SimulatedBoat } from '../simulated-boat.ts'

/** Faults: the pilot reports that it has exceeded this limit. */
const limits = { 'rudder-limit': 0x01, 'off-heading': 0x04, 'off-track': 0x10 } as const
export type FurunoFault = keyof typeof limits
export const furunoFaults = Object.keys(limits) as readonly FurunoFault[]

export interface FurunoOptions extends BusPilotPort {
  /** Simulates a crew that presses the keys of the head in turn; off by default. */
  readonly hasCrew?: boolean
}

const pgns = { control: 127_237, status: 130_827 }
const priorities = { control: 2, status: 7 }
const noNumber = 0xff_ff
/** Steering mode, turn mode and reference, as a real one sends them. */
const modeBytes = { standby: 0x40, heading: 0x4b, track: 0x4d } as const
export type FurunoMode = keyof typeof modeBytes
/** Periods in milliseconds. */
const rates = { control: 250, status: 1_000, crew: 5_000 }
const turn = 10

/** A Furuno NavPilot 711C with a boat, as it looks on the bus. It takes no commands from there. */
export class FurunoNavPilot implements SimulatedBusPilot<FurunoFault> {
  readonly boat = new SimulatedBoat()
  readonly #options: FurunoOptions
  readonly #faults = new Set<FurunoFault>()
  readonly #navigation = new NavigationData()
  readonly #crew: Crew | undefined
  #mode: FurunoMode = 'standby'
  /** In steps of the wire. */
  #held: number | undefined
  #controlAt = Number.NEGATIVE_INFINITY
  #statusAt = Number.NEGATIVE_INFINITY
  #steppedAt: number | undefined

  constructor(options: FurunoOptions) {
    this.#options = options
    const keys = [() => this.choose('standby'), () => this.choose('heading'), () => this.turn(turn)]
    this.#crew = options.hasCrew === true ? new Crew(keys, rates.crew) : undefined
  }

  get mode(): FurunoMode {
    return this.#mode
  }

  /** The course that it holds. Degrees; undefined in standby. */
  get held(): number | undefined {
    return this.#held === undefined ? undefined : degreesOf(this.#held)
  }

  get state(): string {
    return this.#held === undefined ? this.#mode : `${this.#mode}, holds ${degreesOf(this.#held).toFixed(1)}°`
  }

  fault(name: FurunoFault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
  }

  reboot(): void {
    this.#mode = 'standby'
    this.#held = undefined
  }

  /** A mode key of the control head. Without navigation data it does not follow a track. */
  choose(mode: FurunoMode): void {
    const bearing = this.#navigation.bearing(performance.now())
    if (mode === 'track' && bearing === undefined) return
    this.#mode = mode
    if (mode === 'standby') this.#held = undefined
    else this.#held = mode === 'track' ? bearing : wireAngle(this.boat.heading)
  }

  /** The knob of the control head. @param degrees positive to starboard */
  turn(degrees: number): void {
    if (this.#mode === 'heading' && this.#held !== undefined)
      this.#held = wireAngle(degreesOf(this.#held) + degrees)
  }

  receive({ pgn, payload }: ReceivedMessage): boolean {
    this.#navigation.take(pgn, payload, performance.now())
    return false
  }

  step(now: number): void {
    const seconds = ((now - (this.#steppedAt ?? now)) / 1_000) * (this.#options.pace ?? 1)
    this.#steppedAt = now
    this.#crew?.step(now)
    if (this.#mode === 'track') this.#held = this.#navigation.bearing(now) ?? this.#held
    if (this.#held !== undefined) this.boat.turn(wrapHalf(degreesOf(this.#held) - this.boat.heading), seconds)
    if (now - this.#controlAt >= rates.control) {
      this.#controlAt = now
      this.#publishControl()
    }
    if (now - this.#statusAt < rates.status) return
    this.#statusAt = now
    this.#publishStatus()
  }

  #publishControl(): void {
    const exceeded = [...this.#faults].reduce((sum, name) => sum | limits[name], 0)
    const held = bytesOf(this.#held ?? noNumber)
    const track = this.#mode === 'track' ? held : bytesOf(noNumber)
    const rest = [0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f]
    const bow = bytesOf(wireAngle(this.boat.heading))
    const head = [exceeded, modeBytes[this.#mode], 0x1f, 0xff, 0x7f]
    const payload = Uint8Array.of(...head, ...held, ...track, ...rest, ...bow)
    this.#options.send({ pgn: pgns.control, priority: priorities.control, payload }, undefined)
  }

  /** The rudder is amidships. */
  #publishStatus(): void {
    const isSteering = this.#held !== undefined
    const error = isSteering ? [0x00, 0x00] : [0xff, 0x7f]
    const course = bytesOf(this.#held ?? noNumber)
    const by = this.#mode === 'track' ? 0x02 : 0x00
    const payload = Uint8Array.of(0x3f, 0x9f, 0x01, 0, 0, ...error, by, ...course, 0xff, 0, 0)
    this.#options.send({ pgn: pgns.status, priority: priorities.status, payload }, undefined)
  }
}
