import type { Boat, SentDelta } from '@marinedata/plugin-api'
import { conditionOf, type DangerLimits } from './danger.ts'
import { DangerWatch, type Call } from './danger-watch.ts'
import { anchorPath, Lookout, statePath, type Sighting } from './lookout.ts'
import { motionPaths } from './track.ts'
import type { Seconds } from './units.ts'

export interface WatchSettings extends DangerLimits {
  /** Whether the crew is warned; how near others come is told in any case. */
  readonly alarms: boolean
}

export const pluginName = 'closest-approach'
export const approachPath = 'navigation.closestApproach'
export const notificationRoot = 'notifications.navigation.closestApproach'
export const readPaths = [...motionPaths, 'name', anchorPath, statePath, `${notificationRoot}.*`] as const

const everyone = 'vessels.*'
const lookEveryMs = 1_000
/** So often the own vessel's own instruments need be heard. */
const hearEveryMs = 500
const rounded = (value: number): number => Number(value.toFixed(1))

/** The watch, running: it listens, looks around every second, and tells. */
export class WatchKeeper implements AsyncDisposable {
  readonly #boat: Boat
  readonly #settings: WatchSettings
  readonly #lookout = new Lookout()
  readonly #dangers: DangerWatch
  readonly #stack = new AsyncDisposableStack()
  #looking: NodeJS.Timeout | undefined
  #hasLooked = false
  #status = ''

  constructor(boat: Boat, settings: WatchSettings) {
    this.#boat = boat
    this.#settings = settings
    this.#dangers = new DangerWatch(settings)
  }

  async start(): Promise<void> {
    // Ends last: until then a subscription may make it look again.
    this.#stack.defer(() => this.#rest())
    await this.#listen()
    this.#keepLooking()
  }

  /** Nobody looks any more: what was raised would stand for ever. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
    await Promise.allSettled(this.#dangers.standing.map((id) => this.#boat.clear(alarmPathOf(id))))
  }

  get #now(): Seconds {
    return performance.now() / 1_000
  }

  async #listen(): Promise<void> {
    const hear = (delta: SentDelta): void => {
      this.#lookout.hear(delta, this.#now)
      this.#keepLooking()
    }
    const motions = motionPaths.map((path) => ({ path, minPeriod: hearEveryMs }))
    // A position that was kept for minutes would be taken for one of now.
    const fresh = { context: everyone, sendCachedValues: false, subscribe: motions }
    this.#stack.use(await this.#boat.subscribe(fresh, hear))
    this.#stack.use(await this.#boat.subscribe({ context: everyone, subscribe: [{ path: 'name' }] }, hear))
    const own = { subscribe: [{ path: anchorPath }, { path: statePath }] }
    this.#stack.use(await this.#boat.subscribe(own, hear))
    const raised = { subscribe: [{ path: `${notificationRoot}.*` }] }
    this.#stack.use(await this.#boat.subscribe(raised, (delta) => this.#adopt(delta)))
  }

  /** Looks every second while there is anything to look at. */
  #keepLooking(): void {
    this.#looking ??= setInterval(() => this.#look(), lookEveryMs)
  }

  #rest(): void {
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  #look(): void {
    this.#hasLooked = true
    const now = this.#now
    const sightings = [...this.#lookout.look(now)]
    for (const sighting of sightings) if (sighting.isNews) this.#publish(sighting)
    const { ownSpeed: speed, isResting } = this.#lookout
    const judged = this.#settings.alarms ? sightings : []
    for (const call of this.#dangers.judge(judged, { speed, isResting }, now)) void this.#call(call)
    this.#tellStatus(now)
    const isAlone = this.#lookout.size === 0 && this.#dangers.size === 0
    if (isAlone && !this.#lookout.isOwnKnown(now)) this.#rest()
  }

  #publish({ context, approach }: Sighting): void {
    const value = approach && { distance: rounded(approach.distance), timeTo: rounded(approach.timeTo) }
    this.#boat.publish({ [approachPath]: value }, { context })
  }

  async #call({ id, level, name }: Call): Promise<void> {
    const path = alarmPathOf(id)
    try {
      if (level === undefined) await this.#boat.clear(path)
      else await this.#boat.raise(path, conditionOf(name ?? id, level, this.#settings))
    } catch (error) {
      // It is tried again.
      if (level === undefined) this.#dangers.adopt(id, 'warn', this.#now)
      else this.#dangers.forget(id)
      this.#boat.log.warn(`${path} could not be told: ${(error as Error).message}`)
    }
  }

  /** What stands in the own name when the plugin begins was raised by a run before. */
  #adopt({ updates }: SentDelta): void {
    if (this.#hasLooked) return
    for (const { $source, values = [] } of updates)
      for (const { path, value } of values) {
        const { state } = Object(value) as { readonly state?: unknown }
        if ($source !== pluginName || (state !== 'warn' && state !== 'alarm')) continue
        this.#dangers.adopt(path.slice(notificationRoot.length + 1), state, this.#now)
      }
  }

  #tellStatus(now: Seconds): void {
    const { size } = this.#lookout
    const isKnown = this.#lookout.isOwnKnown(now)
    const near = this.#dangers.size === 0 ? '' : `, ${this.#dangers.size} of them too near`
    const status = isKnown
      ? `${size} ${size === 1 ? 'vessel' : 'vessels'} in sight${near}`
      : 'Where the own vessel is, and which way it goes, is not known'
    if (status === this.#status) return
    this.#status = status
    this.#boat.status(isKnown ? 'ok' : 'warning', status)
  }
}

const alarmPathOf = (id: string): string => `${notificationRoot}.${id}`
