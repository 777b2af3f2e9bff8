import {
  LiveState,
  motionPaths,
  OverboardCalls,
  Repeats,
  systemTimer,
  WireAlerts,
  type SentAlert,
  type WireAlertChange,
} from '@marinedata/inputs'
import {
  alertListPeriod,
  AlertSentences,
  broadcastTextSentence,
  overboardSentence,
  tellShipsText,
} from '@marinedata/nmea0183'
import type { Overboard } from '@marinedata/model'
import { MarineDataError, type Boat } from '@marinedata/plugin-api'
import { alertSentenceTypes } from '#outputs/sentence-choices.ts'
import type { Multiplexer } from '#outputs/multiplexer.ts'
import type { Output } from '#outputs/output.ts'

/** Paths that alerts are made from, as patterns. */
export const alertOutputPaths = ['notifications.*', ...Object.values(motionPaths)] as const

/** Whether ships can be told of a person overboard. Clients read it: only the owner may read settings. */
export const tellShipsPath = 'communication.canBroadcastSafetyText'

const everyMs = 60_000
const overboardPausesMs = [1_000, 2_000]
/** Ships need time to read, and the channel carries the positions of all. */
const tellShipsPauseMs = 10_000

export interface AlertOutputsOptions {
  readonly boat: Pick<Boat, 'self' | 'subscribe' | 'publish' | 'storage' | 'log'>
  readonly multiplexer: Pick<Multiplexer, 'sendMade'>
  readonly outputs: readonly Output[]
  readonly aisTransmitter: 'none' | 'class-a'
}

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

const makes =
  (type: string) =>
  ({ made }: Output): boolean =>
    made.has(type)

/** Sends the alerts of the boat to the outputs that want them. Subscribes only when one does. */
export class AlertOutputs implements AsyncDisposable {
  readonly #options: AlertOutputsOptions
  readonly #state: LiveState
  readonly #alerts: WireAlerts
  readonly #overboard: OverboardCalls
  readonly #repeats = new Repeats(systemTimer)
  readonly #sentencesByOutput: ReadonlyMap<Output, AlertSentences>
  readonly #stack = new AsyncDisposableStack()
  #told = 0
  #toldAt = -Infinity

  constructor(options: AlertOutputsOptions) {
    this.#options = options
    const { boat, outputs } = options
    this.#state = new LiveState({ self: boat.self })
    this.#sentencesByOutput = new Map(
      outputs.filter(makes(alertSentenceTypes.alerts)).map((output) => [output, new AlertSentences()]),
    )
    this.#alerts = new WireAlerts((change) => this.#changed(change))
    this.#stack.use(this.#repeats)
    this.#overboard = this.#stack.use(
      new OverboardCalls({
        timer: systemTimer,
        storage: boat.storage,
        values: this.#state.ownValues(() => true),
        mmsi: mmsiIn(boat.self),
        warn: (message) => boat.log.warn(message),
        raise: (key, overboard) => this.#raise(key, overboard),
        clear: (key, overboard) => this.#clear(key, overboard),
      }),
    )
  }

  async start(): Promise<void> {
    const { boat, outputs, aisTransmitter } = this.#options
    await this.#publishTellShips()
    const isWanted = outputs.some(({ made }) =>
      Object.values(alertSentenceTypes).some((type) => made.has(type)),
    )
    if (!isWanted && aisTransmitter === 'none') return
    await this.#overboard.start()
    const subscribe = Object.values(motionPaths).map((path) => ({ path, minPeriod: 500 }))
    this.#stack.use(
      await boat.subscribe({ context: 'vessels.self', subscribe }, (delta) => this.#state.handle(delta)),
    )
    const notifications = { path: 'notifications.*', policy: 'instant', sources: 'all' } as const
    this.#stack.use(
      await boat.subscribe({ context: 'vessels.self', subscribe: [notifications] }, (delta) =>
        this.#alerts.handle(delta),
      ),
    )
    if (this.#sentencesByOutput.size > 0) this.#listPeriodically()
  }

  /** The alerts that other devices know. */
  get present(): readonly SentAlert[] {
    return this.#alerts.present
  }

  /** Sends an alert again to one output. */
  repeat(output: Output, alert: SentAlert): void {
    this.#send(output, this.#sentencesByOutput.get(output)?.change(alert, alert.status) ?? [])
  }

  /**
   * The action `tell-ships`: the own transponder of class A broadcasts a text with the place of the person overboard to
   * all ships. The console calls it with `POST /plugins/nmea0183/actions/tell-ships` and the body `{}`, when a person
   * holds the key in the band of the own man-overboard alarm.
   * @returns the text, and the number of outputs that took it
   * @throws MarineDataError when there is no such alarm, no transponder, or a text was sent a moment ago
   */
  tellShips(): { readonly text: string; readonly outputs: number } {
    const { outputs, multiplexer, aisTransmitter } = this.#options
    if (aisTransmitter !== 'class-a')
      throw new MarineDataError('unsupported-action', 'Set "aisTransmitter" to "class-a" first')
    const own = this.#ownCall
    if (own === undefined) throw new MarineDataError('alert-not-found', 'There is no man-overboard alert')
    const now = performance.now()
    if (now - this.#toldAt < tellShipsPauseMs)
      throw new MarineDataError('too-many-requests', 'A text was sent less than 10 s ago')
    const text = tellShipsText(own.position)
    const line = broadcastTextSentence(text, this.#told)
    const reached = outputs
      .filter(makes(alertSentenceTypes.tellShips))
      .filter((output) => multiplexer.sendMade(output, line)).length
    if (reached === 0)
      throw new MarineDataError('busy', 'No output with "BBM" in "made" is connected to a transponder')
    this.#told++
    this.#toldAt = now
    return { text, outputs: reached }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  /** Publishes `false` only after `true`: most boats have no such transponder. A stopped plugin leaves its last value. */
  async #publishTellShips(): Promise<void> {
    const { boat, outputs, aisTransmitter } = this.#options
    const isPossible = aisTransmitter === 'class-a' && outputs.some(makes(alertSentenceTypes.tellShips))
    if (!isPossible && (await boat.storage.get(tellShipsPath)) !== true) return
    await boat.storage.set({ [tellShipsPath]: isPossible })
    boat.publish({ [tellShipsPath]: isPossible })
  }

  get #ownCall(): Overboard | undefined {
    return this.#overboard.present
      .map(([, overboard]) => overboard())
      .find(({ emitter }) => emitter === undefined)
  }

  #changed(change: WireAlertChange): void {
    const { alert, state } = change
    this.#overboard.changed(change, () => this.present.find(({ key }) => key === alert.key))
    for (const [output, sentences] of this.#sentencesByOutput)
      this.#send(output, sentences.change(alert, state))
  }

  #raise(key: string, overboard: () => Overboard): void {
    this.#toEach(key, { pausesMs: overboardPausesMs, everyMs }, () => ({ call: overboard(), isOver: false }))
  }

  #clear(key: string, call: Overboard): void {
    this.#toEach(key, { pausesMs: overboardPausesMs }, () => ({ call, isOver: true }))
  }

  /** MOB has room for the numbers of old beacons only: those of AIS are not sent. */
  #toEach(
    key: string,
    plan: Parameters<Repeats['start']>[1],
    latest: () => { readonly call: Overboard; readonly isOver: boolean },
  ): void {
    if (latest().call.emitter !== undefined) return
    for (const output of this.#options.outputs.filter(makes(alertSentenceTypes.overboard)))
      this.#repeats.start(`${output.id} ${key}`, plan, () => {
        const { call, isOver } = latest()
        return this.#options.multiplexer.sendMade(output, overboardSentence(call, isOver))
      })
  }

  #listPeriodically(): void {
    const timer = setInterval(() => {
      for (const [output, sentences] of this.#sentencesByOutput)
        if (output.link !== undefined)
          this.#send(output, [...sentences.list(this.present), ...sentences.heartbeat()])
    }, alertListPeriod * 1_000)
    this.#stack.defer(() => clearInterval(timer))
  }

  #send(output: Output, lines: readonly string[]): void {
    for (const line of lines) this.#options.multiplexer.sendMade(output, line)
  }
}
