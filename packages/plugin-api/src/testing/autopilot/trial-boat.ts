import { degrees, radians, type AutopilotReport, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlugin, type StartedPlugin } from '../start-plugin.ts'
import { TurnCounter } from './turn-counter.ts'
import { defaultReadings, type AutopilotSuiteOptions, type Quantity, type Situation } from './options.ts'
import { reportsOf, ReportMonitor } from './report-monitor.ts'
import { TrialCourse } from './trial-course.ts'

const pollMs = 5
/** Extra time for a busy machine in every wait. */
const slackMs = 2_000
/** Minimum wait until a few values have arrived, however fast the simulation runs. */
const minWaitMs = 120
/** How long a pilot may take to send its first report. The server counts it as offline until then. */
const firstReportMs = 5_000
/** How long a plugin may take to publish its first value. */
const firstValuesMs = 1_500
/** Below this turn per second the boat goes straight. */
const straightRate = degrees(0.3)
/** Time for a boat without commands to go straight. */
const straightSeconds = 60

interface Run {
  readonly plugin: StartedPlugin
  readonly watch: ReportMonitor
  /** Reports before the first command. */
  readonly reportsAtStart: ReadonlyMap<string, readonly AutopilotReport[]>
  hasEnded: boolean
}

/** The boat under test: the running plugin, and what can be read of the simulated boat. */
export class TrialBoat implements AsyncDisposable {
  readonly options: AutopilotSuiteOptions
  /** The course of the boat: set from the start, so that a pilot can steer in a route mode. */
  readonly course = new TrialCourse(() => (this.#run.hasEnded ? undefined : this.#run.plugin))
  readonly #place: string | URL
  readonly #earlierById = new Map<string, AutopilotReport[]>()
  readonly #silenceById = new Map<string, number>()
  #run: Run

  private constructor(place: string | URL, options: AutopilotSuiteOptions, run: Run) {
    this.#place = place
    this.options = options
    this.#run = run
  }

  static async start(place: string | URL, options: AutopilotSuiteOptions): Promise<TrialBoat> {
    const boat = new TrialBoat(place, options, await newRun(place, options, {}))
    await boat.#waitForReadings()
    boat.course.lead(boat.reading('heading') ?? radians(0))
    return boat
  }

  get plugin(): StartedPlugin {
    return this.#run.plugin
  }

  get pilots(): readonly string[] {
    return [...this.plugin.devices].flatMap(([id, { kind }]) => (kind === 'autopilot' ? [id] : []))
  }

  reportsAtStart(id: string): readonly AutopilotReport[] {
    return this.#run.reportsAtStart.get(id) ?? []
  }

  /** Every report since the start of the suite. */
  allReports(id: string): readonly AutopilotReport[] {
    return [...(this.#earlierById.get(id) ?? []), ...reportsOf(this.plugin, id)]
  }

  /** Milliseconds of uninterrupted measurement. */
  get measuredMs(): number {
    return this.#run.watch.measuredMs
  }

  /** Milliseconds, without intended faults. */
  longestSilence(id: string): number {
    return Math.max(this.#silenceById.get(id) ?? 0, this.#run.watch.longestSilence(id))
  }

  /** Runs a function during which pilots may be silent. */
  async withoutMeasuring(during: () => Promise<void>): Promise<void> {
    this.#run.watch.isMeasuring = false
    try {
      await during()
    } finally {
      this.#run.watch.isMeasuring = true
    }
  }

  /** Stops the plugin and starts it again with its stored values, as the server does. */
  async restart(): Promise<void> {
    await this.#stop()
    const storage = Object.fromEntries(this.plugin.storage)
    this.#run = await newRun(this.#place, this.options, storage)
    await this.#waitForReadings()
  }

  /** Restarts the plugin if the case before ended it. */
  async ensureRunning(): Promise<void> {
    if (this.#run.hasEnded) await this.restart()
  }

  /** What the instruments show; undefined when there is no value. */
  reading(quantity: Quantity): Radians | undefined {
    const { readings = {} } = this.options
    const given = readings[quantity]
    const paths = typeof given === 'string' ? [given] : defaultReadings[quantity]
    const value =
      typeof given === 'function'
        ? given(this.plugin)
        : paths.map((path) => this.plugin.latest(path)).find((latest) => typeof latest === 'number')
    return typeof value === 'number' ? radians(value) : undefined
  }

  /** Why a quantity cannot be read. */
  lacksReading(quantity: Quantity): string | undefined {
    if (this.reading(quantity) !== undefined) return undefined
    const given = this.options.readings?.[quantity]
    const where = typeof given === 'string' ? given : defaultReadings[quantity].join(' or ')
    return `nothing is published at ${where}; options.readings.${quantity} can say where it is`
  }

  bow(): TurnCounter {
    return new TurnCounter(() => this.reading('heading'))
  }

  /** Puts the boat into a situation and waits until it goes straight. */
  async prepare(situation: Situation): Promise<void> {
    if (this.options.prepare === undefined) return
    await this.options.prepare(this.plugin, situation)
    await this.#waitUntilStraight()
  }

  /** Waits for this much simulated time, calling `look` repeatedly. */
  async watch(seconds: number, look: () => void = () => undefined): Promise<void> {
    const { pace = 1 } = this.options
    const end = performance.now() + Math.max((seconds * 1_000) / pace, minWaitMs)
    for (; performance.now() < end; await sleep(pollMs)) look()
    look()
  }

  /** Waits until a condition holds. Fails after this much simulated time plus some slack. */
  async until(condition: () => boolean, what: string, seconds: number): Promise<void> {
    const { pace = 1 } = this.options
    const end = performance.now() + (seconds * 1_000) / pace + slackMs
    while (!condition()) {
      if (performance.now() > end) assert.fail(`${what} did not come within ${seconds} s`)
      await sleep(pollMs)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.course[Symbol.dispose]()
    await this.#stop()
  }

  async #stop(): Promise<void> {
    const { plugin, watch } = this.#run
    watch[Symbol.dispose]()
    await plugin.stop()
    for (const id of this.pilots) {
      this.#silenceById.set(id, this.longestSilence(id))
      this.#earlierById.set(id, [...this.allReports(id)])
    }
  }

  /** Waits for the first values. */
  async #waitForReadings(): Promise<void> {
    const end = performance.now() + firstValuesMs
    while (this.reading('heading') === undefined && performance.now() < end) await sleep(pollMs)
  }

  async #waitUntilStraight(): Promise<void> {
    if (this.reading('heading') === undefined) return
    const { pace = 1 } = this.options
    const end = performance.now() + (straightSeconds * 1_000) / pace + slackMs
    while (performance.now() < end) {
      const bow = this.bow()
      const began = performance.now()
      await this.#nextHeading()
      const seconds = ((performance.now() - began) / 1_000) * pace
      if (Math.abs(bow.look()) <= straightRate * Math.max(seconds, 1)) return
    }
    assert.fail(`The boat still turns ${straightSeconds} s after options.prepare`)
  }

  async #nextHeading(): Promise<void> {
    const { heading } = this.options.readings ?? {}
    const paths = heading === undefined ? defaultReadings.heading : [heading]
    const path = paths.find((one) => typeof one === 'string' && this.plugin.latest(one) !== undefined)
    if (typeof path === 'string') await this.plugin.next(path)
    else await sleep(minWaitMs)
  }
}

/** Waits until every pilot has sent a report, or the time is up. */
const firstReports = async (plugin: StartedPlugin): Promise<void> => {
  const haveReported = (): boolean =>
    [...plugin.devices.values()].every(({ kind, reports }) => kind !== 'autopilot' || reports.length > 0)
  const end = performance.now() + firstReportMs
  while (!haveReported() && performance.now() < end) await sleep(pollMs)
}

const newRun = async (
  place: string | URL,
  { settings, started, observeMs = 500 }: AutopilotSuiteOptions,
  storage: Readonly<Record<string, unknown>>,
): Promise<Run> => {
  const plugin = await startPlugin(place, { storage, ...(settings && { settings }) })
  await started?.(plugin)
  const watch = new ReportMonitor(plugin)
  await firstReports(plugin)
  await sleep(observeMs)
  const reportsAtStart = new Map([...plugin.devices.keys()].map((id) => [id, [...reportsOf(plugin, id)]]))
  const run: Run = { plugin, watch, reportsAtStart, hasEnded: false }
  void plugin.ended.then(() => (run.hasEnded = true))
  return run
}
