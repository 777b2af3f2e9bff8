import type { DeviceRequester, AnyAnchorCommand } from '@marinedata/core'
import {
  completed,
  AnchorCompleted,
  AnchorPlaceRequest,
  AnchorRadiusRequest,
  AnchorRepositionRequest,
  AnchorState,
  AnchorStays,
  AnchorTrack,
  AnchorTrackRequest,
  type ProblemCode,
  type Static,
  type TSchema,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '../route.ts'

export interface AnchorRoutesOptions {
  /** `…/vessels/self/navigation/anchor` */
  readonly base: string
  /** The state of the anchor as last reported by the watch. */
  readonly state: () => AnchorState
  /** The boat's positions during the stay. */
  readonly track: () => Promise<AnchorTrack>
  /** Past stays. */
  readonly stays: () => Promise<AnchorStays>
  /** Sends a command to the watch; returns the state of the anchor after it. */
  readonly command: (command: AnyAnchorCommand, asker: DeviceRequester) => Promise<AnchorState>
}

const refusals: readonly ProblemCode[] = [
  'invalid-body',
  'invalid-value',
  'anchor-no-position',
  'anchor-not-down',
  'input-stale',
  'busy',
  'idempotency-conflict',
  'unsupported-action',
  'rejected-by-device',
  'no-provider',
  'unconfirmed',
]

interface CommandShape<Body extends TSchema> {
  readonly name: AnyAnchorCommand['name']
  readonly operationId: string
  readonly summary: string
  readonly body?: Body
  readonly ignoresBody?: boolean
  readonly commandOf: (body: Static<Body>) => AnyAnchorCommand
}

const commanding =
  ({ base, command }: AnchorRoutesOptions) =>
  <Body extends TSchema>({ name, commandOf, ...shape }: CommandShape<Body>): Route =>
    route({
      ...shape,
      method: 'POST',
      path: `${base}/${name}`,
      scope: 'anchor.command',
      responses: {
        200: {
          description: 'The watch has reported the effect; `X-Device` names the watch',
          schema: AnchorCompleted,
        },
      },
      problems: refusals,
      handle: async (request, reply) => {
        const anchor = await command(commandOf(request.body), {
          actor: actorOf(request),
          idempotencyKey: request.header('idempotency-key'),
        })
        const body: AnchorCompleted = { ...completed, anchor }
        return reply.header('x-device', anchor.device ?? '').send(body)
      },
    })

const stateRoute = ({ base, state }: AnchorRoutesOptions): Route =>
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getAnchor',
    summary: 'The state of the anchor as last reported by the watch',
    responses: { 200: { description: 'The state', schema: AnchorState } },
    problems: ['no-provider'],
    handle: () => state(),
  })

const queryProblems: readonly ProblemCode[] = [
  'unsupported-action',
  'rejected-by-device',
  'plugin-failed',
  'no-provider',
]

/** Data that the watch has recorded. */
const historyRoutes = ({ base, track, stays }: AnchorRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/track`,
    scope: 'read',
    operationId: 'getAnchorTrack',
    summary: 'The boat’s track during this stay, or of the last six hours while the anchor is up',
    responses: { 200: { description: 'Positions with their time, oldest first', schema: AnchorTrack } },
    problems: queryProblems,
    handle: () => track(),
  }),
  route({
    method: 'GET',
    path: `${base}/stays`,
    scope: 'read',
    operationId: 'listAnchorStays',
    summary: 'The last 20 past stays',
    responses: { 200: { description: 'The stays, latest first', schema: AnchorStays } },
    problems: queryProblems,
    handle: () => stays(),
  }),
]

/** Commands beyond the contract: veering rode, and setting the position of an anchor that was dropped unnoticed. */
const extraRoutes = (define: ReturnType<typeof commanding>): Route[] => [
  define({
    name: 'veer',
    operationId: 'veerAnchor',
    summary:
      'Sets the length of rode that is out; the anchor position stays, and the radius follows unless set by hand',
    body: AnchorRepositionRequest,
    commandOf: (input) => ({ name: 'veer', input }),
  }),
  define({
    name: 'set-from-track',
    operationId: 'setAnchorFromTrack',
    summary: 'Sets the anchor position to the bow’s position at a time of the track',
    body: AnchorTrackRequest,
    commandOf: (input) => ({ name: 'set-from-track', input }),
  }),
  define({
    name: 'set-at',
    operationId: 'setAnchorAt',
    summary: 'Sets the anchor position, within 300 m of the bow; the radius stays',
    body: AnchorPlaceRequest,
    commandOf: (input) => ({ name: 'set-at', input }),
  }),
]

/** The contract's anchor interface, extended by the whole state, the track, past stays and more commands. */
export const anchorRoutes = (options: AnchorRoutesOptions): Route[] => {
  const define = commanding(options)
  return [
    stateRoute(options),
    ...historyRoutes(options),
    ...extraRoutes(define),
    define({
      name: 'drop',
      operationId: 'dropAnchor',
      summary: 'Drops the anchor at the bow’s position and starts the watch with a provisional radius',
      commandOf: () => ({ name: 'drop', input: {} }),
    }),
    define({
      name: 'radius',
      operationId: 'setAnchorRadius',
      summary: 'Sets the radius of the alarm area, in metres',
      body: AnchorRadiusRequest,
      commandOf: (input) => ({ name: 'radius', input }),
    }),
    define({
      name: 'reposition',
      operationId: 'repositionAnchor',
      summary: 'Sets the anchor position this many metres of rode ahead of the boat',
      body: AnchorRepositionRequest,
      commandOf: (input) => ({ name: 'reposition', input }),
    }),
    define({
      name: 'raise',
      operationId: 'raiseAnchor',
      summary: 'Raises the anchor and ends the watch',
      ignoresBody: true,
      commandOf: () => ({ name: 'raise', input: {} }),
    }),
  ]
}
