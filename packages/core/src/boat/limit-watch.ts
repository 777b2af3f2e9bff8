import type { WatchedLimit, Zone } from '@marinedata/model'
import type { LimitPath, NamedLimit } from './limit-zones.ts'

/** A value in the tree at a path of own ship. */
export interface MeasuredValue {
  /** Whether the value is a number and not stale. */
  readonly isLive: boolean
  /** The present zones. */
  readonly zones: readonly Zone[] | undefined
  /** The zones without a limit, from the settings. */
  readonly configuredZones: readonly Zone[] | undefined
}

export interface LimitWatchOptions {
  readonly limits: () => readonly NamedLimit[]
  /** Undefined when the boat does not have this value. */
  readonly valueAt: (path: string) => MeasuredValue | undefined
  readonly setZones: (path: string, zones: readonly Zone[]) => void
  /** Ends the alert of a path without a value. */
  readonly clear: (path: string) => void
}

/**
 * Puts limits into the metadata of paths, from where the zone watch raises alerts. A limit is on one path at a time,
 * so that shallow water is one alert: the best path with a live value, otherwise the one it was on.
 */
export class LimitWatch {
  readonly #options: LimitWatchOptions
  readonly #pathByLimit = new Map<string, string>()

  constructor(options: LimitWatchOptions) {
    this.#options = options
  }

  /** Called every second, and after a change. */
  watch(): void {
    const limits = this.#options.limits()
    const wanted = new Map<string, readonly Zone[]>()
    for (const limit of limits) {
      const chosen = this.#choose(limit)
      if (chosen?.zones !== undefined) wanted.set(chosen.path, chosen.zones)
      this.#move(limit, chosen?.path, wanted)
    }
    this.#dropRemoved(limits, wanted)
    for (const [path, zones] of wanted) this.#apply(path, zones)
  }

  /** Ends alerts of paths that have lost their limit and have no value. @param before the limits before a change */
  ended(before: readonly NamedLimit[]): void {
    const { limits, valueAt, clear } = this.#options
    const present = new Set(limits().flatMap(({ paths }) => paths.map(({ path }) => path)))
    for (const { path } of before.flatMap(({ paths }) => paths))
      if (!present.has(path) && valueAt(path) === undefined) clear(path)
  }

  /** Whether each limit is compared with a value now. */
  list(): WatchedLimit[] {
    return this.#options.limits().map((limit) => this.#statusOf(limit))
  }

  #statusOf({ limit, paths }: NamedLimit): WatchedLimit {
    const path = this.#pathByLimit.get(limit)
    const value = path === undefined ? undefined : this.#options.valueAt(path)
    if (path !== undefined && value !== undefined)
      return { limit, status: value.isLive ? 'watched' : 'stale', path }
    const isUnusable = paths.some(
      ({ path: at, zones }) => zones === undefined && this.#options.valueAt(at) !== undefined,
    )
    return { limit, status: isUnusable ? 'needs-keel-offset' : 'no-value' }
  }

  #choose({ limit, paths }: NamedLimit): LimitPath | undefined {
    const { valueAt } = this.#options
    const usable = paths.filter(({ path, zones }) => zones !== undefined && valueAt(path) !== undefined)
    const last = this.#pathByLimit.get(limit)
    return (
      usable.find(({ path }) => valueAt(path)?.isLive === true) ??
      usable.find(({ path }) => path === last) ??
      usable[0]
    )
  }

  #move({ limit }: NamedLimit, to: string | undefined, wanted: ReadonlyMap<string, unknown>): void {
    const from = this.#pathByLimit.get(limit)
    if (from === to) return
    if (from !== undefined && !wanted.has(from)) this.#restore(from)
    if (to === undefined) this.#pathByLimit.delete(limit)
    else this.#pathByLimit.set(limit, to)
  }

  #dropRemoved(limits: readonly NamedLimit[], wanted: ReadonlyMap<string, unknown>): void {
    const names = new Set(limits.map(({ limit }) => limit))
    for (const [limit, path] of this.#pathByLimit) {
      if (names.has(limit)) continue
      this.#pathByLimit.delete(limit)
      if (!wanted.has(path)) this.#restore(path)
    }
  }

  #restore(path: string): void {
    this.#apply(path, this.#options.valueAt(path)?.configuredZones ?? [])
  }

  #apply(path: string, zones: readonly Zone[]): void {
    const present = this.#options.valueAt(path)?.zones
    // A device may describe the path with its zones; the crew's limits replace them.
    if (JSON.stringify(present) !== JSON.stringify(zones)) this.#options.setZones(path, zones)
  }
}
