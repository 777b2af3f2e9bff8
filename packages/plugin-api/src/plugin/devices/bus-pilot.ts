import {
  MarineDataError,
  type AutopilotCommand,
  type AutopilotReport,
  type BusNode,
  type BusState,
} from '@marinedata/model'
import type { Boat } from '../boat.ts'
import type { HeardBusMessage, OpenedBus, SentBusMessage } from '../buses/buses.ts'
import { PilotAlarms, type PilotAlarm, type PilotAlarmNames } from './pilot-alarms.ts'
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

/** The pilot on the bus: the chosen one, or the only one. */
const findPilot = (
  nodes: readonly BusNode[],
  { chosen, isPilot }: Pick<BusPilotOptions<string>, 'chosen' | 'isPilot'>,
): string | undefined => {
  if (chosen !== undefined) return nodes.some(({ name }) => name === chosen) ? chosen : undefined
  const found = nodes.filter(isPilot)
  return found.length === 1 ? found[0]?.name : undefined
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
  #canSend = false
  device: AutopilotDevice | undefined
  bus: OpenedBus<Topic> | undefined

  constructor(options: BusPilotOptions<Topic>) {
    this.#options = options
    this.#alarms = new PilotAlarms(options.alarmNames, {
      notify: (name, condition) => void this.device?.notify(name, condition),
      unknown: (id) => options.status('warning', `Alarm ${id} of the pilot`),
    })
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
    const report = protocol?.report
    if (own.length > 0 && report !== undefined) void this.device?.report(report)
  }

  nodes(nodes: readonly BusNode[]): void {
    const found = findPilot(nodes, this.#options)
    if (found === this.#name) return
    if (found === undefined) return this.lost(`No ${this.#options.called} on the bus`)
    // What was reported is about another pilot.
    if (this.#name !== undefined) void this.device?.report(offlinePilot)
    this.#forget()
    this.#name = found
    if (this.#protocol?.name !== found)
      this.#protocol = { name: found, of: this.#options.makeProtocol(this.#port, found) }
    this.#options.onFound?.(found)
    return this.#options.status('ok', 'Connected')
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

  lost(reason: string): void {
    this.#canSend = false
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
