import type { AutopilotRequester, AutopilotDevice, PilotRequest } from '@marinedata/core'
import {
  completed,
  AngleRequest,
  AngleValue,
  AutopilotDescription,
  AutopilotList,
  Completed,
  DefaultAutopilot,
  NameRequest,
  NameValue,
  radiansOf,
  TurnDirection,
  Type,
  type ProblemCode,
  type Static,
  type TSchema,
} from '@marinedata/model'
import { descriptionOf, statusOf } from './autopilot-views.ts'
import { actorOf } from '#gate.ts'
import { route, type Method, type ResponseShape, type Route, type RouteRequest } from '../route.ts'

/** The autopilots as the routes use them. */
export interface Autopilots {
  readonly devices: readonly AutopilotDevice[]
  /** The device that `_default` currently selects. */
  readonly defaultId: string | undefined
  /** A device by its id, or the default one. */
  find(id: string): AutopilotDevice
}

export interface AutopilotRoutesOptions {
  /** `…/vessels/self/autopilots` */
  readonly base: string
  readonly autopilots: Autopilots
  /** Sends a command to a device; returns the id of the device. */
  readonly command: (id: string, request: PilotRequest, asker: AutopilotRequester) => Promise<string>
  /** Makes a device the default and saves the choice; returns the id of the device. */
  readonly chooseDefault: (id: string, asker: AutopilotRequester) => string
}

// Without a maximum length: an id that names no device, however long, gives 404.
export const pilotParams = Type.Object({ id: Type.String({ minLength: 1 }) })
const turnParams = Type.Object({ id: pilotParams.properties.id, direction: TurnDirection })

const done: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'The device has reported the effect; `X-Device` names the device', schema: Completed },
}
const unknown: readonly ProblemCode[] = ['autopilot-not-found', 'no-default-autopilot']
const refusals: readonly ProblemCode[] = [
  ...unknown,
  'invalid-body',
  'invalid-value',
  'unknown-units',
  'not-engaged',
  'not-allowed-in-mode',
  'wrong-direction',
  'busy',
  'input-stale',
  'helm-held',
  'helm-contested',
  'idempotency-conflict',
  'unsupported-action',
  'rejected-by-device',
  'autopilot-offline',
  'unconfirmed',
]

export const askerOf = (request: RouteRequest<unknown, unknown, unknown>): AutopilotRequester => ({
  actor: actorOf(request),
  lease: request.header('x-helm-lease'),
  idempotencyKey: request.header('idempotency-key'),
})

interface CommandShape<Params extends TSchema, Body extends TSchema> {
  readonly method: Method
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly params?: Params
  readonly body?: Body
  readonly ignoresBody?: boolean
  readonly requestOf: (params: Static<Params>, body: Static<Body>) => PilotRequest
}

const commanding = ({ base, command }: AutopilotRoutesOptions) => {
  const define = <Params extends TSchema, Body extends TSchema = TSchema>({
    requestOf,
    path,
    ...shape
  }: CommandShape<Params, Body>): Route =>
    route({
      ...shape,
      path: `${base}/:id/${path}`,
      params: shape.params ?? pilotParams,
      scope: 'autopilot.command',
      responses: done,
      problems: refusals,
      handle: async (request, reply) => {
        const { id } = request.params as { id: string }
        const pilotRequest = requestOf(request.params as Static<Params>, request.body)
        const device = await command(id, pilotRequest, askerOf(request))
        return reply.header('x-device', device).send(completed)
      },
    })
  return define
}

const settingRoutes = (options: AutopilotRoutesOptions): Route[] => {
  const define = commanding(options)
  return [
    define({
      method: 'PUT',
      path: 'state',
      operationId: 'setAutopilotState',
      summary: 'Sets the state, one of `options.state`',
      body: NameRequest,
      requestOf: (_params, { value }) => ({ kind: 'state', state: value }),
    }),
    define({
      method: 'PUT',
      path: 'mode',
      operationId: 'setAutopilotMode',
      summary: 'Sets the mode, one of `options.mode`; an engaged autopilot continues the present course',
      body: NameRequest,
      requestOf: (_params, { value }) => ({ kind: 'mode', mode: value }),
    }),
    define({
      method: 'PUT',
      path: 'target',
      operationId: 'setAutopilotTarget',
      summary: 'Sets the target, in radians unless `units` is `deg`, within the range of the mode',
      body: AngleRequest,
      requestOf: (_params, body) => ({ kind: 'target', target: radiansOf(body) }),
    }),
    define({
      method: 'PUT',
      path: 'target/adjust',
      operationId: 'adjustAutopilotTarget',
      summary: 'Adds to the target: positive to starboard, negative to port',
      body: AngleRequest,
      requestOf: (_params, body) => ({ kind: 'adjust', by: radiansOf(body) }),
    }),
  ]
}

const steeringRoutes = (options: AutopilotRoutesOptions): Route[] => {
  const define = commanding(options)
  return [
    define({
      method: 'POST',
      path: 'engage',
      operationId: 'engageAutopilot',
      summary: 'Engages the autopilot on the present course',
      requestOf: () => ({ kind: 'engage' }),
    }),
    define({
      method: 'POST',
      path: 'disengage',
      operationId: 'disengageAutopilot',
      summary: 'Disengages the autopilot; sent before all queued commands',
      ignoresBody: true,
      requestOf: () => ({ kind: 'disengage' }),
    }),
    define({
      method: 'POST',
      path: 'tack/:direction',
      operationId: 'tack',
      summary: 'Turns the bow through the wind; completes when the manoeuvre has begun',
      params: turnParams,
      requestOf: ({ direction }) => ({ kind: 'tack', direction }),
    }),
    define({
      method: 'POST',
      path: 'gybe/:direction',
      operationId: 'gybe',
      summary: 'Turns the stern through the wind; completes when the manoeuvre has begun',
      params: turnParams,
      requestOf: ({ direction }) => ({ kind: 'gybe', direction }),
    }),
  ]
}

const dodgingRoutes = (options: AutopilotRoutesOptions): Route[] => {
  const define = commanding(options)
  return [
    define({
      method: 'POST',
      path: 'dodge',
      operationId: 'beginDodge',
      summary: 'Holds the present heading until the dodge is ended',
      requestOf: () => ({ kind: 'dodge' }),
    }),
    define({
      method: 'PUT',
      path: 'dodge',
      operationId: 'dodge',
      summary: 'Turns away by an angle: positive to starboard, negative to port',
      body: AngleRequest,
      requestOf: (_params, body) => ({ kind: 'dodge-by', by: radiansOf(body) }),
    }),
    define({
      method: 'DELETE',
      path: 'dodge',
      operationId: 'endDodge',
      summary: 'Returns to the mode and target before the dodge',
      requestOf: () => ({ kind: 'undodge' }),
    }),
  ]
}

const listRoutes = ({ base, autopilots, chooseDefault }: AutopilotRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getAutopilots',
    summary: 'All autopilots, by id',
    responses: {
      200: { description: 'The provider of each, and which is the default', schema: AutopilotList },
    },
    handle: () => {
      const { defaultId, devices } = autopilots
      return Object.fromEntries(
        devices.map(({ id, provider }) => [id, { provider, isDefault: id === defaultId }]),
      )
    },
  }),
  route({
    method: 'GET',
    path: `${base}/_providers/_default`,
    scope: 'read',
    operationId: 'getDefaultAutopilot',
    summary: 'The id of the default autopilot',
    responses: { 200: { description: 'Its id', schema: DefaultAutopilot } },
    problems: ['no-default-autopilot'],
    handle: () => ({ id: autopilots.find('_default').id }),
  }),
  route({
    method: 'POST',
    path: `${base}/_providers/_default/:id`,
    scope: 'autopilot.command',
    operationId: 'setDefaultAutopilot',
    summary: 'Makes an autopilot the default, also after a restart',
    params: pilotParams,
    responses: done,
    problems: unknown,
    handle: (request, reply) =>
      reply.header('x-device', chooseDefault(request.params.id, askerOf(request))).send(completed),
  }),
]

const statusRoutes = ({ base, autopilots }: AutopilotRoutesOptions): Route[] => {
  const value = (member: 'state' | 'mode' | 'target', schema: TSchema): Route =>
    route({
      method: 'GET',
      path: `${base}/:id/${member}`,
      scope: 'read',
      operationId: `getAutopilot${member.charAt(0).toUpperCase()}${member.slice(1)}`,
      summary: `The present ${member}`,
      params: pilotParams,
      responses: { 200: { description: 'The value', schema } },
      problems: unknown,
      handle: (request) => ({ value: statusOf(autopilots.find(request.params.id).view)[member] }),
    })
  return [
    route({
      method: 'GET',
      path: `${base}/:id`,
      scope: 'read',
      operationId: 'getAutopilot',
      summary: 'The state and the capabilities of one autopilot',
      params: pilotParams,
      responses: { 200: { description: 'Its description', schema: AutopilotDescription } },
      problems: unknown,
      handle: (request) => descriptionOf(autopilots.find(request.params.id)),
    }),
    value('state', NameValue),
    value('mode', NameValue),
    value('target', AngleValue),
  ]
}

/** The complete autopilot interface of the contract. */
export const autopilotRoutes = (options: AutopilotRoutesOptions): Route[] =>
  [listRoutes, statusRoutes, settingRoutes, steeringRoutes, dodgingRoutes].flatMap((routes) =>
    routes(options),
  )
