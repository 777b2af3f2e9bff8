import { alertIn, keyOf, type News, type ShownAlert } from './alert.ts'

/** Active alerts by key. */
export type ActiveAlerts = ReadonlyMap<string, ShownAlert>

export const noAlerts: ActiveAlerts = new Map()

/** The alerts after an update; the same map if nothing changed. */
export const applyUpdate = (active: ActiveAlerts, news: News): ActiveAlerts => {
  const key = keyOf(news)
  const before = active.get(key)
  const alert = alertIn(news, before)
  if (alert === undefined && before === undefined) return active
  const after = new Map(active)
  if (alert === undefined) after.delete(key)
  else after.set(key, alert)
  return after
}

/** The alerts without those the server no longer has. */
export const withoutLost = (active: ActiveAlerts, isLost: (alert: ShownAlert) => boolean): ActiveAlerts => {
  const left = [...active].filter(([, alert]) => !isLost(alert))
  return left.length === active.size ? active : new Map(left)
}
