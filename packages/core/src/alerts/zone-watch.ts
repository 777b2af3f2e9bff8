import {
  isNormal,
  severityOf,
  type AlertMethod,
  type Condition,
  type Metadata,
  type Severity,
  type Zone,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { defaultMethod } from './alert-record.ts'

/** A value of own ship with zones. */
export interface ZonedValue {
  readonly path: string
  readonly value: unknown
  readonly isStale: boolean
  readonly metadata: Metadata
}

export interface ZoneWatchOptions {
  readonly clock: Clock
  readonly values: () => Iterable<ZonedValue>
  /** The severity of the zone alert at a notification path, if there is one. */
  readonly stateAt: (path: string) => Severity | undefined
  readonly publish: (path: string, condition: Condition) => void
}

/**
 * Hysteresis: a severity rises after the value was in the zone for one second, and falls after it was out for five.
 */
export const dwellMs = { worse: 1_000, better: 5_000 } as const

interface ZoneState {
  readonly state: Severity
  readonly message: string
}

/** A pending change: since when the severity differs from the published one, and the closest severity since then. */
interface Move {
  readonly direction: keyof typeof dwellMs
  readonly since: number
  readonly zone: ZoneState
}

/**
 * Compares values with their zones and raises alerts. A stale or missing value changes nothing, unless its zones were
 * removed: then there is nothing to alert about.
 */
export class ZoneWatch {
  readonly #options: ZoneWatchOptions
  readonly #moveByPath = new Map<string, Move>()
  /** The last published severity: a condition without a place in the registry is still published only once. */
  readonly #publishedByPath = new Map<string, Severity>()

  constructor(options: ZoneWatchOptions) {
    this.#options = options
  }

  /** Called several times a second. */
  watch(): void {
    const now = this.#options.clock.now()
    for (const zoned of this.#options.values()) this.#check(zoned, now)
  }

  /** Ends the alert of a path that has lost its zones and has no value to compare. */
  clear(path: string): void {
    const at = `notifications.${path}`
    const published = this.#publishedByPath.get(path) ?? this.#options.stateAt(at) ?? 'normal'
    this.#moveByPath.delete(path)
    if (isNormal(published)) return
    this.#publishedByPath.set(path, 'normal')
    this.#options.publish(at, { ...outside, method: [] })
  }

  #check({ path, value, isStale, metadata }: ZonedValue, now: number): void {
    const at = `notifications.${path}`
    const published = severityOf(this.#publishedByPath.get(path) ?? this.#options.stateAt(at) ?? 'normal')
    const zone = zoneOf({ path, value, isStale, metadata })
    const difference = zone === undefined ? 0 : severityOf(zone.state) - published
    if (zone === undefined || difference === 0) {
      this.#moveByPath.delete(path)
      return
    }
    const move = moveOf(this.#moveByPath.get(path), {
      direction: difference > 0 ? 'worse' : 'better',
      since: now,
      zone,
    })
    this.#moveByPath.set(path, move)
    if (now - move.since < dwellMs[move.direction]) return
    this.#moveByPath.delete(path)
    this.#publishedByPath.set(path, move.zone.state)
    this.#options.publish(at, { ...move.zone, method: methodOf(move.zone.state, metadata) })
  }
}

/** Continues a pending change while its direction is the same, with the severity closest to the published one. */
const moveOf = (before: Move | undefined, now: Move): Move => {
  if (before?.direction !== now.direction) return now
  const isNearer =
    now.direction === 'worse'
      ? severityOf(now.zone.state) <= severityOf(before.zone.state)
      : severityOf(now.zone.state) >= severityOf(before.zone.state)
  return isNearer ? { ...now, since: before.since } : before
}

const isIn = ({ lower = -Infinity, upper = Infinity }: Zone, value: number): boolean =>
  value >= lower && value <= upper

const outside: ZoneState = { state: 'normal', message: '' }

/** The present zone; undefined when the value says nothing. */
const zoneOf = ({ path, value, isStale, metadata }: ZonedValue): ZoneState | undefined => {
  if (metadata.zones?.length === 0) return outside
  return isStale || typeof value !== 'number' ? undefined : zoneStateOf(path, value, metadata)
}

/** The zone with the highest severity that contains the value; normal outside all zones. */
const zoneStateOf = (
  path: string,
  value: number,
  { zones = [], displayName = path }: Metadata,
): ZoneState => {
  let worst = outside
  for (const zone of zones) {
    if (!isIn(zone, value) || severityOf(zone.state) <= severityOf(worst.state)) continue
    worst = { state: zone.state, message: zone.message ?? `${displayName} is out of range` }
  }
  return worst
}

const methodOf = (state: Severity, metadata: Metadata): AlertMethod[] => {
  const { alertMethod, warnMethod, alarmMethod, emergencyMethod } = metadata
  const said = { alert: alertMethod, warn: warnMethod, alarm: alarmMethod, emergency: emergencyMethod }
  if (state === 'normal' || state === 'nominal') return []
  return said[state] ?? defaultMethod(state)
}
