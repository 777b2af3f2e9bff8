import { type AutopilotReport, degrees, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlugin, type StartedPlugin } from '../start-plugin.ts'
import { BowWatch } from './bow-watch.ts'
import { usualReadings, type AutopilotSuiteOptions, type Quantity, type Situation } from './options.ts'
import { reportsOf, ReportWatch } from './report-watch.ts'

const lookEveryMs = 5
/** What a busy machine may add to a wait for something that must come. */
const patienceMs = 2_000
/** However fast time runs, so long it takes until a few values have come. */
const shortestSailMs = 120
/** How long a pilot may take to be heard of: the server has it for off-line until then. */
const firstReportMs = 5_000
/** How long a plugin may take to tell its first value. */
const firstValuesMs = 1_500
/** Slower than this, per second, the boat goes straight. */
const almostStill = degrees(0.3)
/** Until then a boat that is left alone goes straight. */
const straightSeconds = 60

interface Run {
  readonly plugin: StartedPlugin
  readonly watch: ReportWatch
  /** What was reported before anything was asked. */
  readonly reportsAtStart: ReadonlyMap<string, readonly AutopilotReport[]>
  hasEnded: boolean
}

/** The boat of a sea trial: the plugin, running, and what can be read of the boat that its simulator moves. */
export class TrialBoat implements AsyncDisposable {
  readonly options: AutopilotSuiteOptions
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
    await boat.#readingsCome()
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

  /** Every report of the whole trial. */
  allReports(id: string): readonly AutopilotReport[] {
    return [...(this.#earlierById.get(id) ?? []), ...reportsOf(this.plugin, id)]
  }

  /** Milliseconds for which it has been listened to without a pause. */
  get listenedMs(): number {
    return this.#run.watch.listenedMs
  }

  /** Milliseconds, while nothing was wrong. */
  longestSilence(id: string): number {
    return Math.max(this.#silenceById.get(id) ?? 0, this.#run.watch.longestSilence(id))
  }

  /** Meanwhile the pilots may be silent. */
  async withoutListening(during: () => Promise<void>): Promise<void> {
    this.#run.watch.isListening = false
    try {
      await during()
    } finally {
      this.#run.watch.isListening = true
    }
  }

  /** Stops the plugin and starts it again, as the server would, with what it has stored. */
  async restart(): Promise<void> {
    await this.#stop()
    const storage = Object.fromEntries(this.plugin.storage)
    this.#run = await newRun(this.#place, this.options, storage)
    await this.#readingsCome()
  }

  /** Sees to it that the plugin runs, whatever the case before has done to it. */
  async float(): Promise<void> {
    if (this.#run.hasEnded) await this.restart()
  }

  /** What the instruments show; undefined when they do not. */
  reading(quantity: Quantity): Radians | undefined {
    const { readings = {} } = this.options
    const given = readings[quantity]
    if (typeof given === 'function') return given(this.plugin)
    const paths = given === undefined ? usualReadings[quantity] : [given]
    for (const path of paths) {
      const value = this.plugin.latest(path)
      if (typeof value === 'number') return value
    }
    return undefined
  }

  /** Why a quantity cannot be read. */
  lacksReading(quantity: Quantity): string | undefined {
    if (this.reading(quantity) !== undefined) return undefined
    const given = this.options.readings?.[quantity]
    const where = typeof given === 'string' ? given : usualReadings[quantity].join(' or ')
    return `nothing is published at ${where}; options.readings.${quantity} can say where it is`
  }

  bow(): BowWatch {
    return new BowWatch(() => this.reading('heading'))
  }

  /** Puts the boat into a situation, and waits until it goes straight. */
  async prepare(situation: Situation): Promise<void> {
    if (this.options.prepare === undefined) return
    await this.options.prepare(this.plugin, situation)
    await this.#goesStraight()
  }

  /** Lets so much simulated time pass, looking on. */
  async watch(seconds: number, look: () => void = () => undefined): Promise<void> {
    const { pace = 1 } = this.options
    const end = performance.now() + Math.max((seconds * 1_000) / pace, shortestSailMs)
    for (; performance.now() < end; await sleep(lookEveryMs)) look()
    look()
  }

  /** Waits until something is so; fails when so much simulated time, and some patience, have passed. */
  async until(isSo: () => boolean, what: string, seconds: number): Promise<void> {
    const { pace = 1 } = this.options
    const end = performance.now() + (seconds * 1_000) / pace + patienceMs
    while (!isSo()) {
      if (performance.now() > end) assert.fail(`${what} did not come within ${seconds} s`)
      await sleep(lookEveryMs)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
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

  /** What is going to be read at all has come by then. */
  async #readingsCome(): Promise<void> {
    const end = performance.now() + firstValuesMs
    while (this.reading('heading') === undefined && performance.now() < end) await sleep(lookEveryMs)
  }

  async #goesStraight(): Promise<void> {
    if (this.reading('heading') === undefined) return
    const { pace = 1 } = this.options
    const end = performance.now() + (straightSeconds * 1_000) / pace + patienceMs
    while (performance.now() < end) {
      const bow = this.bow()
      const began = performance.now()
      await this.#nextHeading()
      const seconds = ((performance.now() - began) / 1_000) * pace
      if (Math.abs(bow.look()) <= almostStill * Math.max(seconds, 1)) return
    }
    assert.fail(`${straightSeconds} s behind options.prepare the boat still turns`)
  }

  async #nextHeading(): Promise<void> {
    const { heading } = this.options.readings ?? {}
    const paths = heading === undefined ? usualReadings.heading : [heading]
    const path = paths.find((one) => typeof one === 'string' && this.plugin.latest(one) !== undefined)
    if (typeof path === 'string') await this.plugin.next(path)
    else await sleep(shortestSailMs)
  }
}

/** Every pilot has said something by then, or is not going to. */
const firstReports = async (plugin: StartedPlugin): Promise<void> => {
  const isHeard = (): boolean =>
    [...plugin.devices.values()].every(({ kind, reports }) => kind !== 'autopilot' || reports.length > 0)
  const end = performance.now() + firstReportMs
  while (!isHeard() && performance.now() < end) await sleep(lookEveryMs)
}

const newRun = async (
  place: string | URL,
  { settings, observeMs = 500 }: AutopilotSuiteOptions,
  storage: Readonly<Record<string, unknown>>,
): Promise<Run> => {
  const plugin = await startPlugin(place, { storage, ...(settings && { settings }) })
  const watch = new ReportWatch(plugin)
  await firstReports(plugin)
  await sleep(observeMs)
  const reportsAtStart = new Map([...plugin.devices.keys()].map((id) => [id, [...reportsOf(plugin, id)]]))
  const run: Run = { plugin, watch, reportsAtStart, hasEnded: false }
  void plugin.ended.then(() => (run.hasEnded = true))
  return run
}
