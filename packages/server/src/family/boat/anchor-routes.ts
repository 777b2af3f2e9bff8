import type { AnyAnchorCommand } from '@marinedata/core'
import {
  completed,
  MarineDataError,
  Position,
  Type,
  type Actor,
  type Static,
  type TSchema,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '#http/route.ts'

export interface FamilyAnchorOptions {
  readonly command: (
    command: AnyAnchorCommand,
    requester: { readonly actor: Actor; readonly idempotencyKey: string | undefined },
  ) => Promise<unknown>
  /** Metres from the surface; undefined without a fresh value. */
  readonly depth: () => number | undefined
}

const base = '/plugins/anchoralarm'
const strict = { additionalProperties: false } as const
const Radius = Type.Object({ radius: Type.Optional(Type.Number()) }, { $id: 'FamilyAnchorRadius', ...strict })
const NamedRadius = Type.Object({ radius: Type.Number() }, { $id: 'FamilyNamedRadius', ...strict })
const Place = Type.Object({ position: Position }, { $id: 'FamilyAnchorPlace', ...strict })
const Rode = Type.Object(
  { rodeLength: Type.Number(), anchorDepth: Type.Optional(Type.Number()) },
  { $id: 'FamilyAnchorRode', ...strict },
)

interface CommandShape<Body extends TSchema> {
  readonly name: string
  readonly summary: string
  readonly body?: Body
  readonly ignoresBody?: boolean
  readonly commandsOf: (body: Static<Body>) => readonly AnyAnchorCommand[]
}

const defining =
  ({ command }: FamilyAnchorOptions) =>
  <Body extends TSchema>({ name, commandsOf, ...shape }: CommandShape<Body>): Route =>
    route({
      ...shape,
      method: 'POST',
      path: `${base}/${name}`,
      scope: 'anchor.command',
      operationId: `family_${name}`,
      responses: { 200: { description: 'The watch has reported the effect' } },
      problems: ['invalid-body', 'invalid-value', 'anchor-no-position', 'anchor-not-down', 'no-provider'],
      handle: async (request) => {
        const requester = { actor: actorOf(request), idempotencyKey: undefined }
        for (const one of commandsOf(request.body)) await command(one, requester)
        return completed
      },
    })

const known = (depth: number | undefined): number => {
  if (depth !== undefined) return depth
  throw new MarineDataError('input-stale', 'There is no fresh depth. Send anchorDepth')
}

const placeCommand = ({ latitude, longitude }: Position): AnyAnchorCommand => ({
  name: 'set-at',
  input: { latitude, longitude },
})

const radiusCommand = (value: number): AnyAnchorCommand => ({ name: 'radius', input: { value } })

/** The addresses of the anchor plugin that apps of the family know. */
export const familyAnchorRoutes = (options: FamilyAnchorOptions): Route[] => {
  const define = defining(options)
  return [
    define({
      name: 'dropAnchor',
      summary: 'Drops the anchor, and sets the radius if there is one',
      body: Radius,
      commandsOf: ({ radius }) => [
        { name: 'drop', input: {} },
        ...(radius === undefined ? [] : [radiusCommand(radius)]),
      ],
    }),
    define({
      name: 'setRadius',
      summary: 'Sets the radius of the alarm area, in metres',
      body: NamedRadius,
      commandsOf: ({ radius }) => [radiusCommand(radius)],
    }),
    define({
      name: 'setAnchorPosition',
      summary: 'Sets the anchor position, within 300 m of the bow',
      body: Place,
      commandsOf: ({ position }) => [placeCommand(position)],
    }),
    define({
      name: 'setManualAnchor',
      summary: 'Sets the anchor position this many metres of rode ahead of the boat',
      body: Rode,
      commandsOf: ({ rodeLength, anchorDepth = options.depth() }) => [
        { name: 'reposition', input: { rodeLength, anchorDepth: known(anchorDepth) } },
      ],
    }),
    define({
      name: 'raiseAnchor',
      summary: 'Raises the anchor and ends the watch',
      ignoresBody: true,
      commandsOf: () => [{ name: 'raise', input: {} }],
    }),
  ]
}
