import type { AlertStatus, Severity } from '#data/notification.ts'

/** The life cycle of an alert on a wire: letters of NMEA 0183 (ALF), and numbers of NMEA 2000 (PGN 126983). */
export const wireAlertStates = {
  active: { letter: 'V', number: 2 },
  silenced: { letter: 'S', number: 3 },
  acknowledged: { letter: 'A', number: 4 },
  rectified: { letter: 'U', number: 5 },
  ended: { letter: 'N', number: 1 },
} as const satisfies Readonly<Record<AlertStatus | 'ended', { letter: string; number: number }>>
export type WireAlertState = keyof typeof wireAlertStates

/** Priorities: letters of NMEA 0183, and alert types of NMEA 2000. */
export const wireAlertPriorities = {
  emergency: { letter: 'E', number: 1 },
  alarm: { letter: 'A', number: 2 },
  warn: { letter: 'W', number: 5 },
  alert: { letter: 'C', number: 8 },
} as const satisfies Partial<Readonly<Record<Severity, { letter: string; number: number }>>>
export type WireAlertPriority = keyof typeof wireAlertPriorities

/**
 * The kinds of alerts on a wire. Category A needs a look at the chart, B does not. `identifier` is that of NMEA 0183:
 * 3122 is the standard one for received distress.
 */
export const wireAlertKinds = {
  overboard: { id: 1, category: 'A', identifier: 10_001 },
  beacon: { id: 2, category: 'A', identifier: 3_122 },
  dsc: { id: 3, category: 'A', identifier: 3_122 },
  collision: { id: 4, category: 'A', identifier: 10_004 },
  anchor: { id: 5, category: 'A', identifier: 10_005 },
  other: { id: 6, category: 'B', identifier: 10_006 },
} as const
export type WireAlertKind = keyof typeof wireAlertKinds

/** Longest title of an alert, in characters of ASCII. */
export const wireTitleLength = 16
