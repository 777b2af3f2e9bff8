import type { Timer } from '@marinedata/nmea2000'
import {
  controlValueFault,
  MarineDataError,
  type Boat,
  type CommandControl,
  type ControlCommand,
  type ControlRange,
  type Device,
} from '@marinedata/plugin-api'

const range: ControlRange = { type: 'switch' }
/** Seconds. A bus with several commands at a time needs more than the usual two. */
const confirm = 3
/** A state that does not change is reported again after this time. */
const againMs = 10_000

export interface BankSwitchOptions {
  readonly boat: Boat
  readonly timer: Timer
  readonly instance: number
  readonly number: number
  readonly label: string | undefined
  /** Sends the command. Resolves when it was sent, or rejects when the bank refused. */
  readonly set: (isOn: boolean, signal: AbortSignal) => Promise<void>
}

/** One switch of a bank, as a control of the boat. */
export class BankSwitch {
  readonly path: string
  readonly number: number
  readonly #options: BankSwitchOptions
  #device: Device<'control'> | undefined
  #state: boolean | null | undefined
  #reportedAt = Number.NEGATIVE_INFINITY
  /** Until then every state is reported: the server waits for one after a command. */
  #awaitedUntil = Number.NEGATIVE_INFINITY
  #hasStopped = false

  constructor(options: BankSwitchOptions) {
    const { instance, number } = options
    this.#options = options
    this.number = number
    this.path = `electrical.switches.bank.${instance}.${number}.state`
  }

  async register(): Promise<void> {
    const { boat, instance, label } = this.#options
    const details = { path: this.path, range, confirm, ...(label !== undefined && { label }) }
    this.#device = await boat.registerDevice(
      { id: `nmea2000.switches.${instance}.${this.number}`, kind: 'control', details },
      (command, control) => this.#carryOut(command, control),
    )
  }

  /** @param state null when it is not known */
  takeState(state: boolean | null): void {
    const { now } = this.#options.timer
    const isDue = now - this.#reportedAt >= againMs || now < this.#awaitedUntil
    if (this.#hasStopped || (state === this.#state && !isDue)) return
    this.#state = state
    this.#reportedAt = now
    this.#device?.report({ value: state }).catch((error: unknown) => {
      this.#options.boat.log.warn(`could not report "${this.path}": ${(error as Error).message}`)
    })
  }

  /** Reports nothing from now on, and is no control any more. */
  async withdraw(): Promise<void> {
    this.#hasStopped = true
    await this.#device?.withdraw()
  }

  async #carryOut({ name, input }: ControlCommand, { signal }: CommandControl): Promise<void> {
    if (name !== 'set') throw new MarineDataError('unsupported-action', `A switch cannot ${String(name)}`)
    const wanted = controlValueFault(range, input.value)
    if (wanted !== undefined) throw new MarineDataError('invalid-value', `"${this.path}" takes ${wanted}`)
    this.#awaitedUntil = this.#options.timer.now + confirm * 1_000
    await this.#options.set(input.value === true, signal)
  }
}
