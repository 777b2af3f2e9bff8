import { alertIn, keyOf, type News, type ShownAlert } from './alert.ts'

/** The alerts that stand, by key. */
export type Standing = ReadonlyMap<string, ShownAlert>

export const nothingStands: Standing = new Map()

/** What stands after the boat has spoken; the same when nothing is new. */
export const heard = (standing: Standing, news: News): Standing => {
  const key = keyOf(news)
  const before = standing.get(key)
  const alert = alertIn(news, before)
  if (alert === undefined && before === undefined) return standing
  const after = new Map(standing)
  if (alert === undefined) after.delete(key)
  else after.set(key, alert)
  return after
}

/** What stands without alerts that the boat no longer knows of. */
export const withoutLost = (standing: Standing, isLost: (alert: ShownAlert) => boolean): Standing => {
  const left = [...standing].filter(([, alert]) => !isLost(alert))
  return left.length === standing.size ? standing : new Map(left)
}
