import {
  backOffMs,
  BoatLayer,
  boatSteps,
  deadlines,
  decodeFrame,
  encodeFrame,
  LiveEncoder,
  layers,
  prove,
  readGatewayMessage,
  subprotocol,
  type Accept,
  type BoatEvent,
  type BoatState,
  type GatewayMessage,
  type Layer,
  type Range,
} from '@marinedata/uplink-protocol'
import type { Delta } from '@marinedata/model'
import type { KeyObject } from 'node:crypto'
import { WebSocket } from 'ws'
import { privateKeyOf } from './boat-keys.ts'

export interface SimulatedBoatOptions {
  readonly vessel: string
  /** The addresses of the gateways; another one is dialled after each failure. */
  readonly gateways: readonly string[]
  readonly random: () => number
  /** The share of acknowledgements that get lost. */
  readonly lostAcks: number
  /** The content of a batch. Absent: a text. */
  readonly body?: (layer: Layer, range: Range) => Uint8Array
  /** Called with the milliseconds from a batch to its acknowledgement. */
  readonly acknowledged?: (ms: number) => void
}

const batchMost = 10
const longestWaitMs = 5_000

/** A boat with a log that grows by numbers without content. Killing it loses everything but the log. */
export class SimulatedBoat implements Disposable {
  readonly #options: SimulatedBoatOptions
  readonly #key: KeyObject
  readonly #head: Record<Layer, number> = { events: 0, minutes: 0, full: 0 }
  #state: BoatState = 'off'
  #socket: WebSocket | undefined
  #layers = new Map<Layer, BoatLayer>()
  #live = new LiveEncoder()
  #timers: NodeJS.Timeout[] = []
  readonly #ackDeadlines = new Map<Layer, NodeJS.Timeout>()
  readonly #sentAt = new Map<Layer, number>()
  #failures = 0
  #dials = 0
  readonly #acknowledged: Record<Layer, number> = { events: 0, minutes: 0, full: 0 }
  #fallbacks = 0

  constructor(options: SimulatedBoatOptions) {
    this.#options = options
    this.#key = privateKeyOf(options.vessel)
    this.#step('switched-on')
  }

  get vessel(): string {
    return this.#options.vessel
  }

  get state(): BoatState {
    return this.#state
  }

  get head(): Readonly<Record<Layer, number>> {
    return this.#head
  }

  /** Whether the shore has acknowledged everything. */
  get isComplete(): boolean {
    return layers.every((layer) => this.#layers.get(layer)?.cursor === this.#head[layer])
  }

  /** How often the shore had less of a layer than it had acknowledged. */
  get fallbacks(): number {
    return this.#fallbacks
  }

  /** The log of a layer grows. */
  grow(layer: Layer): void {
    this.#head[layer]++
    if (this.#state === 'flowing') this.#sendNext(layer)
  }

  /** Sends the latest values. */
  show(live: Delta): void {
    if (this.#state !== 'flowing') return
    for (const body of this.#live.encode(live)) this.#socket?.send(encodeFrame({ type: 'live', body }))
  }

  /** As a power cut: the next moment it starts again, with its log and without its memory. */
  kill(): void {
    this.#failures = 0
    this.#step('lost')
  }

  [Symbol.dispose](): void {
    this.#step('switched-off')
  }

  #step(event: BoatEvent): void {
    const before = this.#state
    this.#state = boatSteps[before][event]
    if (this.#state === before) return
    if (this.#state === 'dialling') this.#dial()
    else if (this.#state === 'waiting') this.#wait()
    else if (this.#state === 'off' || this.#state === 'refused') this.#drop()
  }

  #drop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
    this.#layers.clear()
    this.#socket?.removeAllListeners()
    this.#socket?.on('error', () => undefined)
    this.#socket?.terminate()
    this.#socket = undefined
  }

  #wait(): void {
    this.#drop()
    this.#failures++
    const waitMs = Math.min(longestWaitMs, backOffMs(this.#failures, this.#options.random()))
    this.#timers.push(setTimeout(() => this.#step('wait-ended'), waitMs))
  }

  #deadline(ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => this.#step('lost'), ms)
    this.#timers.push(timer)
    return timer
  }

  #dial(): void {
    this.#drop()
    const { gateways } = this.#options
    const address = gateways[this.#dials++ % gateways.length] ?? ''
    const socket = new WebSocket(address, subprotocol, { perMessageDeflate: false })
    this.#socket = socket
    this.#deadline(deadlines.helloMs)
    socket.on('open', () => this.#step('connected'))
    socket.on('close', () => this.#step('lost'))
    socket.on('error', () => this.#step('lost'))
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#acknowledge(data)
      else this.#receive(readGatewayMessage(data.toString()))
    })
  }

  #receive(message: GatewayMessage): void {
    if (message.type === 'challenge') this.#answer(message.nonce)
    else if (message.type === 'accept') this.#begin(message)
    else if (message.type === 'rewind') {
      this.#layers.get(message.layer)?.rewound(message.to)
      this.#fallbacks++
      this.#sendNext(message.layer)
    } else if (message.type === 'refuse') this.#step('refused')
    else if (message.type === 'later') this.#step('put-off')
  }

  #answer(nonce: string): void {
    const { vessel } = this.#options
    const log = 'log-1'
    const proof = prove({ nonce, host: 'fleet.test', vessel, log }, this.#key)
    const head = { events: this.#head.events, segments: this.#head.full }
    const hello = { type: 'hello', vessel, log, head, tariff: 'wifi', version: '0.1.0', proof }
    this.#socket?.send(JSON.stringify(hello))
  }

  #begin({ cursor }: Accept): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#failures = 0
    this.#live = new LiveEncoder()
    for (const layer of layers) {
      if (cursor[layer] < this.#acknowledged[layer]) this.#fallbacks++
      this.#acknowledged[layer] = cursor[layer]
      this.#layers.set(layer, new BoatLayer(cursor[layer]))
    }
    this.#step('accepted')
    for (const layer of layers) this.#sendNext(layer)
  }

  #sendNext(layer: Layer): void {
    const own = this.#layers.get(layer)
    if (own === undefined || !own.isIdle || own.cursor >= this.#head[layer]) return
    const range = own.send(Math.min(this.#head[layer], own.cursor + batchMost))
    const body =
      this.#options.body?.(layer, range) ?? Buffer.from(`${this.vessel} ${layer} ${range.from} ${range.to}`)
    this.#ackDeadlines.set(layer, this.#deadline(deadlines.ackMs))
    this.#sentAt.set(layer, performance.now())
    this.#socket?.send(encodeFrame({ type: 'batch', layer, ...range, body }))
  }

  #acknowledge(data: Buffer): void {
    const frame = decodeFrame(data)
    if (frame.type !== 'ack') return this.#step('lost')
    // A lost acknowledgement ends as a lost connection, sooner than its deadline.
    if (this.#options.random() < this.#options.lostAcks) return this.#step('lost')
    const deadline = this.#ackDeadlines.get(frame.layer)
    clearTimeout(deadline)
    this.#timers = this.#timers.filter((timer) => timer !== deadline)
    this.#layers.get(frame.layer)?.acknowledged(frame.to)
    this.#acknowledged[frame.layer] = frame.to
    this.#options.acknowledged?.(performance.now() - (this.#sentAt.get(frame.layer) ?? Number.NaN))
    this.#sendNext(frame.layer)
  }
}
