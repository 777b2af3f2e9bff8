import type { Principal } from '@marinedata/core'
import {
  completed,
  Completed,
  PushDeviceId,
  PushDeviceRequest,
  PushReceipt,
  PushSetup,
  Type,
  type Identity,
  type PushDevice,
} from '@marinedata/model'
import { route, type ResponseShape, type Route } from '#http/route.ts'

export interface PushRoutesOptions {
  /** `…/v2/api/notifications/push` */
  readonly base: string
  readonly push: {
    readonly key: string
    of(identity: Identity): PushDevice[]
    put(id: string, request: PushDeviceRequest, principal: Principal): Promise<void>
    remove(id: string, identity: Identity): Promise<void>
    delivered(id: string, call: string, identity: Identity): void
  }
}

const deviceParams = Type.Object({ id: PushDeviceId })

const setup: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'The server’s key and the caller’s devices', schema: PushSetup },
}

const setupOf = (push: PushRoutesOptions['push'], identity: Identity): PushSetup => ({
  key: push.key,
  devices: push.of(identity),
})

const setupRoutes = ({ base, push }: PushRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getPushSetup',
    summary: 'What a page needs to receive pushes, and the caller’s devices that do',
    responses: setup,
    handle: ({ principal }) => setupOf(push, principal),
  }),
  route({
    method: 'PUT',
    path: `${base}/:id`,
    scope: 'alerts.ack',
    operationId: 'putPushDevice',
    summary: 'Registers a browser for pushes of alarms, or replaces its subscription',
    params: deviceParams,
    body: PushDeviceRequest,
    responses: setup,
    problems: ['invalid-body', 'invalid-value', 'forbidden', 'storage-full'],
    handle: async ({ params, body, principal }) => {
      await push.put(params.id, body, principal)
      return setupOf(push, principal)
    },
  }),
]

const deviceRoutes = ({ base, push }: PushRoutesOptions): Route[] => [
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    scope: 'alerts.ack',
    operationId: 'removePushDevice',
    summary: 'Ends the pushes to a browser',
    params: deviceParams,
    responses: setup,
    problems: ['invalid-value', 'forbidden', 'storage-full'],
    handle: async ({ params, principal }) => {
      await push.remove(params.id, principal)
      return setupOf(push, principal)
    },
  }),
  route({
    method: 'POST',
    path: `${base}/:id/receipt`,
    scope: 'alerts.ack',
    operationId: 'receivePush',
    summary: 'Sent by a browser when it has shown a push',
    params: deviceParams,
    body: PushReceipt,
    responses: { 200: { description: 'Noted', schema: Completed } },
    problems: ['invalid-body', 'invalid-value', 'forbidden'],
    handle: ({ params, body, principal }) => {
      push.delivered(params.id, body.call, principal)
      return completed
    },
  }),
]

/** Pushes of alarms to the browsers of people. */
export const pushRoutes = (options: PushRoutesOptions): Route[] => [
  ...setupRoutes(options),
  ...deviceRoutes(options),
]
