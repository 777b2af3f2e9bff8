import type { Boat, Condition, SentDelta } from '@marinedata/plugin-api'
import { conditionOf, moreConditionOf, type DangerLimits } from './danger.ts'
import { DangerAlerts, type AlertChange } from './danger-alerts.ts'
import { anchorPath, TargetTracker, statePath, type Sighting } from './target-tracker.ts'
import { motionPaths } from './track.ts'
import type { Seconds } from './units.ts'

export interface WatchSettings extends DangerLimits {
  /** Whether alerts are raised; approaches are published in any case. */
  readonly alarms: boolean
}

export const pluginName = 'closest-approach'
export const approachPath = 'navigation.closestApproach'
export const notificationRoot = 'notifications.navigation.closestApproach'
export const readPaths = [...motionPaths, 'name', anchorPath, statePath, `${notificationRoot}.*`] as const

const allVessels = 'vessels.*'
const evaluateMs = 1_000
/** Minimum period of the subscriptions. */
const minPeriodMs = 500
const rounded = (value: number): number => Number(value.toFixed(1))

/** Runs the plugin: subscribes, evaluates every second, publishes and raises alerts. */
export class CollisionMonitor implements AsyncDisposable {
  readonly #boat: Boat
  readonly #settings: WatchSettings
  readonly #targets = new TargetTracker()
  readonly #dangers: DangerAlerts
  readonly #stack = new AsyncDisposableStack()
  #timer: NodeJS.Timeout | undefined
  #hasEvaluated = false
  #status = ''

  constructor(boat: Boat, settings: WatchSettings) {
    this.#boat = boat
    this.#settings = settings
    this.#dangers = new DangerAlerts(settings)
  }

  async start(): Promise<void> {
    // Disposed of last: until then a subscription may start the timer again.
    this.#stack.defer(() => this.#stopTimer())
    await this.#subscribe()
    this.#startTimer()
  }

  /** Ends all alerts: without a running plugin they would stay active forever. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
    await Promise.allSettled(this.#dangers.active.map((id) => this.#boat.clear(alarmPathOf(id))))
  }

  get #now(): Seconds {
    return performance.now() / 1_000
  }

  async #subscribe(): Promise<void> {
    const handle = (delta: SentDelta): void => {
      this.#targets.handle(delta, this.#now)
      this.#startTimer()
    }
    const motions = motionPaths.map((path) => ({ path, minPeriod: minPeriodMs }))
    // No cached values: an old position would be taken for a present one.
    const fresh = { context: allVessels, sendCachedValues: false, subscribe: motions }
    this.#stack.use(await this.#boat.subscribe(fresh, handle))
    this.#stack.use(
      await this.#boat.subscribe({ context: allVessels, subscribe: [{ path: 'name' }] }, handle),
    )
    const own = { subscribe: [{ path: anchorPath }, { path: statePath }] }
    this.#stack.use(await this.#boat.subscribe(own, handle))
    const raised = { subscribe: [{ path: `${notificationRoot}.*` }] }
    this.#stack.use(await this.#boat.subscribe(raised, (delta) => this.#adopt(delta)))
  }

  /** Evaluates every second while there is something to evaluate. */
  #startTimer(): void {
    this.#timer ??= setInterval(() => this.#evaluate(), evaluateMs)
  }

  #stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #evaluate(): void {
    this.#hasEvaluated = true
    const now = this.#now
    const sightings = [...this.#targets.evaluate(now)]
    for (const sighting of sightings) if (sighting.isDue) this.#publish(sighting)
    const { ownSpeed: speed, isResting } = this.#targets
    const considered = this.#settings.alarms ? sightings : []
    for (const change of this.#dangers.evaluate(considered, { speed, isResting }, now))
      void this.#updateAlert(change)
    this.#updateStatus(now)
    const isAlone = this.#targets.size === 0 && this.#dangers.size === 0
    if (isAlone && !this.#targets.isOwnKnown(now)) this.#stopTimer()
  }

  #publish({ context, approach }: Sighting): void {
    const value = approach && { distance: rounded(approach.distance), timeTo: rounded(approach.timeTo) }
    this.#boat.publish({ [approachPath]: value }, { context })
  }

  async #updateAlert(change: AlertChange): Promise<void> {
    const { id } = change
    const path = alarmPathOf(id)
    try {
      if (change.level === undefined) await this.#boat.clear(path)
      else await this.#boat.raise(path, this.#conditionOf(change))
    } catch (error) {
      // Tried again at the next evaluation.
      if (change.level === undefined) this.#dangers.adopt(id, 'warn', this.#now)
      else this.#dangers.forget(id)
      this.#boat.log.warn(`could not update ${path}: ${(error as Error).message}`)
    }
  }

  #conditionOf(change: Exclude<AlertChange, { readonly level: undefined }>): Condition {
    return 'more' in change
      ? moreConditionOf(change.more, change.level)
      : conditionOf(change.vessel, change.level, this.#settings)
  }

  /** Takes over alerts of this plugin that are active at the start: an earlier run raised them. */
  #adopt({ updates }: SentDelta): void {
    if (this.#hasEvaluated) return
    for (const { $source, values = [] } of updates)
      for (const { path, value } of values) {
        const { state } = Object(value) as { readonly state?: unknown }
        if ($source !== pluginName || (state !== 'warn' && state !== 'alarm')) continue
        this.#dangers.adopt(path.slice(notificationRoot.length + 1), state, this.#now)
      }
  }

  #updateStatus(now: Seconds): void {
    const { size } = this.#targets
    const isKnown = this.#targets.isOwnKnown(now)
    const near = this.#dangers.size === 0 ? '' : `, ${this.#dangers.size} too close`
    const status = isKnown
      ? `${size} ${size === 1 ? 'vessel' : 'vessels'} in range${near}`
      : 'Own position or course unknown'
    if (status === this.#status) return
    this.#status = status
    this.#boat.status(isKnown ? 'ok' : 'warning', status)
  }
}

const alarmPathOf = (id: string): string => `${notificationRoot}.${id}`
