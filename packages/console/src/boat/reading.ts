/** The state of one path: its value, source and age. */
export interface Reading {
  /** `null`: the source reports it as unknown. */
  readonly value: unknown
  readonly source: string
  /** On the clock of `performance.now()`. */
  readonly receivedAt: number
  /** Decided by the server, so that all screens agree. */
  readonly isStale: boolean
  /** Time without an update after which the server marked it stale; undefined if it never did. */
  readonly staleAfterMs: number | undefined
}

/** `dead` is shown as dashes, `stale` struck through with its age. */
export type Age = 'fresh' | 'stale' | 'dead'

const leastStaleMs = 2_000
const deadAfterMs = 60_000

/** Age of a reading. A missing value is never zero, and an old one is never live. */
export const ageOf = (reading: Reading | undefined, now: number, isLinkLost = false): Age => {
  if (reading === undefined || reading.value === null) return 'dead'
  if (!reading.isStale) return isLinkLost ? 'stale' : 'fresh'
  const limitMs = Math.min(5 * (reading.staleAfterMs ?? leastStaleMs), deadAfterMs)
  return now - reading.receivedAt > limitMs ? 'dead' : 'stale'
}

export const numberIn = (reading: Reading | undefined): number | undefined =>
  typeof reading?.value === 'number' ? reading.value : undefined

export const textIn = (reading: Reading | undefined): string | undefined =>
  typeof reading?.value === 'string' ? reading.value : undefined

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** A complete position, or undefined. */
export const placeIn = (reading: Reading | undefined): Place | undefined => {
  const value = reading?.value
  if (typeof value !== 'object' || value === null) return undefined
  const { latitude, longitude } = value as Partial<Place>
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
}
