import type { AnchorAsker, AnchorOrder } from '@marinedata/core'
import {
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
import { route, type Route } from '../route.ts'

export interface AnchorRoutesOptions {
  /** `…/vessels/self/navigation/anchor` */
  readonly base: string
  /** The anchor as it is told. */
  readonly state: () => AnchorState
  /** Where the boat was. */
  readonly track: () => Promise<AnchorTrack>
  /** Stays that are over. */
  readonly stays: () => Promise<AnchorStays>
  /** Has the watch do something; gives how the anchor stands then. */
  readonly command: (command: AnchorOrder, asker: AnchorAsker) => Promise<AnchorState>
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
  readonly name: AnchorOrder['name']
  readonly operationId: string
  readonly summary: string
  readonly body?: Body
  readonly ignoresBody?: boolean
  readonly commandOf: (body: Static<Body>) => AnchorOrder
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
          description: 'The watch itself has reported the effect; `X-Device` names it',
          schema: AnchorCompleted,
        },
      },
      problems: refusals,
      handle: async (request, reply) => {
        const anchor = await command(commandOf(request.body), {
          who: request.principal.name,
          from: request.address,
          idempotencyKey: request.header('idempotency-key'),
        })
        const completed: AnchorCompleted = { state: 'COMPLETED', statusCode: 200, message: 'OK', anchor }
        return reply.header('x-device', anchor.device ?? '').send(completed)
      },
    })

const stateRoute = ({ base, state }: AnchorRoutesOptions): Route =>
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getAnchor',
    summary: 'The anchor as the watch last told it',
    responses: { 200: { description: 'Its whole state', schema: AnchorState } },
    problems: ['no-provider'],
    handle: () => state(),
  })

const asked: readonly ProblemCode[] = [
  'unsupported-action',
  'rejected-by-device',
  'plugin-failed',
  'no-provider',
]

/** What the watch remembers. */
const memoryRoutes = ({ base, track, stays }: AnchorRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/track`,
    scope: 'read',
    operationId: 'getAnchorTrack',
    summary: 'Where the boat was during this stay; while the anchor is up, in the last six hours',
    responses: { 200: { description: 'Places with their time, the oldest first', schema: AnchorTrack } },
    problems: asked,
    handle: () => track(),
  }),
  route({
    method: 'GET',
    path: `${base}/stays`,
    scope: 'read',
    operationId: 'listAnchorStays',
    summary: 'The last 20 stays that are over',
    responses: { 200: { description: 'The latest first', schema: AnchorStays } },
    problems: asked,
    handle: () => stays(),
  }),
]

/** What the contract has no word for: more rode for an anchor that stays where it fell, and one that fell unnoticed. */
const extraRoutes = (define: ReturnType<typeof commanding>): Route[] => [
  define({
    name: 'veer',
    operationId: 'veerAnchor',
    summary:
      'So much rode is out: the anchor stays where it fell, and the circle follows unless it was set by hand',
    body: AnchorRepositionRequest,
    commandOf: (input) => ({ name: 'veer', input }),
  }),
  define({
    name: 'set-from-track',
    operationId: 'setAnchorFromTrack',
    summary: 'The anchor fell where the boat was at that time of its track',
    body: AnchorTrackRequest,
    commandOf: (input) => ({ name: 'set-from-track', input }),
  }),
  define({
    name: 'set-at',
    operationId: 'setAnchorAt',
    summary: 'The anchor lies at this place, within 300 m of the bow; the circle stays as it is',
    body: AnchorPlaceRequest,
    commandOf: (input) => ({ name: 'set-at', input }),
  }),
]

/** The contract's anchor interface; the whole state, what is remembered, and what was forgotten beside it. */
export const anchorRoutes = (options: AnchorRoutesOptions): Route[] => {
  const define = commanding(options)
  return [
    stateRoute(options),
    ...memoryRoutes(options),
    ...extraRoutes(define),
    define({
      name: 'drop',
      operationId: 'dropAnchor',
      summary: 'The anchor falls now, from the bow; watched at once by a provisional radius',
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
      summary: 'The anchor lies at the end of this rode, ahead of where the boat lies; metres',
      body: AnchorRepositionRequest,
      commandOf: (input) => ({ name: 'reposition', input }),
    }),
    define({
      name: 'raise',
      operationId: 'raiseAnchor',
      summary: 'The anchor is up, and nothing is watched any more',
      ignoresBody: true,
      commandOf: () => ({ name: 'raise', input: {} }),
    }),
  ]
}
