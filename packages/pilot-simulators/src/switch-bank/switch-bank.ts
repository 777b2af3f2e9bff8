import type { BusPilotPort, ReceivedMessage, SimulatedBusPilot } from '../bus/bus-pilot.ts'

/**
 * Faults:
 * - `ignores`: commands have no effect and no answer; the states are still sent
 * - `late`: commands take effect after 4 s
 * - `refuses`: commands have no effect. A command that is addressed to the bank is answered with a refusal
 */
export const switchBankFaults = ['ignores', 'late', 'refuses'] as const
export type SwitchBankFault = (typeof switchBankFaults)[number]

/** Commands that a bank obeys: switch bank control (127502), commands of its status (126208), or both. */
export const switchBankVariants = ['both', 'control', 'command'] as const
export type SwitchBankVariant = (typeof switchBankVariants)[number]

export interface SwitchBankOptions extends BusPilotPort {
  /** Default 0. */
  readonly instance?: number
  /** Default 8; the others up to 28 are "not available". */
  readonly switches?: number
  readonly variant?: SwitchBankVariant
}

const pgns = { status: 127_501, control: 127_502, group: 126_208, request: 59_904 } as const
const bits = { off: 0, on: 1, error: 2, none: 3 } as const
const switchesPerBank = 28
const priority = 3
/** Times in milliseconds. The states are sent at this period, at every command, and when it has an address after its start. */
const times = { status: 15_000, effect: 5, acknowledge: 3, late: 4_000, start: 500 } as const
const errors = { none: 0, notSupported: 1, denied: 3, outOfRange: 3 } as const
const statusBytes = [0x0d, 0xf2, 0x01] as const

const isStatus = (payload: Uint8Array, at: number): boolean =>
  statusBytes.every((byte, index) => payload[at + index] === byte)

/** A bank of relays on the bus, which are switched by messages or by hand. */
export class SimulatedSwitchBank implements SimulatedBusPilot<SwitchBankFault> {
  readonly #options: SwitchBankOptions
  readonly #faults = new Set<SwitchBankFault>()
  readonly #states: number[]
  #sentAt: number | undefined

  constructor(options: SwitchBankOptions) {
    const { switches = 8 } = options
    this.#options = options
    this.#states = Array.from({ length: switchesPerBank }, (_, index) =>
      index < switches ? bits.off : bits.none,
    )
  }

  get state(): string {
    const on = this.#states.flatMap((state, index) => (state === bits.on ? [index + 1] : []))
    return on.length === 0 ? 'all off' : `on: ${on.join(', ')}`
  }

  isOn(number: number): boolean {
    return this.#states[number - 1] === bits.on
  }

  /** Someone turns a switch at the bank; or its fuse fails, and its state is an error. */
  turn(number: number, state: boolean | 'error'): void {
    this.#states[number - 1] = state === 'error' ? bits.error : Number(state)
    this.#sendStatus()
  }

  fault(name: SwitchBankFault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
  }

  receive({ pgn, payload, from, isAddressed }: ReceivedMessage): boolean {
    if (pgn === pgns.request && isStatus(payload, 0)) this.#sendStatus()
    else if (pgn === pgns.control) this.#takeControl(payload)
    else if (pgn === pgns.group && isAddressed && payload[0] === 1 && isStatus(payload, 1))
      this.#takeCommand(payload, from)
    else return false
    return true
  }

  step(now: number): void {
    this.#sentAt ??= now + times.start - times.status
    if (now - this.#sentAt < times.status) return
    this.#sentAt = now
    this.#sendStatus()
  }

  /** Relays fall off without power. */
  reboot(): void {
    for (const [index, state] of this.#states.entries())
      if (state !== bits.none) this.#states[index] = bits.off
    this.#sentAt = undefined
  }

  get #instance(): number {
    return this.#options.instance ?? 0
  }

  #takeControl(payload: Uint8Array): void {
    const { variant } = this.#options
    if (payload[0] !== this.#instance || variant === 'command' || this.#faults.has('ignores')) return
    const wanted = this.#states.map(
      (_, index) => ((payload[1 + (index >> 2)] ?? 0xff) >> ((index & 3) * 2)) & 3,
    )
    this.#obey(this.#faults.has('refuses') ? [] : wanted)
  }

  /** `01 <pgn> f8 <count> { <field> <value> }…`: field 1 is the instance, field 2 the first switch. */
  #takeCommand(payload: Uint8Array, from: string): void {
    if (this.#faults.has('ignores')) return
    if (this.#options.variant === 'control') return this.#acknowledge(from, errors.notSupported, [0, 0])
    if (this.#faults.has('refuses')) return this.#acknowledge(from, errors.denied, [0, 0])
    const count = payload[5] ?? 0
    const pairs = Array.from({ length: count }, (_, index) => [
      payload[6 + index * 2],
      payload[7 + index * 2],
    ])
    const wanted: number[] = []
    const results = pairs.map(([field = 0, value = bits.none]) => {
      if (field === 1) return value === this.#instance ? errors.none : errors.outOfRange
      if ((this.#states[field - 2] ?? bits.none) === bits.none) return errors.outOfRange
      wanted[field - 2] = value & 3
      return errors.none
    })
    this.#acknowledge(from, errors.none, results)
    if (results.every((result) => result === errors.none)) this.#obey(wanted)
  }

  /** The states are sent after each command, also when it changed nothing. */
  #obey(wanted: readonly number[]): void {
    this.#options.after(this.#faults.has('late') ? times.late : times.effect, () => {
      for (const [index, state] of this.#states.entries()) {
        const next = wanted[index] ?? bits.none
        if (state !== bits.none && next <= bits.on) this.#states[index] = next
      }
      this.#sendStatus()
    })
  }

  /** `02 <pgn> <errors> <count> <one nibble for each parameter>` */
  #acknowledge(to: string, error: number, [first = 0, second = 0]: readonly number[]): void {
    const payload = Uint8Array.of(2, ...statusBytes, error, 2, first | (second << 4))
    this.#options.after(times.acknowledge, () =>
      this.#options.send({ pgn: pgns.group, priority, payload }, to),
    )
  }

  #sendStatus(): void {
    const payload = new Uint8Array(8)
    payload[0] = this.#instance
    for (const [index, state] of this.#states.entries()) {
      const byte = 1 + (index >> 2)
      payload[byte] = (payload[byte] ?? 0) | (state << ((index & 3) * 2))
    }
    this.#options.send({ pgn: pgns.status, priority, payload }, undefined)
  }
}
