import { isNotificationPath, severities, severityOf, type SentDelta, type Severity } from '@marinedata/model'
import { discoveryOf } from './home-assistant/discovery.ts'
import type { PublishedPaths } from './published-paths.ts'
import {
  discoveryTopicsOf,
  discoveryTopicOf,
  statusTopicOf,
  valueTopicOf,
  type TopicLayout,
} from './topic-layout.ts'

/** Sets the newest payload of a topic. */
export type SetTopic = (topic: string, payload: string) => void

export interface BoatTopicsOptions {
  readonly paths: PublishedPaths
  readonly layout: TopicLayout
  /** Whether discovery messages for Home Assistant are published. */
  readonly isDiscovered: boolean
  readonly version: string
  readonly set: SetTopic
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

interface PathState {
  readonly periodMs: number
  readonly isNotification: boolean
  /** The latest value, or that of each source of a notification; none that is null. */
  readonly valueBySource: Map<string, unknown>
  timestamp: string
  source: string
  sentAt: number
  isPublished: boolean
}

/** A broker with more topics of one boat is a mistake in the patterns. */
const mostPaths = 500
const mostSources = 32
/** A larger value is no measurement. */
const mostBytes = 65_536
const defaultName = 'Boat'

const severityRank = (value: unknown): number => {
  if (typeof value !== 'object' || value === null || !('state' in value)) return -1
  const state = severities.find((known) => known === value.state)
  return state === undefined ? -1 : severityOf(state satisfies Severity)
}

const worst = (values: Iterable<unknown>): unknown => {
  let found: unknown = null
  for (const value of values) if (severityRank(value) > severityRank(found)) found = value
  return found
}

const valueOf = ({ isNotification, valueBySource, source }: PathState): unknown =>
  isNotification ? worst(valueBySource.values()) : (valueBySource.get(source) ?? null)

const mildest = (valueBySource: ReadonlyMap<string, unknown>): string =>
  [...valueBySource].reduce((one, other) => (severityRank(other[1]) < severityRank(one[1]) ? other : one))[0]

/** Maps values of the boat to MQTT messages: one topic per path, and its discovery message for Home Assistant. */
export class BoatTopics {
  readonly #options: BoatTopicsOptions
  readonly #now: () => number
  readonly #stateByPath = new Map<string, PathState>()
  readonly #waiting = new Set<string>()
  readonly #discovered = new Map<string, unknown>()
  readonly #toldTopics = new Set<string>()
  #boatName = defaultName
  readonly #leftOut = new Set<string>()
  /** Paths of an earlier run that have no value yet. */
  readonly #unknown = new Set<string>()

  constructor(options: BoatTopicsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** How many paths have been published since the start. */
  get liveCount(): number {
    return this.#stateByPath.size
  }

  /** The paths that the broker has, with a value or without. */
  get paths(): readonly string[] {
    return [...this.#stateByPath.keys(), ...this.#unknown]
  }

  /** Paths that are not published because there are too many, or because their value is too large. */
  get leftOutCount(): number {
    return this.#leftOut.size
  }

  /** Takes values that the server has sent. */
  handle({ updates }: SentDelta): void {
    for (const { $source: source = '', timestamp, values = [] } of updates)
      for (const { path, value, stale } of values) {
        if (path === 'name') this.#rename(value)
        const state = this.#stateOf(path)
        if (state === undefined) continue
        this.#take(state, { source, timestamp, value: stale === true ? null : value })
        this.#schedule(path, state)
      }
  }

  /** Removes what an earlier run has published and this one does not. A path without a value is unknown. */
  reconcile(
    before: { readonly topic: string; readonly discoveryTopic: string },
    paths: readonly string[],
  ): void {
    const { layout, set, isDiscovered } = this.#options
    const old = { ...layout, prefix: before.topic, discovery: before.discoveryTopic }
    const isSameTopic = old.prefix === layout.prefix
    const isSameDiscovery = isDiscovered && isSameTopic && old.discovery === layout.discovery
    if (!isSameTopic) set(statusTopicOf(old), '')
    for (const path of paths) {
      const isPublished = this.#options.paths.periodMsOf(path) !== undefined
      if (!(isPublished && isSameTopic)) set(valueTopicOf(old, path), '')
      if (!(isPublished && isSameDiscovery)) this.#removeDiscovery(old, path)
      if (isPublished) this.#markUnknown(path)
    }
  }

  /** Publishes values whose time has come. */
  tick(): void {
    for (const path of this.#waiting) {
      const state = this.#stateByPath.get(path)
      if (state !== undefined && this.#isDue(state)) this.#publish(path, state)
    }
  }

  #take(
    state: PathState,
    { source, timestamp, value }: { source: string; timestamp: string; value: unknown },
  ): void {
    state.timestamp = timestamp
    state.source = source
    const { valueBySource } = state
    // The server sends the preferred source of a path, but every source of a notification.
    if (!state.isNotification) valueBySource.clear()
    if (value === null) valueBySource.delete(source)
    else valueBySource.set(source, value)
    if (valueBySource.size > mostSources) valueBySource.delete(mildest(valueBySource))
  }

  #stateOf(path: string): PathState | undefined {
    const known = this.#stateByPath.get(path)
    if (known !== undefined) return known
    const periodMs = this.#options.paths.periodMsOf(path)
    if (periodMs === undefined) return undefined
    if (this.#stateByPath.size >= mostPaths) {
      if (this.#leftOut.size < mostPaths) this.#leftOut.add(path)
      return undefined
    }
    this.#unknown.delete(path)
    const state: PathState = {
      periodMs,
      isNotification: isNotificationPath(path),
      valueBySource: new Map(),
      timestamp: '',
      source: '',
      sentAt: -Infinity,
      isPublished: false,
    }
    this.#stateByPath.set(path, state)
    return state
  }

  #schedule(path: string, state: PathState): void {
    // That a value is lost is not delayed.
    if (this.#isDue(state) || valueOf(state) === null) this.#publish(path, state)
    else this.#waiting.add(path)
  }

  #isDue({ sentAt, periodMs }: PathState): boolean {
    return this.#now() >= sentAt + periodMs
  }

  #publish(path: string, state: PathState): void {
    this.#waiting.delete(path)
    state.sentAt = this.#now()
    const { timestamp, source: $source } = state
    const value = valueOf(state)
    const payload = JSON.stringify({ value, timestamp, $source })
    const topic = valueTopicOf(this.#options.layout, path)
    if (payload.length > mostBytes) {
      this.#leftOut.add(path)
      // The broker must not keep the value before.
      if (state.isPublished) this.#options.set(topic, JSON.stringify({ value: null, timestamp, $source }))
      return
    }
    if (value !== null) this.#discover(path, value)
    state.isPublished = true
    this.#options.set(topic, payload)
  }

  #markUnknown(path: string): void {
    if (this.#stateByPath.has(path) || this.#unknown.size >= mostPaths) return
    this.#unknown.add(path)
    this.#options.set(valueTopicOf(this.#options.layout, path), JSON.stringify({ value: null }))
  }

  #removeDiscovery(layout: TopicLayout, path: string): void {
    for (const topic of discoveryTopicsOf(layout, path))
      if (!this.#toldTopics.has(topic)) this.#options.set(topic, '')
  }

  #rename(value: unknown): void {
    const name = typeof value === 'string' && value.trim() !== '' ? value : defaultName
    if (name === this.#boatName) return
    this.#boatName = name
    for (const [path, known] of this.#discovered) this.#tell(path, known)
  }

  #discover(path: string, value: unknown): void {
    if (this.#discovered.has(path)) return
    this.#discovered.set(path, value)
    this.#tell(path, value)
  }

  #tell(path: string, value: unknown): void {
    const { layout, isDiscovered, version, set } = this.#options
    if (!isDiscovered) return
    const boat = { id: layout.boatId, name: this.#boatName, version, statusTopic: statusTopicOf(layout) }
    const found = discoveryOf(boat, { path, topic: valueTopicOf(layout, path), value })
    if (found === undefined) return
    const topic = discoveryTopicOf(layout, found.component, path)
    this.#toldTopics.add(topic)
    set(topic, JSON.stringify(found.config))
  }
}
