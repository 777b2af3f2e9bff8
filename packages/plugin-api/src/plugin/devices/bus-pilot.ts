import {
  MarineDataError,
  type AutopilotCommand,
  type AutopilotReport,
  type BusNode,
  type BusState,
} from '@marinedata/model'
import type { Boat } from '../boat.ts'
import type { HeardBusMessage, OpenedBus, SentBusMessage } from '../buses/buses.ts'
import { PilotAlarms, type PilotAlarm, type PilotAlarmNames, type PilotAlarmsOutput } from './pilot-alarms.ts'
import type { AutopilotDevice } from './device-kinds.ts'

/** A message to the pilot, whose NAME is added. */
export type MessageToPilot<Topic extends string> = Omit<SentBusMessage<Topic>, 'to'>

/** The commands and reports of one make of pilots. */
export interface PilotProtocol<Topic extends string = string> {
  /** Undefined until enough is known of the pilot. */
  readonly report: AutopilotReport | undefined
  /** Takes a message of the pilot. */
  hear(message: HeardBusMessage<Topic>): void
  /** Nothing is known of the pilot any more. */
  forget(): void
  carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void>
}

export interface BusPilotOptions<Topic extends string> {
  /** The NAME of the pilot, if the owner has set it. */
  readonly chosen: string | undefined
  /** Whether a device on the bus is such a pilot. */
  readonly isPilot: (node: BusNode) => boolean
  /** What the pilot is called in the status of the plugin, such as `course computer`. */
  readonly called: string
  readonly alarmNames: PilotAlarmNames
  /** For a pilot that repeats each alarm while it is on: when one that is not repeated has ended. Milliseconds. */
  readonly alarmsEndAfterMs?: number
  readonly status: Boat['status']
  /** Called when a pilot with another NAME is found: pilots of one make may have different dialects. */
  readonly makeProtocol: (port: PilotPort<Topic>, name: string) => PilotProtocol<Topic>
  /** A pilot was found, before anything is reported of it. */
  readonly onFound?: (name: string) => void
}

/** What a protocol may do. */
export interface PilotPort<Topic extends string = string> {
  /**
   * Sends a message to the pilot, by its NAME.
   * @throws MarineDataError `autopilot-offline` when it is not on the bus
   */
  readonly send: (message: MessageToPilot<Topic>) => Promise<void>
  /** The pilot has raised or ended an alarm. */
  readonly alarm: (alarm: PilotAlarm) => void
  /** Whether a message was sent to us. Acknowledgements are for the device that sent the command. */
  readonly isForUs: (message: HeardBusMessage<Topic>) => boolean
}

/** The NAME of the pilot on the bus, or why there is none. */
type Found = { readonly name: string } | { readonly reason: string }

/**
 * The chosen pilot, or the only one. Another one that appears later changes nothing: standby must reach the pilot that is
 * steered with.
 */
const findPilot = (
  nodes: readonly BusNode[],
  { chosen, isPilot, called }: Pick<BusPilotOptions<string>, 'chosen' | 'isPilot' | 'called'>,
  present: string | undefined,
): Found => {
  const found = chosen === undefined ? nodes.filter(isPilot) : nodes.filter(({ name }) => name === chosen)
  const pilot = found.length === 1 ? found[0] : found.find(({ name }) => name === present)
  if (pilot !== undefined) return { name: pilot.name }
  const what = chosen === undefined ? called : `${called} "${chosen}"`
  return found.length === 0
    ? { reason: `No ${what} on the bus` }
    : { reason: `Several on the bus: set "device" to the NAME of your ${called}` }
}

const notOnBus = (): MarineDataError =>
  new MarineDataError('autopilot-offline', 'The pilot is not on the bus')

export const offlinePilot: AutopilotReport = { state: 'off-line', mode: null, target: null }

/** A pilot on a bus. It is found by its NAME, never by its address: that may belong to another device at any time. */
export class BusPilot<Topic extends string> {
  readonly #options: BusPilotOptions<Topic>
  readonly #port: PilotPort<Topic>
  readonly #alarms: PilotAlarms
  #protocol: { readonly name: string; readonly of: PilotProtocol<Topic> } | undefined
  #name: string | undefined
  /** Why there is no pilot. */
  #reason: string | undefined
  #canSend = false
  device: AutopilotDevice | undefined
  bus: OpenedBus<Topic> | undefined

  constructor(options: BusPilotOptions<Topic>) {
    this.#options = options
    const output: PilotAlarmsOutput = {
      notify: (name, condition) => void this.device?.notify(name, condition),
      unknown: (id) => options.status('warning', `Alarm ${id} of the pilot`),
    }
    this.#alarms = new PilotAlarms(options.alarmNames, output, { endsAfterMs: options.alarmsEndAfterMs })
    this.#port = {
      send: async (message) => {
        if (this.#name === undefined || this.bus === undefined) throw notOnBus()
        await this.bus.send({ ...message, to: this.#name })
      },
      alarm: (alarm) => this.#alarms.take(alarm),
      // Some gateways do not tell their own NAME: then it is the one receiver without a NAME.
      isForUs: ({ to }) => to === (this.bus?.state?.name ?? null),
    }
  }

  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    if (this.#protocol === undefined) throw notOnBus()
    await this.#protocol.of.carryOut(command, signal)
  }

  heard(messages: readonly HeardBusMessage<Topic>[]): void {
    const own = messages.filter(({ from }) => from !== null && from === this.#name)
    const protocol = this.#protocol?.of
    for (const message of own) protocol?.hear(message)
    if (own.length === 0) return
    this.#alarms.check()
    const report = protocol?.report
    if (report !== undefined) void this.device?.report(report)
  }

  nodes(nodes: readonly BusNode[]): void {
    const found = findPilot(nodes, this.#options, this.#name)
    if ('name' in found) this.#found(found.name)
    else if (this.#name !== undefined || found.reason !== this.#reason) this.#withdraw(found.reason)
  }

  #found(name: string): void {
    if (name === this.#name) return
    // What was reported is about another pilot.
    if (this.#name !== undefined) void this.device?.report(offlinePilot)
    this.#forget()
    this.#name = name
    if (this.#protocol?.name !== name)
      this.#protocol = { name, of: this.#options.makeProtocol(this.#port, name) }
    this.#options.onFound?.(name)
    this.#options.status('ok', 'Connected')
  }

  /** Without a connection nothing is known of the pilot until it is heard again. */
  offered({ canSend }: BusState): void {
    if (this.#canSend && !canSend) {
      this.#forget()
      void this.device?.report(offlinePilot)
      this.#options.status('warning', 'No connection to the bus')
    }
    this.#canSend = canSend
  }

  /** The bus is lost. */
  lost(reason: string): void {
    this.#canSend = false
    this.#withdraw(reason)
  }

  /** There is no pilot. */
  #withdraw(reason: string): void {
    this.#reason = reason
    this.#name = undefined
    this.#forget()
    void this.device?.report(offlinePilot)
    this.#options.status('warning', reason)
  }

  #forget(): void {
    this.#protocol?.of.forget()
    this.#alarms.forget()
  }
}
