import { Type, type Static, type TSchema } from '#schema-language.ts'
import { checkOf } from '#faults.ts'
import { identifierPattern, mapNames, type MapName } from '#naming/identifiers.ts'
import type { Fault } from '#problem-document.ts'
import { defaultProductWord, type ProductWord } from '#naming/product-word.ts'

/** The interface version of this package. */
export const interfaceVersion = 'V2.0.0'

export const Version = Type.String({
  $id: 'Version',
  pattern: '^V[0-9]+\\.[0-9]+\\.[0-9]+$',
  description: 'A capital V followed by major.minor.patch',
})
export type Version = Static<typeof Version>

const craftMap = (map: MapName, word: ProductWord) =>
  Type.Optional(
    Type.Object(
      {},
      {
        patternProperties: { [identifierPattern(map, word)]: { type: 'object' } },
        additionalProperties: false,
        description: `Objects of the map "${map}", keyed by identifier`,
      },
    ),
  )

const selfPattern = (word: ProductWord): string => `^vessels\\.${identifierPattern('vessels', word).slice(1)}`

/** Schema of the root object; at least one of the four maps is required. */
export const rootSchema = (word: ProductWord = defaultProductWord) =>
  Type.Object(
    {
      version: Version,
      self: Type.String({ pattern: selfPattern(word), description: 'vessels.<identifier>' }),
      vessels: craftMap('vessels', word),
      aircraft: craftMap('aircraft', word),
      aton: craftMap('aton', word),
      sar: craftMap('sar', word),
      sources: Type.Optional(Type.Object({})),
      resources: Type.Optional(Type.Object({})),
    },
    { $id: 'Root', anyOf: mapNames.map((map) => ({ required: [map] })) },
  )

export const Root: TSchema = rootSchema()
export type Root = Static<ReturnType<typeof rootSchema>>

const reword = (fault: Fault): Fault => {
  if (fault.message === 'is missing') return fault
  const map = /^\/([a-z]+)\//.exec(fault.path)?.[1]
  if (fault.message === 'is not a known member' && map !== undefined)
    return { ...fault, message: `is not a legal identifier of the map "${map}"` }
  if (fault.path === '/version')
    return { ...fault, message: 'is not V<major>.<minor>.<patch>, for example V2.0.0' }
  if (fault.path === '/self') return { ...fault, message: 'is not vessels.<identifier>' }
  return fault
}

const isAboutMissingMap = (fault: Fault): boolean =>
  fault.message === 'is missing' && mapNames.some((map) => fault.path === `/${map}`)

/** All faults of a root document; an empty list when it is valid. */
export const rootFaults = (document: unknown, word: ProductWord = defaultProductWord): Fault[] => {
  const faults = checkOf<Root>(rootSchema(word)).faults(document)
  const others = faults.filter((fault) => !isAboutMissingMap(fault)).map(reword)
  if (others.length === faults.length) return others
  return [...others, { path: '', message: `must have at least one of ${mapNames.join(', ')}` }]
}
