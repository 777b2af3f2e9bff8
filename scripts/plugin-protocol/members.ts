import { code, isNamed, itemShapes, tableOf, typeText, type Shape } from './shape-text.ts'

/** Meanings of members that their schema does not describe. */
export type Meanings = Readonly<Record<string, string>>

interface Member {
  readonly name: string
  readonly shape: Shape
  readonly isRequired: boolean
}

/** An anonymous object inside a schema, and the prefix of its members. */
const insideOf = (name: string, shape: Shape): { prefix: string; object: Shape } | undefined => {
  if (isNamed(shape)) return undefined
  if (shape.properties !== undefined) return { prefix: `${name}.`, object: shape }
  const [item, ...others] = itemShapes(shape)
  if (item !== undefined) return others.length === 0 ? insideOf(`${name}[]`, item) : undefined
  const [value] = Object.values(shape.patternProperties ?? {})
  return value === undefined ? undefined : insideOf(`${name}.*`, value)
}

const membersOf = (object: Shape, prefix = ''): Member[] =>
  Object.entries(object.properties ?? {}).flatMap(([key, shape]) => {
    const name = prefix + key
    const inside = insideOf(name, shape)
    const isRequired = object.required?.includes(key) === true
    return [
      { name, shape, isRequired },
      ...(inside === undefined ? [] : membersOf(inside.object, inside.prefix)),
    ]
  })

/**
 * The members of an object schema as a table.
 * @throws Error for a member without a description
 */
export const membersTable = (shape: Shape, meanings: Meanings = {}): string => {
  const rows = membersOf(shape).map(({ name, shape: member, isRequired }) => {
    const meaning = meanings[name] ?? member.description ?? itemShapes(member)[0]?.description
    if (meaning === undefined)
      throw new Error(`No description of the member "${name}" of ${shape.$id ?? 'a schema'}`)
    return [code(name), isRequired ? 'yes' : '', typeText(member), meaning]
  })
  const isOpen = shape.additionalProperties !== false
  const rest = isOpen ? 'Other members are allowed.' : 'Other members are refused.'
  return `${tableOf(['member', 'required', 'type', 'meaning'], rows)}\n\n${rest}`
}

const partsOf = (shape: Shape): Shape[] => [
  ...itemShapes(shape),
  ...(shape.anyOf ?? []),
  ...Object.values(shape.properties ?? {}),
  ...Object.values(shape.patternProperties ?? {}),
]

/** Every named schema that these schemas refer to, by name, without these schemas themselves. */
export const namedShapes = (shapes: readonly Shape[]): Map<string, Shape> => {
  const found = new Map<string, Shape>()
  const own = new Set(shapes.map(({ $id }) => $id))
  const visit = (shape: Shape): void => {
    if (isNamed(shape) && !own.has(shape.$id)) found.set(shape.$id, shape)
    partsOf(shape).forEach(visit)
  }
  shapes.forEach(visit)
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
