import { MarineDataError, type LogHead } from '@marinedata/model'
import {
  boatSteps,
  deadlines,
  decodeFrame,
  readGatewayMessage,
  type Accept,
  type BoatEvent,
  type BoatMessage,
  type BoatState,
  type GatewayMessage,
  type Tariff,
} from '@marinedata/uplink-protocol'
import { Timers } from './clock.ts'
import { BackOff } from './link/back-off.ts'
import { BoatTunnels } from './link/boat-tunnels.ts'
import { helloOf } from './link/hello.ts'
import type { Dial, Link } from './link/link.ts'
import { Meter } from './link/meter.ts'
import { watchNetworks } from './link/watch-networks.ts'
import { Flow } from './sending/flow.ts'
import { hasTunnels, tariffRules } from './tariffs.ts'
import type { UplinkOptions, UplinkReport } from './uplink-options.ts'

/** A connection that lasts this long was a success, also when nothing was acknowledged. */
const goodConnectionMs = 30_000
const tickMs = 30_000
const usageEveryMs = 3_600_000
/** The recorder must have written what happened just before a connection by satellite ends. */
const quietMs = 2_000

const isConnected = (state: BoatState): boolean => state === 'flowing' || state === 'paused'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The boat's end of the uplink: keeps a connection to the fleet, and sends the log over it. */
export class Uplink implements Disposable {
  readonly #options: UplinkOptions
  readonly #timers: Timers
  readonly #backOff: BackOff
  #state: BoatState = 'off'
  #since: number
  #reason: string | undefined
  #tariff: Tariff | undefined
  #link: Link | undefined
  #meter: Meter | undefined
  #flow: Flow | undefined
  #tunnels: BoatTunnels | undefined
  #head: LogHead | undefined
  /** Counts attempts, so that an answer of the log to an old one is not used. */
  #attempt = 0
  /** When to connect again, if that is known. */
  #waitMs: number | undefined
  /** It is not connected because it waits for the next time, not because something failed. */
  #isPlanned = false
  /** The fleet wants it to come later. */
  #isPutOff = false
  #connectedAt = 0
  #notifiedAt = Number.NEGATIVE_INFINITY
  #hasStartedEpoch = false
  #hasAnswered = false

  constructor(options: UplinkOptions) {
    this.#options = options
    this.#timers = new Timers(options.clock)
    this.#backOff = new BackOff(options.random)
    this.#since = options.clock.now()
  }

  start(): void {
    this.#step('switched-on')
  }

  [Symbol.dispose](): void {
    this.#step('switched-off')
    this.#timers[Symbol.dispose]()
  }

  get report(): UplinkReport {
    return {
      state: this.#state,
      since: this.#since,
      tariff: this.#tariff,
      reason: this.#reason,
      isPlanned: this.#isPlanned,
    }
  }

  /** Whether it dials, greets, reads or waits for an answer. */
  get isBusy(): boolean {
    const isConnecting = this.#state === 'dialling' || this.#state === 'greeting'
    return isConnecting || this.#timers.has('pong') || this.#flow?.isBusy === true
  }

  /** A notification has changed. */
  notified(isUrgent: boolean): void {
    this.#notifiedAt = this.#options.clock.now()
    this.#flow?.notified()
    if (isUrgent && this.#isPlanned) this.#step('wait-ended')
  }

  #step(event: BoatEvent, reason?: string): void {
    const before = this.#state
    const next = boatSteps[before][event]
    if (next === before) return
    this.#state = next
    if (isConnected(before) !== isConnected(next)) this.#since = this.#options.clock.now()
    this.#reason = isConnected(next) ? undefined : (reason ?? this.#reason)
    this.#enter(next, before)
    this.#options.changed(this.report)
  }

  #enter(next: BoatState, before: BoatState): void {
    if (next === 'dialling') this.#dial()
    else if (next === 'waiting') this.#wait()
    else if (next === 'off' || next === 'refused') this.#drop()
    else if (isConnected(before)) this.#flow?.pause(next === 'paused')
    this.#tunnels?.pause(next === 'paused')
  }

  #drop(): void {
    this.#attempt++
    this.#meter?.count(this.#tariff ?? this.#options.tariffs.of(undefined))
    this.#timers[Symbol.dispose]()
    this.#flow?.[Symbol.dispose]()
    this.#flow = undefined
    this.#tunnels?.[Symbol.dispose]()
    this.#tunnels = undefined
    this.#link?.close()
    this.#link = undefined
    this.#meter = undefined
  }

  #wait(): void {
    this.#drop()
    const waitMs = this.#waitMs ?? this.#backOff.failed()
    this.#timers.set('wait', waitMs, () => this.#step('wait-ended'))
    if (!this.#isPutOff) watchNetworks(this.#timers, this.#options.tariffs, () => this.#step('wait-ended'))
  }

  #dial(): void {
    this.#drop()
    this.#waitMs = undefined
    this.#hasAnswered = false
    this.#isPlanned = false
    this.#isPutOff = false
    const attempt = this.#attempt
    this.#timers.set('deadline', deadlines.dialMs, () => this.#lost('The fleet does not answer'))
    this.#options.log.head().then(
      (head) => {
        if (attempt !== this.#attempt) return
        this.#head = head
        this.#link = this.#options.dial(this.#linkEvents(), this.#tariff === 'satellite')
        this.#meter = new Meter(this.#options.usage, this.#link)
      },
      (error: unknown) => {
        if (attempt === this.#attempt) this.#lost(`There is no log to send: ${messageOf(error)}`)
      },
    )
  }

  #linkEvents(): Parameters<Dial>[0] {
    return {
      opened: (ownAddress) => {
        this.#tariff = this.#options.tariffs.of(ownAddress)
        this.#timers.set('deadline', deadlines.helloMs, () => this.#lost('The fleet does not greet'))
        this.#step('connected')
      },
      text: (text) => this.#guard(text, () => this.#receive(readGatewayMessage(text))),
      bytes: (frame) => this.#guard(frame, () => this.#receiveFrame(frame)),
      pinged: () => this.#guard('', () => undefined),
      pong: () => this.#timers.clear('pong'),
      closed: (reason) => this.#lost(`The connection ended: ${reason}`),
    }
  }

  #lost(reason: string): void {
    this.#step('lost', reason)
  }

  /** A violation of the protocol ends the connection. */
  #guard(received: string | Uint8Array, receive: () => void): void {
    if (this.#meter?.isFlood(received) === true) return this.#lost('The fleet sends too much')
    try {
      receive()
    } catch (error) {
      this.#lost(`The fleet sends what it must not: ${messageOf(error)}`)
    }
  }

  #send(message: BoatMessage): void {
    this.#link?.send(JSON.stringify(message))
  }

  #receive(message: GatewayMessage): void {
    if (this.#state === 'greeting') return this.#receiveGreeting(message)
    if (this.#flow === undefined) return
    switch (message.type) {
      case 'rewind':
        return this.#flow.rewound(message.layer, message.to)
      case 'lease':
        return this.#flow.lease(message.period, message.seconds)
      case 'ask':
        return this.#send({
          type: 'failure',
          id: message.id,
          code: 'unsupported-action',
          detail: 'This boat does not answer questions from shore, and takes no commands',
        })
      case 'later':
        return this.#putOff(message.seconds)
      case 'refuse':
        return this.#step('refused', message.detail)
      default:
        throw new MarineDataError('invalid-message', `"${message.type}" after the acceptance`)
    }
  }

  #receiveGreeting(message: GatewayMessage): void {
    switch (message.type) {
      case 'challenge':
        return this.#answer(message.nonce)
      case 'accept':
        return this.#begin(message)
      case 'later':
        return this.#putOff(message.seconds)
      case 'refuse':
        return this.#step('refused', message.detail)
      default:
        throw new MarineDataError('invalid-message', `"${message.type}" before the acceptance`)
    }
  }

  #putOff(seconds: number): void {
    this.#waitMs = seconds * 1_000 + Math.round(this.#options.random() * 1_000)
    this.#isPutOff = true
    this.#step('put-off', 'The fleet is busy')
  }

  #answer(nonce: string): void {
    if (this.#hasAnswered) throw new MarineDataError('invalid-message', 'a second challenge')
    this.#hasAnswered = true
    if (this.#head === undefined || this.#tariff === undefined) return
    this.#send(helloOf(this.#options, { nonce, head: this.#head, tariff: this.#tariff }))
  }

  #begin(accept: Accept): void {
    const { log, values, clock, usage, warn } = this.#options
    const [head, tariff, link] = [this.#head, this.#tariff, this.#link]
    if (head === undefined || tariff === undefined || link === undefined) return
    this.#timers.clear('deadline')
    this.#connectedAt = clock.now()
    this.#flow = new Flow({
      accept,
      epoch: head.epoch,
      tariff,
      log,
      values,
      clock,
      link,
      warn,
      failed: (reason) => this.#lost(reason),
      foundShorter: () => void this.#startEpoch(head.epoch),
      advanced: (layer, to) => this.#backOff.advanced(head.epoch, layer, to),
      completed: () => this.#complete(tariff),
    })
    const port = hasTunnels(tariff) ? this.#options.consolePort : undefined
    this.#tunnels = new BoatTunnels({ port, link })
    this.#step('accepted')
    this.#flow.start(usage.isSpent(tariff))
    this.#timers.set('good', goodConnectionMs, () => this.#backOff.succeeded())
    this.#tick()
    this.#ping(tariff)
    this.#reportUsage()
  }

  /** By satellite the connection ends as soon as everything is ashore. */
  #complete(tariff: Tariff): void {
    const { connectEveryMs } = tariffRules[tariff]
    if (connectEveryMs === undefined) return
    const now = this.#options.clock.now()
    const quietAt = this.#notifiedAt + quietMs
    if (now < quietAt) return this.#timers.set('quiet', quietAt - now, () => this.#flow?.look())
    this.#backOff.succeeded()
    this.#isPlanned = true
    this.#waitMs = Math.max(0, this.#connectedAt + connectEveryMs - now)
    this.#lost('Everything is sent')
  }

  /** A copy of the log was put back: the shore has numbers that the boat does not have. It must keep them. */
  async #startEpoch(epoch: string): Promise<void> {
    // The fleet does not know a new log. If it is ahead of the new log as well, starting another would never end.
    if (this.#hasStartedEpoch) return this.#lost('The fleet has numbers that this boat never had')
    this.#hasStartedEpoch = true
    try {
      await this.#options.log.startEpoch(epoch)
      this.#waitMs = 0
      this.#lost('The log of the boat is older than its copy ashore: it starts again')
    } catch (error) {
      this.#hasStartedEpoch = false
      this.#lost(`The log cannot start again: ${messageOf(error)}`)
    }
  }

  #receiveFrame(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes)
    if (frame.type === 'ack' && this.#flow !== undefined) {
      this.#flow.acknowledged(frame.layer, frame.to)
      return this.#checkBudget()
    }
    if ('tunnel' in frame) return this.#tunnels?.received(frame)
    throw new MarineDataError('invalid-message', `A gateway does not send "${frame.type}" now`)
  }

  #ping(tariff: Tariff): void {
    this.#timers.set('ping', tariffRules[tariff].pingEveryMs, () => {
      this.#timers.set('pong', deadlines.ackMs, () => this.#lost('The fleet does not answer'))
      this.#link?.ping()
      this.#ping(tariff)
    })
  }

  #tick(): void {
    this.#checkBudget()
    this.#options.changed(this.report)
    this.#timers.set('tick', tickMs, () => this.#tick())
  }

  #reportUsage(): void {
    if (this.#meter !== undefined) this.#send(this.#meter.message())
    this.#timers.set('usage', usageEveryMs, () => this.#reportUsage())
  }

  #checkBudget(): void {
    this.#meter?.count(this.#tariff ?? this.#options.tariffs.of(undefined))
    if (this.#tariff === undefined || !isConnected(this.#state)) return
    const { usage } = this.#options
    if (!usage.isSpent(this.#tariff)) return this.#step('budget-renewed')
    this.#step('budget-spent')
    // A moment later, so that the day is over when the timer ends.
    this.#timers.set('midnight', usage.msToMidnight + 100, () => this.#checkBudget())
  }
}
