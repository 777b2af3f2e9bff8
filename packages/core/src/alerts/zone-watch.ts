import {
  severityOf,
  type AlertMethod,
  type Condition,
  type Metadata,
  type Severity,
  type Zone,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { usualMethod } from './alert-record.ts'

/** A value of the own vessel that has bands. */
export interface ZonedValue {
  readonly path: string
  readonly value: unknown
  readonly isStale: boolean
  readonly metadata: Metadata
}

export interface ZoneWatchOptions {
  readonly clock: Clock
  readonly values: () => Iterable<ZonedValue>
  /** What stands at the notification of a path now; undefined when nothing does. */
  readonly told: (path: string) => Severity | undefined
  readonly tell: (path: string, condition: Condition) => void
}

/** A band counts once the value has been that bad for a second, and is left once it has been better for five. */
export const dwellMs = { worse: 1_000, better: 5_000 } as const

interface Band {
  readonly state: Severity
  readonly message: string
}

/** Since when the value is elsewhere than what was told, and the nearest to it that it has been since. */
interface Move {
  readonly direction: keyof typeof dwellMs
  readonly since: number
  readonly band: Band
}

/** Compares values with the bands of their paths. A value that is stale or not there says nothing: what was told stands. */
export class ZoneWatch {
  readonly #options: ZoneWatchOptions
  readonly #moveByPath = new Map<string, Move>()
  /** What could not be kept as an alert is still told only once. */
  readonly #toldByPath = new Map<string, Severity>()

  constructor(options: ZoneWatchOptions) {
    this.#options = options
  }

  /** To be called several times a second. */
  watch(): void {
    const now = this.#options.clock.now()
    for (const zoned of this.#options.values()) this.#look(zoned, now)
  }

  #look({ path, value, isStale, metadata }: ZonedValue, now: number): void {
    const at = `notifications.${path}`
    const told = severityOf(this.#toldByPath.get(path) ?? this.#options.told(at) ?? 'normal')
    const band = isStale || typeof value !== 'number' ? undefined : bandOf(path, value, metadata)
    const difference = band === undefined ? 0 : severityOf(band.state) - told
    if (band === undefined || difference === 0) {
      this.#moveByPath.delete(path)
      return
    }
    const move = moveOf(this.#moveByPath.get(path), {
      direction: difference > 0 ? 'worse' : 'better',
      since: now,
      band,
    })
    this.#moveByPath.set(path, move)
    if (now - move.since < dwellMs[move.direction]) return
    this.#moveByPath.delete(path)
    this.#toldByPath.set(path, move.band.state)
    this.#options.tell(at, { ...move.band, method: methodOf(move.band.state, metadata) })
  }
}

/** Goes on as long as the direction is the same, with the band that is nearest to what was told. */
const moveOf = (before: Move | undefined, now: Move): Move => {
  if (before?.direction !== now.direction) return now
  const isNearer =
    now.direction === 'worse'
      ? severityOf(now.band.state) <= severityOf(before.band.state)
      : severityOf(now.band.state) >= severityOf(before.band.state)
  return isNearer ? { ...now, since: before.since } : before
}

const isIn = ({ lower = -Infinity, upper = Infinity }: Zone, value: number): boolean =>
  value >= lower && value <= upper

/** The worst of the bands that the value is in; between them all is well. */
const bandOf = (path: string, value: number, { zones = [], displayName = path }: Metadata): Band => {
  let worst: Band = { state: 'normal', message: '' }
  for (const zone of zones) {
    if (!isIn(zone, value) || severityOf(zone.state) <= severityOf(worst.state)) continue
    worst = { state: zone.state, message: zone.message ?? `${displayName} is where it should not be` }
  }
  return worst
}

const methodOf = (state: Severity, metadata: Metadata): AlertMethod[] => {
  const { alertMethod, warnMethod, alarmMethod, emergencyMethod } = metadata
  const said = { alert: alertMethod, warn: warnMethod, alarm: alarmMethod, emergency: emergencyMethod }
  if (state === 'normal' || state === 'nominal') return []
  return said[state] ?? usualMethod(state)
}
