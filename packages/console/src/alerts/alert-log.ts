import { alertIn, keyOf, type News, type ShownAlert } from './alert.ts'

/** The alerts that stand, by key. */
export type Standing = ReadonlyMap<string, ShownAlert>

/** One that is gone, and when this page saw it go, on the clock of `performance.now()`. */
export interface PastAlert {
  readonly alert: ShownAlert
  readonly endedAt: number
}

/** What the page knows: what stands, and what it has seen go. */
export interface AlertLog {
  readonly standing: Standing
  /** The newest first. */
  readonly past: readonly PastAlert[]
}

export const emptyLog: AlertLog = { standing: new Map(), past: [] }

const pastLimits = { ms: 24 * 3_600_000, entries: 200 } as const

const pastWith = (
  past: readonly PastAlert[],
  gone: readonly ShownAlert[],
  now: number,
): readonly PastAlert[] => {
  if (gone.length === 0) return past
  const ended = gone.map((alert) => ({ alert, endedAt: now }))
  const kept = past.filter(({ endedAt }) => now - endedAt < pastLimits.ms)
  return [...ended, ...kept].slice(0, pastLimits.entries)
}

/** The log after the boat has spoken; the same one when nothing is new. */
export const heard = (log: AlertLog, news: News, now: number): AlertLog => {
  const key = keyOf(news)
  const before = log.standing.get(key)
  const alert = alertIn(news, before)
  if (alert === undefined && before === undefined) return log
  const standing = new Map(log.standing)
  if (alert === undefined) standing.delete(key)
  else standing.set(key, alert)
  const isGone = before !== undefined && before.id !== alert?.id
  return { standing, past: pastWith(log.past, isGone ? [before] : [], now) }
}

/** The log without alerts that the boat no longer knows of. */
export const withoutLost = (log: AlertLog, isLost: (alert: ShownAlert) => boolean, now: number): AlertLog => {
  const gone = [...log.standing.values()].filter(isLost)
  if (gone.length === 0) return log
  const standing = new Map([...log.standing].filter(([, alert]) => !gone.includes(alert)))
  return { standing, past: pastWith(log.past, gone, now) }
}
