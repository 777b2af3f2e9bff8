import type { AlertBy } from '@marinedata/core'
import {
  Alert,
  AlertCompleted,
  AlertList,
  AlertRequest,
  AlertsCompleted,
  PastAlertList,
  Type,
  type ProblemCode,
} from '@marinedata/model'
import { route, type ResponseShape, type Route, type RouteRequest } from '../route.ts'

/** What the routes ask of the alerts. */
export interface Alerts {
  list(): AlertList
  past(): PastAlertList
  find(id: string): Alert
  raise(request: AlertRequest, by: AlertBy): Promise<Alert>
  acknowledge(id: string, by: AlertBy): Promise<Alert>
  acknowledgeAll(by: AlertBy): Promise<Alert[]>
  silence(id: string, by: AlertBy): Promise<Alert>
  silenceAll(by: AlertBy): Promise<Alert[]>
  end(id: string, by: AlertBy): Promise<Alert>
  manOverboard(by: AlertBy): Promise<Alert>
  endManOverboard(by: AlertBy): Promise<Alert>
}

export interface AlertRoutesOptions {
  /** `…/v2/api/notifications` */
  readonly base: string
  readonly alerts: Alerts
}

const alertParams = Type.Object({ id: Type.String({ minLength: 1 }) })
const unknown: readonly ProblemCode[] = ['alert-not-found']

const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' } as const
const unsaved = { saved: false } as const

const oneDone = async (doing: Promise<Alert>): Promise<AlertCompleted> => {
  const alert = await doing
  return { ...completed, ...(alert.saved === false && unsaved), alert }
}

const allDone = async (doing: Promise<Alert[]>): Promise<AlertsCompleted> => {
  const alerts = await doing
  return { ...completed, ...(alerts.some(({ saved }) => saved === false) && unsaved), alerts }
}

const one: Readonly<Record<number, ResponseShape>> = {
  200: {
    description: 'Done: how the alert stands now; `saved` is false when it could not be written to disk',
    schema: AlertCompleted,
  },
}
const several: Readonly<Record<number, ResponseShape>> = {
  200: {
    description: 'Done: the alerts that it changed; `saved` is false when they could not be written to disk',
    schema: AlertsCompleted,
  },
}

const byOf = ({ principal, address }: RouteRequest<unknown, unknown, unknown>): AlertBy => ({
  who: principal.name,
  from: address,
})

const readingRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getAlerts',
    summary: 'All alerts of the own vessel, the worst first',
    responses: { 200: { description: 'Active, silenced, acknowledged or over', schema: AlertList } },
    handle: () => alerts.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/past`,
    scope: 'read',
    operationId: 'getPastAlerts',
    summary: 'The alerts that were over in the last 24 hours, the newest first',
    responses: {
      200: { description: 'As each last stood, and when and how it ended', schema: PastAlertList },
    },
    handle: () => alerts.past(),
  }),
  route({
    method: 'GET',
    path: `${base}/:id`,
    scope: 'read',
    operationId: 'getAlert',
    summary: 'One alert',
    params: alertParams,
    responses: { 200: { description: 'The alert, whole', schema: Alert } },
    problems: unknown,
    handle: (request) => alerts.find(request.params.id),
  }),
]

const answeringRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/:id/acknowledge`,
    scope: 'alerts.ack',
    operationId: 'acknowledgeAlert',
    summary: 'Takes note of an alert, for everyone aboard; again changes nothing',
    params: alertParams,
    responses: one,
    problems: unknown,
    handle: (request) => oneDone(alerts.acknowledge(request.params.id, byOf(request))),
  }),
  route({
    method: 'POST',
    path: `${base}/:id/silence`,
    scope: 'alerts.ack',
    operationId: 'silenceAlert',
    summary: 'Silences an alert for half a minute, or until it gets worse',
    params: alertParams,
    responses: one,
    problems: unknown,
    handle: (request) => oneDone(alerts.silence(request.params.id, byOf(request))),
  }),
]

const answeringAllRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/acknowledge`,
    scope: 'alerts.ack',
    operationId: 'acknowledgeAlerts',
    summary: 'Takes note of all alerts',
    responses: several,
    handle: (request) => allDone(alerts.acknowledgeAll(byOf(request))),
  }),
  route({
    method: 'POST',
    path: `${base}/silence`,
    scope: 'alerts.ack',
    operationId: 'silenceAlerts',
    summary: 'Silences all alerts for half a minute',
    responses: several,
    handle: (request) => allDone(alerts.silenceAll(byOf(request))),
  }),
]

const raisingRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: base,
    scope: 'alerts.ack',
    operationId: 'raiseAlert',
    summary: 'Raises an alert by hand; at the same path again, it sounds again',
    body: AlertRequest,
    responses: one,
    problems: ['invalid-body', 'invalid-value', 'storage-full'],
    handle: (request) => oneDone(alerts.raise(request.body, byOf(request))),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    scope: 'alerts.ack',
    operationId: 'endAlert',
    summary: 'Ends an alert that was raised by hand, or that nobody has watched since the start',
    params: alertParams,
    responses: one,
    problems: [...unknown, 'not-raised-by-hand'],
    handle: (request) => oneDone(alerts.end(request.params.id, byOf(request))),
  }),
]

const overboardRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/mob`,
    scope: 'alerts.ack',
    operationId: 'raiseManOverboard',
    summary: 'Man overboard: an emergency, with the position if a fix is fresh',
    ignoresBody: true,
    responses: one,
    handle: (request) => oneDone(alerts.manOverboard(byOf(request))),
  }),
  route({
    method: 'DELETE',
    path: `${base}/mob`,
    scope: 'alerts.ack',
    operationId: 'endManOverboard',
    summary: 'Everyone is aboard again',
    responses: one,
    problems: unknown,
    handle: (request) => oneDone(alerts.endManOverboard(byOf(request))),
  }),
]

/** The alerts: read, acknowledge, silence, raise. */
export const alertRoutes = (options: AlertRoutesOptions): Route[] =>
  [readingRoutes, answeringRoutes, answeringAllRoutes, raisingRoutes, overboardRoutes].flatMap((routes) =>
    routes(options),
  )
