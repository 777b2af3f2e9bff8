import { Repeats, type SentAlert, type WireAlertChange } from '@marinedata/inputs'
import {
  alertMessage,
  alertPgns,
  alertTextMessage,
  broadcastAddress,
  overboardMessage,
  type BusAlert,
  type NameText,
  type OwnPacket,
  type Timer,
} from '@marinedata/nmea2000'
import { severityOf, type Overboard, type WireAlertState } from '@marinedata/model'

/** A bus that alerts are sent on. */
export interface AlertBus {
  /** As in the sources of its values. */
  readonly busName: string
  /** The NAME under which we are on the bus. */
  readonly ownName: NameText
  /** Whether the gateway is ready, and the address is ours. */
  readonly canSend: boolean
  send(packet: OwnPacket): boolean
}

export interface BusAlertsOptions {
  readonly bus: AlertBus
  readonly timer: Timer
  /** The messages to send. */
  readonly pgns: ReadonlySet<number>
  /** Whether devices may silence and acknowledge. */
  readonly isAnswerable: boolean
  /** The device that has acknowledged an alert of this key. */
  readonly acknowledgedBy: (key: string) => NameText | undefined
}

const everyMs = 60_000
/** A device that asks all the time must not fill the bus with answers. */
const answerPauseMs = 1_000
/** A person overboard is sent at once, after 1 s and after 3 s: a display may have just been switched on. */
const overboardPausesMs = [1_000, 2_000]

const isSevere = ({ priority }: SentAlert): boolean => severityOf(priority) >= severityOf('warn')

/** Sends alerts on one bus: each change, again every minute while they last, and when a device asks. */
export class BusAlerts implements Disposable {
  readonly #options: BusAlertsOptions
  readonly #repeats: Repeats
  readonly #alerts = new Map<string, WireAlertChange>()
  readonly #overboards = new Map<string, () => Overboard>()
  readonly #answeredAt = new Map<number, number>()

  constructor(options: BusAlertsOptions) {
    this.#options = options
    this.#repeats = new Repeats(options.timer)
  }

  /** The name of the bus. */
  get name(): string {
    return this.#options.bus.busName
  }

  /** Sends a change of an alert, if it is a warning or worse. */
  changed(change: WireAlertChange): void {
    const { alert } = change
    const isKnown = this.#alerts.has(alert.key)
    if (change.state !== 'ended' && isSevere(alert)) this.#present(change)
    else if (isKnown) this.#end({ alert, state: 'ended' })
  }

  /** Sends that a person is overboard, until they are not. @param overboard its latest position */
  raise(key: string, overboard: () => Overboard): void {
    this.#overboards.set(key, overboard)
    const send = (): boolean => this.#sendOverboard(overboard(), false)
    this.#repeats.start(`overboard ${key}`, { pausesMs: overboardPausesMs, everyMs }, send)
  }

  clear(key: string, overboard: Overboard): void {
    this.#overboards.delete(key)
    this.#repeats.start(`overboard ${key}`, { pausesMs: overboardPausesMs }, () =>
      this.#sendOverboard(overboard, true),
    )
  }

  /** Sends the messages with this PGN again, at most once a second; false when none are sent. */
  answer(pgn: number): boolean {
    const { pgns, timer } = this.#options
    if (!pgns.has(pgn)) return false
    if (timer.now - (this.#answeredAt.get(pgn) ?? -Infinity) < answerPauseMs) return true
    this.#answeredAt.set(pgn, timer.now)
    if (pgn === alertPgns.overboard)
      for (const overboard of this.#overboards.values()) this.#sendOverboard(overboard(), false)
    else for (const { alert, state } of this.#alerts.values()) this.#sendAlert(alert, state, pgn)
    return true
  }

  /** An alert that was sent here under a NAME, by what identifies it on the bus. */
  find({ kind, number, name }: Pick<BusAlert, 'kind' | 'number' | 'name'>): SentAlert | undefined {
    if (name !== this.#options.bus.ownName) return undefined
    for (const { alert } of this.#alerts.values())
      if (alert.kind === kind && alert.number === number) return alert
    return undefined
  }

  [Symbol.dispose](): void {
    this.#repeats[Symbol.dispose]()
  }

  #present(change: WireAlertChange): void {
    const { alert, state } = change
    this.#alerts.set(alert.key, change)
    this.#repeats.start(alert.key, { everyMs }, () => this.#sendAlert(alert, state))
  }

  #end({ alert, state }: WireAlertChange): void {
    this.#alerts.delete(alert.key)
    this.#repeats.start(alert.key, {}, () => this.#sendAlert(alert, state, alertPgns.alert))
  }

  /** @param only one of the two messages; default both */
  #sendAlert(alert: SentAlert, state: WireAlertState, only?: number): boolean {
    const { bus, pgns, isAnswerable, acknowledgedBy } = this.#options
    if (!bus.canSend) return false
    const sent = {
      ...alert,
      state,
      isAnswerable,
      name: bus.ownName,
      acknowledgedBy: acknowledgedBy(alert.key),
    }
    const messages = [alertMessage(sent), alertTextMessage(sent)]
    for (const message of messages)
      if (message !== undefined && pgns.has(message.pgn) && (only ?? message.pgn) === message.pgn)
        bus.send({ ...message, destination: broadcastAddress })
    return true
  }

  #sendOverboard(overboard: Overboard, isOver: boolean): boolean {
    const { bus } = this.#options
    const message = overboardMessage(overboard, isOver)
    return message === undefined || (bus.canSend && bus.send({ ...message, destination: broadcastAddress }))
  }
}
