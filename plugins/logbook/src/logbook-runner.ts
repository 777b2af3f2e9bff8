import { logbookName, type LogbookEntry, type LogbookTrip, type PathMetadata } from '@marinedata/model'
import type { Boat, SentDelta } from '@marinedata/plugin-api'
import { eventPaths } from './conditions.ts'
import { LogbookWriter, type LogbookSettings } from './logbook-writer.ts'
import { loadLogbook } from './saved-logbook.ts'
import { measuredPaths } from './situation.ts'

const distancePath = 'navigation.trip.log'
const base = 'navigation.trip'
/** What is published besides the entries. */
export const writtenPaths = [
  distancePath,
  `${base}.lastReset`,
  `${base}.timeUnderWay`,
  `${base}.timeUnknown`,
  `${base}.engineTime`,
  `${base}.averageSpeed`,
  `${base}.maximumSpeed`,
] as const

/** Metadata that the table of known paths lacks. */
const described: Readonly<Record<string, { readonly units: string; readonly description: string }>> = {
  [`${base}.timeUnderWay`]: { units: 's', description: 'Time under way on this trip' },
  [`${base}.timeUnknown`]: { units: 's', description: 'Time of this trip for which the speed is unknown' },
  [`${base}.engineTime`]: { units: 's', description: 'Time with a running engine on this trip' },
  [`${base}.averageSpeed`]: { units: 'm/s', description: 'Mean speed under way on this trip' },
  [`${base}.maximumSpeed`]: { units: 'm/s', description: 'Highest speed on this trip' },
}

export const readPaths = [...measuredPaths, ...eventPaths, distancePath] as const

/** Every second while something moves; an idle boat must not wake the processor. */
const tickMs = { active: 1_000, idle: 60_000 } as const
/** Without a value for so long, and not under way, the boat is idle. */
const idleAfterSeconds = 10
/** Seconds between two publications, two updates of the resources, and two saves. */
const every = { publish: 5, provide: 10, save: 60 } as const
const minPeriodMs = 500
/** Seconds for which the published figures are live: longer than between two ticks of an idle boat. */
const timeout = 180
const metadata: readonly PathMetadata[] = Object.entries(described).map(([path, value]) => ({
  path,
  value: { ...value, timeout },
}))
/** After this time without a distance of another source, that of this plugin is published. */
const otherLogSeconds = 60

/** Connects the logbook to a boat. */
export class LogbookRunner implements AsyncDisposable {
  readonly #boat: Boat
  readonly #settings: LogbookSettings
  readonly #stack = new AsyncDisposableStack()
  /** When each periodic work was last done, in seconds. */
  readonly #doneAt = { publish: -Infinity, provide: -Infinity, save: -Infinity }
  #timer: NodeJS.Timeout | undefined
  #receivedAt = -Infinity
  #otherLogAt = -Infinity
  #isDescribed = false

  constructor(boat: Boat, settings: LogbookSettings) {
    this.#boat = boat
    this.#settings = settings
  }

  async start(): Promise<LogbookActions> {
    const saved = await loadLogbook(this.#boat.storage, new Date())
    const writer = new LogbookWriter(this.#boat, this.#settings, saved)
    await writer.begin(this.#moment)
    this.#stack.defer(() => writer.save(this.#moment))
    const handle = (delta: SentDelta): void => {
      this.#noteOtherLog(delta)
      writer.take(delta, this.#moment)
      // The own distance comes back, too.
      if (delta.updates.some(({ $source }) => $source !== logbookName)) this.#wake(writer)
    }
    this.#stack.defer(() => clearTimeout(this.#timer))
    const measured = measuredPaths.map((path) => ({ path, minPeriod: minPeriodMs }))
    // No cached values: an old speed would be taken for the present one.
    this.#stack.use(await this.#boat.subscribe({ sendCachedValues: false, subscribe: measured }, handle))
    const logs = [{ path: distancePath, sources: 'all' as const, minPeriod: minPeriodMs }]
    this.#stack.use(await this.#boat.subscribe({ sendCachedValues: false, subscribe: logs }, handle))
    this.#stack.use(await this.#boat.subscribe({ subscribe: eventPaths.map((path) => ({ path })) }, handle))
    this.#tick(writer)
    return {
      addNote: async (note) => await writer.addNote(note, this.#moment),
      resetTrip: async () => {
        const trip = await writer.resetTrip(this.#moment)
        this.#publish(trip)
        return trip
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  get #moment() {
    return { now: performance.now() / 1_000, date: new Date() }
  }

  #noteOtherLog({ updates }: SentDelta): void {
    for (const { $source, values = [] } of updates)
      for (const { path, value, stale: isStale = false } of values)
        if (path === distancePath && $source !== logbookName)
          this.#otherLogAt = isStale || value === null ? -Infinity : this.#moment.now
  }

  /** Ticks every second again after an idle time. */
  #wake(writer: LogbookWriter): void {
    const { now } = this.#moment
    const wasIdle = now - this.#receivedAt > idleAfterSeconds
    this.#receivedAt = now
    if (wasIdle) this.#schedule(writer, tickMs.active)
  }

  #schedule(writer: LogbookWriter, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#tick(writer), ms)
  }

  #tick(writer: LogbookWriter): void {
    writer.tick(this.#moment)
    const warn = (error: Error): void => this.#boat.log.warn(`could not save the logbook: ${error.message}`)
    if (this.#isDue('publish')) this.#publish(writer.trip)
    if (this.#isDue('provide')) writer.provide().catch(warn)
    if (this.#isDue('save')) {
      if (writer.isChanged) writer.save(this.#moment).catch(warn)
      this.#boat.status('ok', `${writer.entryCount} entries`)
    }
    const isIdle = !writer.trip.isUnderWay && this.#moment.now - this.#receivedAt > idleAfterSeconds
    this.#schedule(writer, isIdle ? tickMs.idle : tickMs.active)
  }

  #isDue(work: keyof typeof every): boolean {
    const { now } = this.#moment
    // A timer may be a few milliseconds early.
    if (now - this.#doneAt[work] < every[work] - 0.5) return false
    this.#doneAt[work] = now
    return true
  }

  #publish({ since, figures }: LogbookTrip): void {
    // The log of an instrument measures the distance through the water, and has priority.
    const hasOtherLog = this.#moment.now - this.#otherLogAt < otherLogSeconds
    const values = {
      [distancePath]: hasOtherLog ? null : figures.distance,
      [`${base}.lastReset`]: since,
      [`${base}.timeUnderWay`]: figures.underWay,
      [`${base}.timeUnknown`]: figures.unknown,
      [`${base}.engineTime`]: figures.engine,
      [`${base}.averageSpeed`]: figures.averageSpeed,
      [`${base}.maximumSpeed`]: figures.maximumSpeed,
    }
    this.#boat.publishDelta({
      updates: [
        {
          timestamp: new Date().toISOString(),
          values: Object.entries(values).map(([path, value]) => ({ path, value })),
          ...(!this.#isDescribed && { meta: [...metadata] }),
        },
      ],
    })
    this.#isDescribed = true
  }
}

/** What people can do. */
interface LogbookActions {
  readonly addNote: (note: { readonly text: string; readonly author?: string }) => Promise<LogbookEntry>
  readonly resetTrip: () => Promise<LogbookTrip>
}
