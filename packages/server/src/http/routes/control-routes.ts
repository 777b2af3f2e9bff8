import type { DeviceRequester, Principal } from '@marinedata/core'
import {
  completed,
  ControlCompleted,
  ControlList,
  ControlRequest,
  Type,
  type Control,
  type ControlValue,
  type ProblemCode,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '../route.ts'

/** A request to set a control. */
export interface ControlPut {
  readonly path: string
  readonly value: ControlValue
}

/** Sets a control on behalf of a caller, whose token may be limited to paths. */
export type SetControl = (
  put: ControlPut,
  principal: Principal,
  requester: DeviceRequester,
) => Promise<Control>

export interface ControlRoutesOptions {
  /** `…/vessels/self/controls` */
  readonly base: string
  readonly list: () => Control[]
  readonly set: SetControl
}

const refusals: readonly ProblemCode[] = [
  'invalid-body',
  'invalid-value',
  'control-not-found',
  'busy',
  'idempotency-conflict',
  'input-stale',
  'unsupported-action',
  'rejected-by-device',
  'no-provider',
  'unconfirmed',
]

/** Values of own ship that can be set. */
export const controlRoutes = ({ base, list, set }: ControlRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'listControls',
    summary: 'The paths that can be set: switches, dimmers and setpoints, with their range and present value',
    responses: { 200: { description: 'The controls, in the order of their paths', schema: ControlList } },
    handle: () => list(),
  }),
  route({
    method: 'PUT',
    path: `${base}/:path`,
    scope: 'control.command',
    operationId: 'setControl',
    summary: 'Sets the value of a path; answered when the device reports it',
    params: Type.Object({
      path: Type.String({ description: 'with dots, such as `electrical.switches.anchorLight.state`' }),
    }),
    body: ControlRequest,
    responses: {
      200: {
        description: 'The device has reported the value; `X-Device` names the device',
        schema: ControlCompleted,
      },
    },
    problems: refusals,
    handle: async (request, reply) => {
      const { path } = request.params
      const requester = { actor: actorOf(request), idempotencyKey: request.header('idempotency-key') }
      const control = await set({ path, value: request.body.value }, request.principal, requester)
      const body: ControlCompleted = { ...completed, control }
      return reply.header('x-device', control.device).send(body)
    },
  }),
]
