import { LiveState, motionPaths, OverboardCalls, WireAlerts, type WireAlertChange } from '@marinedata/inputs'
import {
  alertOutputPgns,
  alertPgns,
  readAlertResponse,
  type NameText,
  type Timer,
} from '@marinedata/nmea2000'
import type { Boat } from '@marinedata/plugin-api'
import { BusAlerts, type AlertBus } from './bus-alerts.ts'

export interface AlertOutputsOptions {
  readonly boat: Pick<Boat, 'self' | 'subscribe' | 'storage' | 'log' | 'answerAlert'>
  readonly timer: Timer
  /** The messages to send. */
  readonly pgns: ReadonlySet<number>
  /** Whether devices may acknowledge and silence. */
  readonly answersFromWire: boolean
}

/** Paths that alerts are made from, as patterns. */
export const alertOutputPaths = ['notifications.*', ...Object.values(motionPaths)] as const

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

/** Sends the alerts of the boat on every bus. Subscribes only when some message is chosen. */
export class AlertOutputs implements AsyncDisposable {
  readonly #options: AlertOutputsOptions
  readonly #state: LiveState
  readonly #alerts: WireAlerts
  readonly #overboard: OverboardCalls
  readonly #buses = new Set<BusAlerts>()
  readonly #acknowledged = new Map<string, NameText>()
  readonly #stack = new AsyncDisposableStack()

  constructor(options: AlertOutputsOptions) {
    this.#options = options
    const { boat, timer } = options
    this.#state = new LiveState({ self: boat.self })
    this.#alerts = new WireAlerts((change) => this.#changed(change))
    this.#overboard = this.#stack.use(
      new OverboardCalls({
        timer,
        storage: boat.storage,
        values: this.#state.ownValues(() => true),
        mmsi: mmsiIn(boat.self),
        warn: (message) => boat.log.warn(message),
        raise: (key, overboard) => this.#toAll((bus) => bus.raise(key, overboard)),
        clear: (key, overboard) => this.#toAll((bus) => bus.clear(key, overboard)),
      }),
    )
  }

  async start(): Promise<void> {
    if (!this.#sends(...alertOutputPgns)) return
    const { boat } = this.#options
    if (this.#sends(alertPgns.overboard)) {
      await this.#overboard.start()
      const subscribe = Object.values(motionPaths).map((path) => ({ path, minPeriod: 500 }))
      this.#stack.use(
        await boat.subscribe({ context: 'vessels.self', subscribe }, (delta) => this.#state.handle(delta)),
      )
    }
    const notifications = { path: 'notifications.*', policy: 'instant', sources: 'all' } as const
    this.#stack.use(
      await boat.subscribe({ context: 'vessels.self', subscribe: [notifications] }, (delta) =>
        this.#alerts.handle(delta),
      ),
    )
  }

  /** Sends the alerts on a bus until it is disposed of. */
  attach(bus: AlertBus): BusAlerts {
    const { timer, pgns, answersFromWire } = this.#options
    const alerts = new BusAlerts({
      bus,
      timer,
      pgns,
      isAnswerable: answersFromWire,
      acknowledgedBy: (key) => this.#acknowledged.get(key),
    })
    this.#buses.add(alerts)
    for (const alert of this.#alerts.present) alerts.changed({ alert, state: alert.status })
    for (const [key, overboard] of this.#overboard.present) alerts.raise(key, overboard)
    return alerts
  }

  /**
   * A device has acknowledged or silenced an alert that was sent on a bus, or tries to.
   * @param device the NAME of the device: an answer of one without a NAME is ignored
   */
  async answered(bus: BusAlerts, payload: Uint8Array, device: NameText | undefined): Promise<void> {
    const { answersFromWire, boat } = this.#options
    const answer = answersFromWire && device !== undefined ? readAlertResponse(payload) : undefined
    const alert = answer && bus.find(answer)
    if (answer === undefined || alert === undefined || device === undefined) return
    const { action } = answer
    if (action === 'acknowledge') this.#acknowledged.set(alert.key, device)
    try {
      await boat.answerAlert({ id: alert.id, action, device: `${bus.name} ${device}` })
    } catch (error) {
      boat.log.warn(`${device} could not ${action} ${alert.path}: ${(error as Error).message}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#buses.clear()
    await this.#stack[Symbol.asyncDispose]()
  }

  #sends(...pgns: readonly number[]): boolean {
    return pgns.some((pgn) => this.#options.pgns.has(pgn))
  }

  #changed(change: WireAlertChange): void {
    const { key } = change.alert
    if (change.state === 'ended') this.#acknowledged.delete(key)
    if (this.#sends(alertPgns.overboard))
      this.#overboard.changed(change, () => this.#alerts.present.find((alert) => alert.key === key))
    if (this.#sends(alertPgns.alert, alertPgns.text)) this.#toAll((bus) => bus.changed(change))
  }

  #toAll(run: (bus: BusAlerts) => void): void {
    for (const bus of this.#buses) run(bus)
  }
}
