import { MarineDataError } from '#problems.ts'
import { BoundingBox, Position } from '#data/position.ts'
import { checkOf, faultText } from '#faults.ts'
import { Type, type Static } from '#schema-language.ts'
import { ProvidedResource, providedResourceLimits } from './resources.ts'

const strict = { additionalProperties: false } as const
const members = {
  ...ProvidedResource.properties,
  properties: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'anything else that the provider knows' }),
  ),
}
const text = Type.String({ minLength: 1, maxLength: 4_096, description: 'plain text' })
const zoom = Type.Integer({ minimum: 0, maximum: 24 })

/** A text, of a place or of the boat as a whole. */
export const Note = Type.Object({ ...members, text, position: Type.Optional(Position) }, strict)
export type Note = Static<typeof Note>

/** A place that is worth knowing: an anchorage, a marina, a fuel station. */
export const PointOfInterest = Type.Object(
  {
    ...members,
    position: Position,
    category: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'such as `anchorage`' })),
    text: Type.Optional(text),
  },
  strict,
)
export type PointOfInterest = Static<typeof PointOfInterest>

/** A chart that is served elsewhere, as tiles. */
export const ProvidedChart = Type.Object(
  {
    ...members,
    url: Type.String({
      maxLength: 1_024,
      pattern: '^https?://[^{}]+\\{z\\}[^{}]+\\{x\\}[^{}]+\\{y\\}[^{}]*$',
      description: 'of a tile, with {z}, {x} and {y}',
    }),
    format: Type.Enum(['png', 'jpg', 'webp', 'pbf']),
    bounds: BoundingBox,
    minZoom: zoom,
    maxZoom: zoom,
    attribution: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  },
  strict,
)
export type ProvidedChart = Static<typeof ProvidedChart>

/** The kinds of resources whose shape clients know. A plugin may provide others, of any shape. */
export interface KnownResources {
  readonly notes: Note
  readonly pointsOfInterest: PointOfInterest
  readonly charts: ProvidedChart
}

/** The shape of a resource by the name of its kind. */
export type ResourceOf<Kind extends string> = Kind extends keyof KnownResources
  ? KnownResources[Kind]
  : ProvidedResource

const checkByKind = new Map([
  ['notes', checkOf(Note)],
  ['pointsOfInterest', checkOf(PointOfInterest)],
  ['charts', checkOf(ProvidedChart)],
])

/**
 * Checks a resource that a plugin provides: its length, and its shape if its kind is known.
 * @returns its length, in characters of JSON
 * @throws MarineDataError `too-large`, `invalid-value` with every fault
 */
export const checkProvidedResource = (kind: string, resource: ProvidedResource): number => {
  const { length } = JSON.stringify(resource)
  const { itemLength } = providedResourceLimits
  if (length > itemLength)
    throw new MarineDataError('too-large', `A resource has at most ${itemLength} characters, not ${length}`)
  const faults = checkByKind.get(kind)?.faults(resource) ?? []
  if (faults.length > 0)
    throw new MarineDataError(
      'invalid-value',
      `The resource "${resource.id}" of the kind "${kind}" is not valid: ${faultText(faults)}`,
      { errors: faults },
    )
  return length
}
