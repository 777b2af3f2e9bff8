import {
  broadcastAddress,
  networkPgns,
  switchBankCommand,
  switchBankControl,
  switchBankPgns,
  switchBankRequest,
  type DeviceDirectory,
  type NameText,
  type OwnPacket,
  type SwitchBankStatus,
  type Timer,
} from '@marinedata/nmea2000'
import { MarineDataError, type Boat } from '@marinedata/plugin-api'
import { BankSwitch } from './bank-switch.ts'
import type { SwitchBankSetting } from './switch-settings.ts'

const priorities = { command: 3, request: 6 } as const
/** A bank that obeys shows it at once. When it does not, it is asked for its states once. */
const askAfterMs = 300
/** A device answers the request for its NAME within a quarter of a second. */
const askUnnamedMs = 500
/** A bank acknowledges a command within milliseconds. One that does not may still obey: its status decides. */
const acknowledgeMs = 400
/** A bank sends its states every 15 s at least. After this time another device may have its instance. */
const silenceMs = 60_000

/** A bus that banks are on. */
export interface BankBus {
  readonly canSend: boolean
  readonly directory: Pick<DeviceDirectory, 'nameAt' | 'addressOf'>
  send(packet: OwnPacket): boolean
}

/** The device that sends the states of a bank. */
interface Sender {
  readonly bus: BankBus
  readonly address: number
  readonly name: NameText | undefined
  readonly heardAt: number
}

export interface SwitchBankOptions {
  readonly boat: Boat
  readonly timer: Timer
  readonly setting: SwitchBankSetting
}

/** One bank of switches that people can set. */
export class SwitchBank implements AsyncDisposable {
  readonly #options: SwitchBankOptions
  readonly #switches: readonly BankSwitch[]
  readonly #asking = new Set<Disposable>()
  #sender: Sender | undefined
  /** An acknowledgement does not name the switch: commands with one run one after the other. */
  #lastCommand: Promise<unknown> = Promise.resolve()
  #onAcknowledged: (isAccepted: boolean) => void = () => undefined
  #hasWarned = false

  constructor(options: SwitchBankOptions) {
    const { boat, timer, setting } = options
    this.#options = options
    this.#switches = setting.switches.map(
      ({ number, label }) =>
        new BankSwitch({
          boat,
          timer,
          instance: setting.instance,
          number,
          label,
          set: (isOn, signal) => this.#set(number, isOn, signal),
        }),
    )
  }

  get instance(): number {
    return this.#options.setting.instance
  }

  get paths(): readonly string[] {
    return this.#switches.map(({ path }) => path)
  }

  async register(): Promise<void> {
    for (const each of this.#switches) await each.register()
  }

  /** Takes the states that a device has sent. Two devices with one instance would show the states of either. */
  takeStatus(
    { states }: SwitchBankStatus,
    sender: { readonly bus: BankBus; readonly address: number },
  ): void {
    if (!this.#isSender(sender)) return this.#warnOnce(sender.address)
    const { bus, address } = sender
    const name = bus.directory.nameAt(address)
    if (name === undefined && this.#isAddressed) return this.#askUnnamed(bus, address)
    this.#sender = { bus, address, name, heardAt: this.#options.timer.now }
    for (const each of this.#switches) each.takeState(states[each.number - 1] ?? null)
  }

  takeAcknowledgement(
    isAccepted: boolean,
    { bus, address }: { readonly bus: BankBus; readonly address: number },
  ): void {
    if (this.#sender?.bus === bus && this.#sender.address === address) this.#onAcknowledged(isAccepted)
  }

  /** The bus is not connected any more: the states are unknown. */
  lose(bus: BankBus): void {
    if (this.#sender?.bus !== bus) return
    this.#sender = undefined
    for (const each of this.#switches) each.takeState(null)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const asking of this.#asking) asking[Symbol.dispose]()
    await Promise.all(this.#switches.map((each) => each.withdraw()))
  }

  /** Whether commands are sent to the bank alone, by its NAME. */
  get #isAddressed(): boolean {
    return this.#options.setting.sendsAs === '126208'
  }

  /** A bank that could not be commanded yet is not shown as ready. Its NAME follows at once: its states are asked for again. */
  #askUnnamed(bus: BankBus, address: number): void {
    if (this.#asking.size > 0) return
    const asking = this.#options.timer.after(askUnnamedMs, () => {
      this.#asking.delete(asking)
      requestStates(bus, address)
    })
    this.#asking.add(asking)
  }

  #isSender({ bus, address }: { readonly bus: BankBus; readonly address: number }): boolean {
    const known = this.#sender
    if (known === undefined || this.#options.timer.now - known.heardAt >= silenceMs) return true
    if (known.bus !== bus) return false
    // Its NAME stays the same when its address changes.
    return (
      known.address === address || (known.name !== undefined && bus.directory.nameAt(address) === known.name)
    )
  }

  #warnOnce(address: number): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#options.boat.log.warn(
      `Two devices send the states of switch bank ${this.instance}: the one with address ${address} is ignored. Give each an instance of its own`,
    )
  }

  async #set(number: number, isOn: boolean, signal: AbortSignal): Promise<void> {
    const wanted = { instance: this.instance, number, isOn }
    if (this.#isAddressed) await this.#inTurn(() => this.#command(switchBankCommand(wanted), signal))
    else
      this.#send({
        pgn: switchBankPgns.control,
        priority: priorities.command,
        destination: broadcastAddress,
        payload: switchBankControl(wanted),
      })
  }

  async #inTurn(command: () => Promise<void>): Promise<void> {
    const turn = this.#lastCommand.then(command)
    this.#lastCommand = turn.catch(() => undefined)
    await turn
  }

  /** Sends a command to the bank alone, and waits for its acknowledgement. */
  async #command(payload: Uint8Array, signal: AbortSignal): Promise<void> {
    // It waited for others. Nothing is sent that nobody waits for any more.
    signal.throwIfAborted()
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>()
    this.#onAcknowledged = resolve
    using _patience = this.#options.timer.after(acknowledgeMs, () => resolve(undefined))
    this.#send({
      pgn: switchBankPgns.groupFunction,
      priority: priorities.command,
      destination: this.#addressOf(this.#sender),
      payload,
    })
    const isAccepted = await promise
    this.#onAcknowledged = () => undefined
    if (isAccepted === false)
      throw new MarineDataError('rejected-by-device', `Switch bank ${this.instance} refused the command`)
  }

  #send(packet: OwnPacket): void {
    const sender = this.#sender
    if (sender === undefined || !sender.bus.canSend || !sender.bus.send(packet))
      throw new MarineDataError('rejected-by-device', 'Nothing was sent: the bus does not take messages')
    this.#askLater(sender)
  }

  /** A bank that changed nothing need not send its states: it is asked, so that they confirm the command. */
  #askLater(sender: Sender): void {
    const asking = this.#options.timer.after(askAfterMs, () => {
      this.#asking.delete(asking)
      if (this.#sender !== undefined && this.#sender.heardAt === sender.heardAt)
        requestStates(sender.bus, sender.address)
    })
    this.#asking.add(asking)
  }

  #addressOf(sender: Sender | undefined): number {
    const address = sender?.name === undefined ? undefined : sender.bus.directory.addressOf(sender.name)
    if (address === undefined)
      throw new MarineDataError(
        'rejected-by-device',
        `The address of switch bank ${this.instance} is not known`,
      )
    return address
  }
}

/** Asks a device, or all of them, for the states of its switches. */
export const requestStates = (bus: BankBus, destination: number = broadcastAddress): void =>
  void bus.send({
    pgn: networkPgns.request,
    priority: priorities.request,
    destination,
    payload: switchBankRequest(),
  })
