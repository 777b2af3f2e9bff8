import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Seconds by which the event loop was late: at the 99th percentile, and at worst. */
export interface Delay {
  readonly p99: number
  readonly max: number
}

/** A reading covers at least the last window, or the time since the first reading when that is shorter. */
const windowMs = 60_000
/** Longer than the interval of any regular reader. */
const defaultStopAfterMs = 5 * 60_000
const resolutionMs = 20
const firstSampleMs = 200
const nanosecondsPerSecond = 1e9

/** The histogram records intervals between timer ticks. Subtracts the regular interval. */
const lateness = (interval: number): number =>
  Math.max(0, interval / nanosecondsPerSecond - resolutionMs / 1_000)

const worse = (one: Delay, other: Delay): Delay => ({
  p99: Math.max(one.p99, other.p99),
  max: Math.max(one.max, other.max),
})

/**
 * Measures the delay of the event loop, only while it is being read: measuring wakes the process 50 times a second.
 * Readers do not affect each other: a delay stays visible for a whole window.
 */
export class LoopDelay implements Disposable {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  readonly #stopAfterMs: number
  #windowBegan: number | undefined
  #lastWindow: Delay = { p99: 0, max: 0 }
  #stopping: NodeJS.Timeout | undefined

  constructor({ stopAfterMs = defaultStopAfterMs }: { readonly stopAfterMs?: number } = {}) {
    this.#stopAfterMs = stopAfterMs
  }

  get isMeasuring(): boolean {
    return this.#windowBegan !== undefined
  }

  /** The first call starts the measurement and takes a fifth of a second. */
  async read(): Promise<Delay> {
    this.#stopLater()
    if (this.#windowBegan === undefined) {
      this.#windowBegan = performance.now()
      this.#histogram.enable()
      await sleep(firstSampleMs, undefined, { ref: false })
    }
    const delay = { p99: lateness(this.#histogram.percentile(99)), max: lateness(this.#histogram.max) }
    const reading = worse(delay, this.#lastWindow)
    if (performance.now() - this.#windowBegan >= windowMs) this.#beginWindow(delay)
    return reading
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#stopping)
    this.#histogram.disable()
    this.#windowBegan = undefined
  }

  #beginWindow(last: Delay): void {
    this.#lastWindow = last
    this.#windowBegan = performance.now()
    this.#histogram.reset()
  }

  #stopLater(): void {
    clearTimeout(this.#stopping)
    this.#stopping = setTimeout(() => {
      this.#beginWindow({ p99: 0, max: 0 })
      this[Symbol.dispose]()
    }, this.#stopAfterMs).unref()
  }
}
