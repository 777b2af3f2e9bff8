import {
  completed,
  Alert,
  AlertCompleted,
  AlertList,
  AlertRequest,
  AlertsCompleted,
  PastAlertList,
  Type,
  type Actor,
  type ProblemCode,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type ResponseShape, type Route } from '../route.ts'

/** The alert operations that the routes use. */
export interface Alerts {
  list(): AlertList
  past(): PastAlertList
  find(id: string): Alert
  raise(request: AlertRequest, by: Actor): Promise<Alert>
  acknowledge(id: string, by: Actor): Promise<Alert>
  acknowledgeAll(by: Actor): Promise<Alert[]>
  silence(id: string, by: Actor): Promise<Alert>
  silenceAll(by: Actor): Promise<Alert[]>
  end(id: string, by: Actor): Promise<Alert>
  manOverboard(by: Actor): Promise<Alert>
  endManOverboard(by: Actor): Promise<Alert>
}

export interface AlertRoutesOptions {
  /** `…/v2/api/notifications` */
  readonly base: string
  readonly alerts: Alerts
}

const alertParams = Type.Object({ id: Type.String({ minLength: 1 }) })
const unknown: readonly ProblemCode[] = ['alert-not-found']

const unsaved = { saved: false } as const

const completedWith = async (operation: Promise<Alert>): Promise<AlertCompleted> => {
  const alert = await operation
  return { ...completed, ...(alert.saved === false && unsaved), alert }
}

const completedWithAll = async (operation: Promise<Alert[]>): Promise<AlertsCompleted> => {
  const alerts = await operation
  return { ...completed, ...(alerts.some(({ saved }) => saved === false) && unsaved), alerts }
}

const one: Readonly<Record<number, ResponseShape>> = {
  200: {
    description: 'Done, with the alert as it is now; `saved` is false when it could not be written to disk',
    schema: AlertCompleted,
  },
}
const several: Readonly<Record<number, ResponseShape>> = {
  200: {
    description: 'Done, with the changed alerts; `saved` is false when they could not be written to disk',
    schema: AlertsCompleted,
  },
}

const readingRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getAlerts',
    summary: 'All alerts of the own vessel, most severe first',
    responses: { 200: { description: 'Active, silenced, acknowledged or ended alerts', schema: AlertList } },
    handle: () => alerts.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/past`,
    scope: 'read',
    operationId: 'getPastAlerts',
    summary: 'The alerts that ended in the last 24 hours, newest first',
    responses: {
      200: { description: 'The last state of each alert, and when and how it ended', schema: PastAlertList },
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
    responses: { 200: { description: 'The alert', schema: Alert } },
    problems: unknown,
    handle: (request) => alerts.find(request.params.id),
  }),
]

const acknowledgeRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/:id/acknowledge`,
    scope: 'alerts.ack',
    operationId: 'acknowledgeAlert',
    summary: 'Acknowledges an alert for everyone aboard; repeating it has no effect',
    params: alertParams,
    responses: one,
    problems: unknown,
    handle: (request) => completedWith(alerts.acknowledge(request.params.id, actorOf(request))),
  }),
  route({
    method: 'POST',
    path: `${base}/:id/silence`,
    scope: 'alerts.ack',
    operationId: 'silenceAlert',
    summary: 'Silences an alert for 30 seconds, or until its severity rises',
    params: alertParams,
    responses: one,
    problems: unknown,
    handle: (request) => completedWith(alerts.silence(request.params.id, actorOf(request))),
  }),
]

const acknowledgeAllRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/acknowledge`,
    scope: 'alerts.ack',
    operationId: 'acknowledgeAlerts',
    summary: 'Acknowledges all alerts',
    responses: several,
    handle: (request) => completedWithAll(alerts.acknowledgeAll(actorOf(request))),
  }),
  route({
    method: 'POST',
    path: `${base}/silence`,
    scope: 'alerts.ack',
    operationId: 'silenceAlerts',
    summary: 'Silences all alerts for 30 seconds',
    responses: several,
    handle: (request) => completedWithAll(alerts.silenceAll(actorOf(request))),
  }),
]

const raisingRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: base,
    scope: 'alerts.ack',
    operationId: 'raiseAlert',
    summary: 'Raises an alert by hand; repeating it at the same path sounds the alert again',
    body: AlertRequest,
    responses: one,
    problems: ['invalid-body', 'invalid-value', 'storage-full'],
    handle: (request) => completedWith(alerts.raise(request.body, actorOf(request))),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    scope: 'alerts.ack',
    operationId: 'endAlert',
    summary:
      'Ends an alert that was raised by hand, that is `endable`, or whose source has not reported since the server started',
    params: alertParams,
    responses: one,
    problems: [...unknown, 'not-raised-by-hand'],
    handle: (request) => completedWith(alerts.end(request.params.id, actorOf(request))),
  }),
]

const overboardRoutes = ({ base, alerts }: AlertRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/mob`,
    scope: 'alerts.ack',
    operationId: 'raiseManOverboard',
    summary: 'Raises a man overboard emergency, with the position if a recent fix exists',
    ignoresBody: true,
    responses: one,
    handle: (request) => completedWith(alerts.manOverboard(actorOf(request))),
  }),
  route({
    method: 'DELETE',
    path: `${base}/mob`,
    scope: 'alerts.ack',
    operationId: 'endManOverboard',
    summary: 'Ends the man overboard emergency',
    responses: one,
    problems: unknown,
    handle: (request) => completedWith(alerts.endManOverboard(actorOf(request))),
  }),
]

/** Reading, acknowledging, silencing and raising alerts. */
export const alertRoutes = (options: AlertRoutesOptions): Route[] =>
  [readingRoutes, acknowledgeRoutes, acknowledgeAllRoutes, raisingRoutes, overboardRoutes].flatMap((routes) =>
    routes(options),
  )
