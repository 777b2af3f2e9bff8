import type { Place } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'

/** What a receiver says, as it came; nothing of it is believed yet. */
export interface Fix {
  /** When it came, by the clock of the watch. */
  readonly at: Seconds
  readonly source: string
  /** Whole, half, null or anything else. */
  readonly position: unknown
  /** When it was measured, as the source says; the same stamp twice is no news. */
  readonly stamp?: string
  /** The server calls the value stale. */
  readonly isStale?: boolean
  readonly horizontalDilution?: number | null
  readonly satellites?: number | null
  /** Quality of the method, by its name: `GNSS Fix`, `DGNSS fix`, `no GPS`. */
  readonly method?: string | null
}

/** Why a fix is not one to go by. */
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

/** A fix to go by. */
export interface Sighting {
  readonly place: Place
  /** By the time that the watch has lived. */
  readonly at: Seconds
  readonly source: string
  /** How far off it usually is. */
  readonly deviation: Metres
}

const worstDilution = 5
const fewestSatellites = 4
const noFix = new Set(['no GPS', 'no fix', 'Error', 'Estimated (DR) mode', 'Manual input'])
const corrected = new Set(['DGNSS fix', 'SBAS', 'Precise GNSS', 'RTK fixed integer', 'RTK float'])
/** Metres for each unit of dilution, without corrections and with them. */
const [plain, better]: readonly [Metres, Metres] = [4, 2]
/** What is taken for a receiver that does not tell. */
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
  // What says "not available" on a bus or in an AIS message is beyond the globe: 91°, 181°, 214.7°.
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return 'not-available'
  return latitude === 0 && longitude === 0 ? 'zero' : { latitude, longitude }
}

/** A receiver that has no fix, or one too poor to raise an alarm by; what it does not tell is not held against it. */
const qualityFault = ({ horizontalDilution, satellites, method }: Fix): Refusal | undefined => {
  if (noFix.has(method ?? '')) return 'no-fix'
  if ((horizontalDilution ?? 0) > worstDilution) return 'poor'
  return (satellites ?? fewestSatellites) < fewestSatellites ? 'poor' : undefined
}

/** Where the fix says the boat is, or why that is not to be believed whatever came before. */
export const readFix = (fix: Fix): Place | Refusal => {
  if (fix.isStale === true) return 'stale'
  const place = placeOf(fix.position)
  return typeof place === 'string' ? place : (qualityFault(fix) ?? place)
}

/** How far off such a fix usually is. */
export const deviationOf = ({ horizontalDilution, method }: Fix): Metres =>
  (isNumber(horizontalDilution) && horizontalDilution > 0 ? horizontalDilution : usualDilution) *
  (corrected.has(method ?? '') ? better : plain)
