import type { Boat, SentDelta } from '@marinedata/plugin-api'
import { DerivedValues } from './derived-values.ts'
import { lastingPaths, measuredPaths } from './figures.ts'
import { Readings } from './readings.ts'
import type { DerivedSettings } from './settings.ts'

export const pluginName = 'derived-data'

/** Inputs come together, and four values a second move a pointer smoothly. */
const evaluateMs = 250
const minPeriodMs = 200

/** Runs the plugin: subscribes to the inputs, computes and publishes. */
export class FigurePublisher implements AsyncDisposable {
  readonly #boat: Boat
  readonly #readings = new Readings(pluginName)
  readonly #values: DerivedValues
  readonly #stack = new AsyncDisposableStack()
  #timer: NodeJS.Timeout | undefined
  #status = ''

  constructor(boat: Boat, settings: DerivedSettings) {
    this.#boat = boat
    this.#values = new DerivedValues(this.#readings, settings)
  }

  async start(): Promise<void> {
    // Disposed of last: until then a subscription may start the timer again.
    this.#stack.defer(() => this.#stopTimer())
    const handle = (delta: SentDelta): void => {
      const hasEnded = this.#readings.take(delta, this.#now)
      this.#timer ??= setInterval(() => this.#evaluate(), evaluateMs)
      // A value whose input is unknown must not stay on a screen until the next evaluation.
      if (hasEnded || this.#isTakenOver(delta)) this.#evaluate()
    }
    const measured = measuredPaths.map((path) => ({ path, minPeriod: minPeriodMs, sources: 'all' as const }))
    // No cached values: an old wind would be taken for a present one.
    this.#stack.use(await this.#boat.subscribe({ sendCachedValues: false, subscribe: measured }, handle))
    const lasting = lastingPaths.map((path) => ({ path }))
    this.#stack.use(await this.#boat.subscribe({ subscribe: lasting }, handle))
    this.#updateStatus()
  }

  /** Ends all values: without this plugin nothing would keep them up to date. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
    this.#boat.publish(this.#values.end())
    await this.#boat.flushed()
  }

  get #now(): number {
    return performance.now() / 1_000
  }

  /** Whether another source has sent a value that this plugin publishes. */
  #isTakenOver({ updates }: SentDelta): boolean {
    return updates.some(
      ({ $source, values = [] }) =>
        $source !== pluginName && values.some(({ path }) => this.#values.isPublished(path)),
    )
  }

  #evaluate(): void {
    this.#boat.publish(this.#values.evaluate(this.#now))
    this.#updateStatus()
    if (this.#values.liveCount === 0) this.#stopTimer()
  }

  #stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #updateStatus(): void {
    const { count, liveCount } = this.#values
    const status =
      liveCount === 0
        ? 'Computes nothing: sensors are missing, or send everything themselves'
        : `Computes ${liveCount} of ${count} figures`
    if (status === this.#status) return
    this.#status = status
    this.#boat.status('ok', status)
  }
}
