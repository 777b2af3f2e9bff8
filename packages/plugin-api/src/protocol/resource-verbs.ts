import { ProvidedResource, providedResourceLimits, ResourceKindName, Type } from '@marinedata/model'

const strict = { additionalProperties: false } as const
const nothing = Type.Object({}, strict)

/** Verbs about resources that a plugin calls in the server. */
export const resourceServerVerbs = {
  'resource/put': {
    kind: 'request',
    scope: 'plugin',
    summary: `Provide a resource, or replace the one with the same id. At most ${providedResourceLimits.itemsPerKind} of each kind, ${providedResourceLimits.itemLength} characters each, ${providedResourceLimits.totalLength} in all. \`notes\`, \`pointsOfInterest\` and \`charts\` have a shape of their own: see plugins.md. They are removed when the plugin stops.`,
    params: Type.Object(
      { kind: ResourceKindName, resource: ProvidedResource },
      { $id: 'ResourcePutParams', ...strict },
    ),
    result: nothing,
  },
  'resource/remove': {
    kind: 'request',
    scope: 'plugin',
    summary: 'Remove a resource that this plugin provides.',
    params: Type.Object(
      { kind: ResourceKindName, id: ProvidedResource.properties.id },
      { $id: 'ResourceRemoveParams', ...strict },
    ),
    result: nothing,
  },
} as const
