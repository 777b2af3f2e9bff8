import { MarineDataError, type LogHead } from '@marinedata/model'
import type { RecordedLog } from '@marinedata/plugin-api'
import {
  BoatLayer,
  deadlines,
  encodeFrame,
  layers,
  LiveEncoder,
  sizes,
  type Accept,
  type Layer,
  type Tariff,
} from '@marinedata/uplink-protocol'
import { Timers, type Clock } from '../clock.ts'
import type { Link } from '../link/link.ts'
import { tariffRules, type TariffRules } from '../tariffs.ts'
import { Batches } from './batches.ts'
import type { BoatValues } from './boat-values.ts'

export interface FlowOptions {
  readonly accept: Accept
  /** Identity of the log, of the hello. */
  readonly epoch: string
  readonly tariff: Tariff
  readonly log: RecordedLog
  readonly values: BoatValues
  readonly clock: Clock
  readonly link: Pick<Link, 'send' | 'waiting'>
  readonly warn: (message: string) => void
  /** The connection must end: nothing more is sent. */
  readonly failed: (reason: string) => void
  /** The log of the boat is shorter than what the shore has of it. */
  readonly foundShorter: () => void
  /** A layer was acknowledged up to a number. */
  readonly advanced: (layer: Layer, to: number) => void
  /** Everything is ashore. */
  readonly completed: () => void
}

/** A writer with holes asks again every ten seconds, for each layer. */
const mostRewinds = 200
const rewindsOverMs = 600_000
/** Interval for finding new entries of the log. Notifications are found immediately. */
const lookEveryMs = 5_000
/** The recorder gets a notification at the same time as the uplink, and needs a moment to write it. */
const writingMs = 300
/** Live values are left out while this much waits: they are only worth something now. */
const waitingMost = 131_072
/** All values are sent at most as often as this many of the shortest times between frames: 100 s on a mobile network. */
const allEveryFrames = 10

const headOf = ({ event, number }: LogHead, layer: Layer): number => (layer === 'events' ? event : number)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Sends over an accepted connection: live values first, then events, minutes and full segments. */
export class Flow implements Disposable {
  readonly #options: FlowOptions
  readonly #rules: TariffRules
  readonly #batches: Batches
  readonly #timers: Timers
  readonly #layers: Readonly<Record<Layer, BoatLayer>>
  readonly #live = new LiveEncoder()
  #liveMs: number
  /** A frame is due before the shortest time between frames has passed. */
  #isLiveDue = false
  /** A lease has begun, and not all values were sent since. */
  #areAllDue = false
  #rewinds = 0
  #isPaused = false
  #isEnded = false
  #isLooking = false
  #isLookWanted = false

  constructor(options: FlowOptions) {
    const { accept, clock, log, values, warn, tariff } = options
    this.#options = options
    this.#rules = tariffRules[tariff]
    this.#timers = new Timers(clock)
    this.#batches = new Batches({ log, batchBytes: accept.batchBytes, open: () => values.open, warn })
    const { events, minutes, full } = accept.cursor
    this.#layers = {
      events: new BoatLayer(events),
      minutes: new BoatLayer(minutes),
      full: new BoatLayer(full),
    }
    this.#liveMs = accept.live
    values.forgetSent()
  }

  /** @param isPaused the budget is spent: only events are sent */
  start(isPaused: boolean): void {
    this.pause(isPaused)
    this.#lookRegularly()
  }

  [Symbol.dispose](): void {
    this.#isEnded = true
    this.#timers[Symbol.dispose]()
  }

  /** Whether something is on its way or being read. */
  get isBusy(): boolean {
    return this.#isLooking || layers.some((layer) => !this.#layers[layer].isIdle)
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (isPaused) this.#timers.clear('live')
    else this.#sendLive()
    this.look()
  }

  /** A notification has changed: its event goes ashore as soon as it is recorded. */
  notified(): void {
    this.#timers.set('notified', writingMs, () => this.look())
  }

  /** Someone ashore looks: live frames come more often for a while. */
  lease(periodMs: number, seconds: number): void {
    const isNew = !this.#timers.has('lease')
    this.#liveMs = periodMs
    this.#timers.set('lease', seconds * 1_000, () => (this.#liveMs = this.#options.accept.live))
    // By satellite the latest values have just been sent.
    if (!isNew || this.#isPaused || this.#rules.connectEveryMs !== undefined) return
    // Values that have not changed for long may be unknown on the shore, which does not store them.
    this.#areAllDue = true
    this.#sendLive()
  }

  /** Milliseconds between live frames. Leases do not shorten it below what the tariff allows. */
  get #periodMs(): number {
    return this.#liveMs === 0 ? Number.POSITIVE_INFINITY : Math.max(this.#rules.shortestLiveMs, this.#liveMs)
  }

  /** @throws MarineDataError `invalid-message` when this was not sent */
  acknowledged(layer: Layer, to: number): void {
    this.#layers[layer].acknowledged(to)
    this.#timers.clear(layer)
    this.#options.advanced(layer, to)
    this.look()
  }

  /** @throws MarineDataError `invalid-message` when the shore cannot have this, or rewinds too often */
  rewound(layer: Layer, to: number): void {
    this.#layers[layer].rewound(to)
    if (!this.#timers.has('rewinds'))
      this.#timers.set('rewinds', rewindsOverMs, () => void (this.#rewinds = 0))
    if (++this.#rewinds > mostRewinds)
      throw new MarineDataError('invalid-message', 'A gateway does not rewind so often')
    this.#timers.clear(layer)
    this.#batches.forgetSeries()
    this.look()
  }

  /** Looks for entries of the log that the fleet does not have, and sends the next ones. */
  look(): void {
    this.#isLookWanted = true
    if (!this.#isLooking && !this.#isEnded) void this.#lookUntilDone()
  }

  #lookRegularly(): void {
    this.#timers.set('look', lookEveryMs, () => {
      this.look()
      this.#lookRegularly()
    })
  }

  async #lookUntilDone(): Promise<void> {
    this.#isLooking = true
    try {
      while (this.#isLookWanted && !this.#isEnded) {
        this.#isLookWanted = false
        await this.#sendNext()
      }
    } catch (error) {
      this.#fail(`The log cannot be sent: ${messageOf(error)}`)
    }
    this.#isLooking = false
  }

  #fail(reason: string): void {
    if (!this.#isEnded) this.#options.failed(reason)
  }

  async #sendNext(): Promise<void> {
    const head = await this.#options.log.head()
    if (this.#isEnded) return
    if (head.epoch !== this.#options.epoch) return this.#fail('The log of the boat was replaced')
    if (layers.some((layer) => this.#layers[layer].cursor > headOf(head, layer))) {
      this[Symbol.dispose]()
      return this.#options.foundShorter()
    }
    for (const layer of this.#isPaused ? (['events'] as const) : this.#rules.layers) {
      const own = this.#layers[layer]
      // Less important data wait: they would only take the place of more important data.
      if (!own.isIdle) return
      if (own.cursor < headOf(head, layer)) return await this.#send(layer, headOf(head, layer))
    }
    this.#options.completed()
  }

  async #send(layer: Layer, head: number): Promise<void> {
    const own = this.#layers[layer]
    const { to, body } = await this.#batches.next(layer, own.cursor, head)
    if (this.#isEnded) return
    const range = own.send(to)
    this.#timers.set(layer, deadlines.ackMs, () => this.#fail('The fleet does not acknowledge'))
    this.#options.link.send(encodeFrame({ type: 'batch', layer, ...range, body }))
  }

  /** Marks all values as changed if a lease wants them, and not too often: leases can begin at any rate. */
  #takeAllDue(): boolean {
    if (!this.#areAllDue || this.#timers.has('all')) return false
    this.#areAllDue = false
    this.#options.values.forgetSent()
    this.#timers.set('all', allEveryFrames * this.#rules.shortestLiveMs, () => {
      if (this.#areAllDue && !this.#isPaused) this.#sendLive()
    })
    return true
  }

  #sendLive(): void {
    const { values, link } = this.#options
    if (this.#liveMs === 0) return
    const areAllSent = this.#takeAllDue()
    this.#isLiveDue = this.#timers.has('gap') && !areAllSent
    if (this.#isLiveDue) return
    if (link.waiting < waitingMost)
      for (const body of values.takeChanged().flatMap((delta) => this.#live.encode(delta)))
        if (body.length <= sizes.liveBytes) link.send(encodeFrame({ type: 'live', body }))
        else return this.#fail(`Live values of ${body.length} bytes are too long`)
    this.#timers.set('gap', this.#rules.shortestLiveMs, () => {
      if (this.#isLiveDue && !this.#isPaused) this.#sendLive()
    })
    this.#timers.set('live', this.#periodMs, () => this.#sendLive())
  }
}
