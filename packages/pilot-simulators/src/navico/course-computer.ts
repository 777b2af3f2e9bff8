import { wrapFull, wrapHalf } from '../angles.ts'
import {
  bytesOf,
  degreesOf,
  numberAt,
  wireAngle,
  type BusPilotPort,
  type ReceivedMessage,
  type SimulatedBusPilot,
} from '../bus/bus-pilot.ts'
import { SimulatedBoat } from '../simulated-boat.ts'
import { NavigationData } from './navigation-data.ts'
import {
  alarmEvents,
  alarms,
  autopilotCommand,
  events,
  maker,
  modeBits,
  pgns,
  targetTypes,
  toPort,
  type NavicoMode,
} from './navico-wire.ts'

/**
 * What can go wrong:
 * - `no-ack`: commands take effect without an echo
 * - `late`: the echo and the effect come after 2 s
 * - `refuses`: every command but standby is echoed, and has no effect
 * - `ignores`: nothing is echoed, and nothing happens
 * - `no-wind`, `no-nav`: the data for this mode are missing
 * - `no-head`: the last control head is silent; 10 s later the pilot goes to standby
 */
export const navicoFaults = ['no-ack', 'late', 'refuses', 'ignores', 'no-wind', 'no-nav', 'no-head'] as const
export type NavicoFault = (typeof navicoFaults)[number]

export const navicoVariants = ['ac', 'nac'] as const
export type NavicoVariant = (typeof navicoVariants)[number]

export interface NavicoOptions extends BusPilotPort {
  /** AC12 and AC42, or NAC-1, NAC-2 and NAC-3; default `ac`. */
  readonly variant?: NavicoVariant
}

/** Delays in milliseconds. A real echo came after 24 ms, at most 59. */
const delays = { effect: 2, echo: 24, late: 2_000, headLost: 10_000 }
const rates = { status: 1_000, targets: 5_000 }
const priorities = { command: 2, control: 2, mode: 3, target: 6, status: 7 }
const noNumber = 0xff_ff
const statuses = { manual: 0x02, automatic: 0x10 }

const modes: readonly NavicoMode[] = ['standby', 'heading', 'wind', 'nav', 'no drift']

/** A Navico course computer with a boat, as it looks on the bus. */
export class NavicoCourseComputer implements SimulatedBusPilot<NavicoFault> {
  readonly boat = new SimulatedBoat()
  readonly #options: NavicoOptions
  readonly #faults = new Set<NavicoFault>()
  readonly #alarms = new Set<number>()
  readonly #navigation = new NavigationData()
  #mode: NavicoMode = 'standby'
  /** The heading, the wind angle or the course that it holds, in steps of the wire. */
  #held: number | undefined
  /** The heading in 65341, which lags one command behind on a real pilot. */
  #shownHeading = noNumber
  #statusAt = Number.NEGATIVE_INFINITY
  #targetsAt = Number.NEGATIVE_INFINITY
  #steppedAt: number | undefined
  #headLostAt: number | undefined

  constructor(options: NavicoOptions) {
    this.#options = options
  }

  get mode(): NavicoMode {
    return this.#mode
  }

  /** The heading, wind angle or course that it holds. Degrees; undefined in standby. */
  get held(): number | undefined {
    return this.#held === undefined ? undefined : degreesOf(this.#held)
  }

  get state(): string {
    return this.#held === undefined ? this.#mode : `${this.#mode}, holds ${degreesOf(this.#held).toFixed(1)}°`
  }

  fault(name: NavicoFault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
    if (name === 'no-head') this.#headLostAt = isOn ? performance.now() : undefined
    if (!isOn && name === 'no-head') this.#end(alarms.noHead)
  }

  reboot(): void {
    this.#mode = 'standby'
    this.#held = undefined
    this.#shownHeading = noNumber
    this.#alarms.clear()
  }

  receive({ pgn, payload, ownAddress }: ReceivedMessage): boolean {
    this.#navigation.take(pgn, payload, performance.now())
    const isCommand = pgn === pgns.command && payload[0] === maker[0] && payload[1] === maker[1]
    // The address is in the payload. Commands to all are ignored.
    if (!isCommand || payload[2] !== ownAddress) return false
    if (!this.#faults.has('ignores')) this.#obey(payload)
    return true
  }

  step(now: number): void {
    const seconds = ((now - (this.#steppedAt ?? now)) / 1_000) * (this.#options.pace ?? 1)
    this.#steppedAt = now
    this.#followRoute(now)
    if (this.#held !== undefined) this.boat.turn(this.#toTurn(this.#held), seconds)
    if (this.#headLostAt !== undefined && now - this.#headLostAt >= delays.headLost) this.#loseHead()
    if (now - this.#targetsAt >= rates.targets) {
      this.#targetsAt = now
      this.#publishTargets()
    }
    if (now - this.#statusAt < rates.status) return
    this.#statusAt = now
    this.#publishControl()
    this.#publishStatus()
    this.#publishVariant()
  }

  #obey(payload: Uint8Array): void {
    const delay = this.#faults.has('late') ? delays.late : 0
    const isRefused = this.#faults.has('refuses') && payload[6] !== events.standby
    if (!isRefused) this.#options.after(delay + delays.effect, () => this.#carryOut(payload))
    if (this.#faults.has('no-ack')) return
    this.#options.after(delay + delays.echo, () =>
      this.#options.send({ pgn: pgns.echo, priority: priorities.status, payload }, undefined),
    )
  }

  #carryOut(payload: Uint8Array): void {
    if (payload[5] !== autopilotCommand) return
    const event = payload[6]
    const mode = modes.find((one) => events[one] === event)
    if (mode !== undefined) this.#choose(mode)
    else if (event === events.change)
      this.#change(degreesOf(numberAt(payload, 9)) * (payload[8] === toPort ? -1 : 1))
    else if (event === events.tack) this.#tack()
  }

  #choose(mode: NavicoMode): void {
    const isBlind = mode === 'wind' && this.#faults.has('no-wind')
    const hasRoute = !this.#faults.has('no-nav') && this.#navigation.bearing(performance.now()) !== undefined
    if (isBlind) this.#raise(alarms.noWind)
    else if (mode === 'nav' && !hasRoute) this.#raise(alarms.noNav)
    else this.#enter(mode)
  }

  #enter(mode: NavicoMode): void {
    for (const id of this.#alarms) this.#end(id)
    this.#mode = mode
    this.#held = mode === 'standby' ? undefined : wireAngle(this.#present())
    this.#shownHeading = mode === 'heading' ? 0 : noNumber
    this.#publishAll()
  }

  /** Turns by an angle, positive to starboard. */
  #change(degrees: number): void {
    if (this.#held === undefined || this.#mode === 'nav') return
    // A larger wind angle is a turn to port.
    const change = this.#mode === 'wind' ? -degrees : degrees
    this.#shownHeading = this.#mode === 'heading' ? this.#held : noNumber
    this.#held = wireAngle(degreesOf(this.#held) + change)
    this.#publishAll()
  }

  /** To the other side of the wind. */
  #tack(): void {
    if (this.#mode !== 'wind' || this.#held === undefined) return
    if (this.#faults.has('no-wind')) return this.#raise(alarms.noWind)
    this.#held = wireAngle(-degreesOf(this.#held))
    this.#publishAll()
  }

  #followRoute(now: number): void {
    if (this.#mode !== 'nav') return
    const bearing = this.#navigation.bearing(now)
    if (bearing !== undefined) this.#held = bearing
    else if (!this.#alarms.has(alarms.noNav)) this.#raise(alarms.noNav)
  }

  #loseHead(): void {
    this.#headLostAt = undefined
    this.#enter('standby')
    this.#raise(alarms.noHead)
  }

  #toTurn(held: number): number {
    const way = wrapHalf(degreesOf(held) - this.#present())
    return this.#mode === 'wind' ? -way : way
  }

  #present(): number {
    return this.#mode === 'wind' ? wrapFull(this.boat.windAngle) : this.boat.heading
  }

  /** In the order of a real one. */
  #publishAll(): void {
    this.#publishControl()
    this.#publishTargets()
    this.#publishStatus()
  }

  #publishControl(): void {
    const heading = this.#mode === 'heading' || this.#mode === 'nav' ? this.#held : undefined
    // No steering mode and no turn mode, and a true reference, as a real one sends it.
    const head = [0xff, 0x3f, 0xff, 0xff, 0x7f, ...bytesOf(heading ?? noNumber), 0, 0]
    const rest = [0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0xff]
    const payload = Uint8Array.from([...head, ...rest])
    this.#options.send({ pgn: pgns.control, priority: priorities.control, payload }, undefined)
  }

  #publishTargets(): void {
    const heldIn = (mode: NavicoMode): number => (this.#mode === mode ? (this.#held ?? noNumber) : noNumber)
    const shown: readonly (readonly [type: number, value: number])[] = [
      [targetTypes['no drift'], this.#mode === 'no drift' ? heldIn('no drift') : 0],
      [0x0c, noNumber],
      [targetTypes.wind, heldIn('wind')],
      [targetTypes.heading, this.#shownHeading],
    ]
    for (const [type, value] of shown)
      this.#send(pgns.target, priorities.target, [0xff, 0xff, type, 0xff, ...bytesOf(value)])
  }

  #publishStatus(): void {
    const model = this.#variant === 'ac' ? 0x00 : 0x64
    const bits = bytesOf(modeBits[this.#variant][this.#mode])
    const status = this.#mode === 'standby' ? statuses.manual : statuses.automatic
    this.#send(pgns.status, priorities.status, [model, 0x0a, ...bits, 0x80, 0])
    this.#send(pgns.status, priorities.status, [model, 0x02, status, 0, 0, 0])
  }

  /** The AC sends more than the NAC. */
  #publishVariant(): void {
    this.#send(pgns.target, priorities.target, [0xff, 0xff, 0x0d, 0xff, 0xff, 0x7f])
    for (const id of this.#alarms) this.#publishAlarm(id, alarmEvents.raised)
    if (this.#variant !== 'ac') return
    const isEngaged = this.#mode !== 'standby'
    this.#send(pgns.mode, priorities.mode, [
      ...(isEngaged ? [0x10, acMode[this.#mode]] : [0, 0]),
      0xfe,
      isEngaged ? 0xfa : 0xf8,
      0,
      0x80,
    ])
    this.#send(pgns.heartbeat, priorities.status, [
      0x0a,
      isEngaged ? 0x29 : 0x2b,
      0,
      0,
      isEngaged ? 0x28 : 0,
      0xff,
    ])
  }

  get #variant(): NavicoVariant {
    return this.#options.variant ?? 'ac'
  }

  #send(pgn: number, priority: number, bytes: readonly number[]): void {
    this.#options.send({ pgn, priority, payload: Uint8Array.from([...maker, ...bytes]) }, undefined)
  }

  #raise(id: number): void {
    this.#alarms.add(id)
    this.#publishAlarm(id, alarmEvents.raised)
  }

  #end(id: number): void {
    if (this.#alarms.delete(id)) this.#publishAlarm(id, alarmEvents.gone)
  }

  #publishAlarm(id: number, event: number): void {
    const bytes = [0xff, 0xff, 0x64, 0xff, event, 0, ...bytesOf(id), 0xff, 0xff]
    this.#send(pgns.command, priorities.command, bytes)
  }
}

/** The mode in 65340; wind is not known for certain. */
const acMode: Readonly<Record<NavicoMode, number>> = {
  standby: 0,
  heading: 1,
  wind: 3,
  nav: 6,
  'no drift': 1,
}
