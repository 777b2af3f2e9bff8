import assert from 'node:assert/strict'
import { askBoat, type Asking } from '@marinedata/testing/boats/crew'
import type { Exchange } from '@marinedata/testing/exchange'

export const alertsApi = '/marinedata/v2/api/notifications'

/** A notification as published by a sensor. */
export const alarm = { state: 'alarm', method: ['visual', 'sound'], message: 'Water' } as const

/** The body of a request that raises an alert by hand. */
export const raiseByHand = { path: 'notifications.engine', state: 'warn', message: 'It smells' } as const

/** @param ask the request below the alerts: `GET`, or `POST mob` */
export const askAlerts = (url: string, ask: string, asking: Asking = {}): Promise<Exchange> => {
  const [method, path] = ask.split(' ')
  return askBoat(url, `${method} ${alertsApi}${path === undefined ? '' : `/${path}`}`, asking)
}

/** The same for a request that must succeed. */
export const mustAlerts = async <T>(url: string, ask: string, body?: unknown): Promise<T> => {
  const { status, text } = await askAlerts(url, ask, { body })
  assert.equal(status, 200, `${ask}: ${text}`)
  return JSON.parse(text) as T
}
