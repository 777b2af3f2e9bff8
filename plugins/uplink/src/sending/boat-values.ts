import { isNotificationPath, type Delta, type SentDelta, type Update } from '@marinedata/model'
import type { EventsBody } from '@marinedata/uplink-protocol'

interface Latest {
  readonly value: unknown
  readonly source: string
  readonly timestamp: string
}

/** Maximum updates in a delta of the interface: one per source. */
const updatesMost = 64
const pathsMost = 2_000
const alertsMost = 512

const closedStates: ReadonlySet<unknown> = new Set(['normal', 'nominal'])
const urgentStates: ReadonlySet<unknown> = new Set(['alarm', 'emergency'])

const stateOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'state' in value ? value.state : undefined

/** The latest values of own ship, and its open notifications. */
export class BoatValues {
  readonly #latestByPath = new Map<string, Latest>()
  readonly #changed = new Set<string>()
  readonly #openByPath = new Map<string, Pick<Latest, 'value' | 'source'>>()
  readonly #onNotification: (isUrgent: boolean) => void

  /** @param onNotification called when a notification has changed */
  constructor(onNotification: (isUrgent: boolean) => void) {
    this.#onNotification = onNotification
  }

  get open(): EventsBody['open'] {
    return [...this.#openByPath].map(([path, { value, source }]) => ({
      path,
      value,
      ...(source !== '' && { source }),
    }))
  }

  /** The latest value of a path, if there is one. */
  value(path: string): unknown {
    return this.#latestByPath.get(path)?.value
  }

  record({ updates }: SentDelta): void {
    for (const { $source: source = '', timestamp, values = [] } of updates)
      for (const { path, value, stale = false, preferred = true } of values) {
        if (isNotificationPath(path)) this.#notify(path, { value, source })
        // On the shore its age is enough.
        else if (!stale && preferred) this.#set(path, { value, source, timestamp })
      }
  }

  /** The changes since the last call, as deltas. */
  takeChanged(): Delta[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return this.#deltasOf(changed)
  }

  /** From now on everything counts as changed: a new connection starts with nothing. */
  forgetSent(): void {
    for (const path of this.#latestByPath.keys()) this.#changed.add(path)
  }

  #set(path: string, latest: Latest): void {
    if (!this.#latestByPath.has(path) && this.#latestByPath.size >= pathsMost) return
    this.#latestByPath.set(path, latest)
    this.#changed.add(path)
  }

  #notify(path: string, latest: Pick<Latest, 'value' | 'source'>): void {
    const state = stateOf(latest.value)
    const before = stateOf(this.#openByPath.get(path)?.value)
    if (state === undefined || closedStates.has(state)) this.#openByPath.delete(path)
    else if (this.#openByPath.has(path) || this.#openByPath.size < alertsMost)
      this.#openByPath.set(path, latest)
    this.#onNotification(urgentStates.has(state) && state !== before)
  }

  #deltasOf(paths: readonly string[]): Delta[] {
    const updateBySource = new Map<
      string,
      Update & { timestamp: string; values: NonNullable<Update['values']> }
    >()
    for (const path of paths) {
      const latest = this.#latestByPath.get(path)
      if (latest === undefined) continue
      const { source, timestamp, value } = latest
      const update = updateBySource.get(source) ?? { $source: source, timestamp, values: [] }
      if (timestamp > update.timestamp) update.timestamp = timestamp
      update.values.push({ path, value })
      updateBySource.set(source, update)
    }
    const updates = [...updateBySource.values()]
    return Array.from({ length: Math.ceil(updates.length / updatesMost) }, (_, index) => ({
      updates: updates.slice(index * updatesMost, (index + 1) * updatesMost),
    }))
  }
}
