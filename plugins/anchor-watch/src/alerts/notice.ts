import type { Severity } from '@marinedata/model'

export type Level = Exclude<Severity, 'nominal'>

export const levels: readonly Level[] = ['normal', 'alert', 'warn', 'alarm', 'emergency']

/** The subject of a notice. */
export type Reason =
  | 'none'
  | 'distance'
  | 'no-position'
  | 'dragging'
  | 'receivers'
  | 'two-places'
  | 'not-set'
  | 'wind-shift'
  | 'downtime'
  | 'unwatched'
  | 'not-saved'

/** Something that the crew should know. */
export interface Notice {
  readonly reason: Reason
  readonly level: Level
  readonly message: string
}

export const isAtLeast = (level: Level, other: Level): boolean =>
  levels.indexOf(level) >= levels.indexOf(other)

/** Highest level first; among equals, the first in the list. */
export const byGravity = (notices: readonly Notice[]): Notice[] =>
  notices.toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level))

export const metres = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 1000).toLocaleString('en')} km` : `${Math.round(value)} m`

export const timeSpan = (seconds: number): string => {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
