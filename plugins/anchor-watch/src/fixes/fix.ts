import type { Place } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'

/** A raw fix from a receiver, not validated yet. */
export interface Fix {
  /** When it was received, on the clock of the watch. */
  readonly at: Seconds
  readonly source: string
  /** A position, half of one, null or anything else. */
  readonly position: unknown
  /** The source's timestamp; the same timestamp twice is a repetition. */
  readonly stamp?: string
  /** Whether the server marks the value as stale. */
  readonly isStale?: boolean
  readonly horizontalDilution?: number | null
  readonly satellites?: number | null
  /** Name of the quality of the method: `GNSS Fix`, `DGNSS fix`, `no GPS`. */
  readonly method?: string | null
}

/** Why a fix is rejected. */
export type Refusal =
  | 'null'
  | 'half'
  | 'not-available'
  | 'zero'
  | 'stale'
  | 'repeated'
  | 'no-fix'
  | 'poor'
  | 'jump'
  | 'impossible'
  | 'disagrees'

/** An accepted fix. */
export interface Sighting {
  readonly place: Place
  /** In watch time. */
  readonly at: Seconds
  readonly source: string
  /** Expected error in metres. */
  readonly deviation: Metres
}

const worstDilution = 5
const fewestSatellites = 4
const noFix = new Set(['no GPS', 'no fix', 'Error', 'Estimated (DR) mode', 'Manual input'])
const corrected = new Set(['DGNSS fix', 'SBAS', 'Precise GNSS', 'RTK fixed integer', 'RTK float'])
/** Metres per unit of dilution, without and with corrections. */
const [plain, better]: readonly [Metres, Metres] = [4, 2]
/** Assumed dilution of a receiver that does not send it. */
const usualDilution = 1.5

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isWithin = (value: unknown, limit: number): value is number =>
  isNumber(value) && Math.abs(value) <= limit
const isAbsent = (value: unknown): boolean => value === undefined || value === null

const placeOf = (position: unknown): Place | Refusal => {
  if (typeof position !== 'object' || position === null) return 'null'
  const { latitude, longitude } = position as Partial<Record<keyof Place, unknown>>
  if (isAbsent(latitude)) return isAbsent(longitude) ? 'null' : 'half'
  if (isAbsent(longitude)) return 'half'
  // "Not available" on a bus or in AIS is outside the globe: 91°, 181°, 214.7°.
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return 'not-available'
  return latitude === 0 && longitude === 0 ? 'zero' : { latitude, longitude }
}

/** Rejects a receiver without a fix or with one too poor for an alarm. Missing quality data is accepted. */
const qualityFault = ({ horizontalDilution, satellites, method }: Fix): Refusal | undefined => {
  if (noFix.has(method ?? '')) return 'no-fix'
  if ((horizontalDilution ?? 0) > worstDilution) return 'poor'
  return (satellites ?? fewestSatellites) < fewestSatellites ? 'poor' : undefined
}

/** The position of a fix, or why it is rejected. */
export const readFix = (fix: Fix): Place | Refusal => {
  if (fix.isStale === true) return 'stale'
  const place = placeOf(fix.position)
  return typeof place === 'string' ? place : (qualityFault(fix) ?? place)
}

/** Expected error of a fix in metres. */
export const deviationOf = ({ horizontalDilution, method }: Fix): Metres =>
  (isNumber(horizontalDilution) && horizontalDilution > 0 ? horizontalDilution : usualDilution) *
  (corrected.has(method ?? '') ? better : plain)
