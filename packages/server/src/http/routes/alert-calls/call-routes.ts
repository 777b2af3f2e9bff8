import {
  completed,
  AlertCallList,
  AlertChannelList,
  AlertCompleted,
  testAlarmPath,
  type Actor,
  type Alert,
  type AlertRequest,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '#http/route.ts'

export interface CallRoutesOptions {
  /** `…/v2/api/notifications` */
  readonly base: string
  readonly alerts: { raise(request: AlertRequest, by: Actor): Promise<Alert> }
  readonly calls: { list(): AlertCallList; readonly channels: AlertChannelList }
}

/** Seconds after which a test ends by itself. */
const testSeconds = 120

/** Calls of people for alarms: receipts, channels and the test alarm. */
export const callRoutes = ({ base, alerts, calls }: CallRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/calls`,
    scope: 'read',
    operationId: 'getAlertCalls',
    summary: 'The latest calls of people for alarms, with what became of each of them',
    responses: { 200: { description: 'Calls with their receipts, newest first', schema: AlertCallList } },
    handle: () => calls.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/channels`,
    scope: 'read',
    operationId: 'getAlertChannels',
    summary: 'The channels on which an alarm calls people',
    responses: { 200: { description: 'Sounders, phones and messages', schema: AlertChannelList } },
    handle: () => calls.channels,
  }),
  route({
    method: 'POST',
    path: `${base}/test`,
    scope: 'alerts.ack',
    operationId: 'testAlarm',
    summary: 'Raises a test alarm that calls people on every channel; it ends when someone acknowledges it',
    ignoresBody: true,
    responses: {
      200: { description: 'The alert; its receipts are in `calls` under its id', schema: AlertCompleted },
    },
    problems: ['storage-full'],
    handle: async (request) => {
      const by = actorOf(request)
      const message = `Test alarm by ${by.name}`
      const test = { path: testAlarmPath, state: 'alarm', message, lasts: testSeconds } as const
      const alert = await alerts.raise(test, by)
      return { ...completed, ...(alert.saved === false && { saved: false }), alert }
    },
  }),
]
