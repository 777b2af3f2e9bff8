/** What is known at one path: the value, whose it is, and how long ago it was heard. */
export interface Reading {
  /** `null`: the source says that it is not available. */
  readonly value: unknown
  readonly source: string
  /** On the clock of `performance.now()`. */
  readonly heardAt: number
  /** The server's judgement, so that all screens agree. */
  readonly isStale: boolean
  /** After how long without news the server called it stale; undefined while it never has. */
  readonly staleAfterMs: number | undefined
}

/** `dead` is shown as dashes, `stale` struck through with its age. */
export type Age = 'fresh' | 'stale' | 'dead'

const leastStaleMs = 2_000
const deadAfterMs = 60_000

/** How old a reading is. Missing is never zero, and old is never live. */
export const ageOf = (reading: Reading | undefined, now: number, isLinkLost = false): Age => {
  if (reading === undefined || reading.value === null) return 'dead'
  if (!reading.isStale) return isLinkLost ? 'stale' : 'fresh'
  const limitMs = Math.min(5 * (reading.staleAfterMs ?? leastStaleMs), deadAfterMs)
  return now - reading.heardAt > limitMs ? 'dead' : 'stale'
}

export const numberIn = (reading: Reading | undefined): number | undefined =>
  typeof reading?.value === 'number' ? reading.value : undefined

export const textIn = (reading: Reading | undefined): string | undefined =>
  typeof reading?.value === 'string' ? reading.value : undefined

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** A whole position; half of one is none. */
export const placeIn = (reading: Reading | undefined): Place | undefined => {
  const value = reading?.value
  if (typeof value !== 'object' || value === null) return undefined
  const { latitude, longitude } = value as Partial<Place>
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
}
