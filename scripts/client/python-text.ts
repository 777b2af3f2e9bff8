import { referredName, type Schema } from '../console/openapi-document.ts'

const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** `setFromTrack` as Python writes it: `set_from_track`. */
export const snake = (name: string): string => {
  const text = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return keywords.has(text) ? `${text}_` : text
}

export const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)

const literal = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

const unionText = (options: readonly string[]): string => {
  const different = [...new Set(options)]
  if (different.includes('Any')) return 'Any'
  return different.length === 1 ? (different[0] ?? 'Any') : `Union[${different.join(', ')}]`
}

const listText = ({ items = {}, prefixItems }: Schema, names: PythonNames): string => {
  if (prefixItems !== undefined)
    return `Tuple[${prefixItems.map((item) => pythonType(item, names)).join(', ')}]`
  return items === false ? 'List[Any]' : `List[${pythonType(items, names)}]`
}

const objectText = (schema: Schema, names: PythonNames): string => {
  const { properties, patternProperties } = schema
  if (properties !== undefined && Object.keys(properties).length > 0) return names.inline(schema)
  const [value] = Object.values(patternProperties ?? {})
  return value === undefined ? 'Dict[str, Any]' : `Dict[str, ${pythonType(value, names)}]`
}

const choicesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const])

/** Gives a name to an object inside another one: Python has no anonymous types for them. */
export interface PythonNames {
  inline(schema: Schema): string
}

/** A schema as a type of Python. References are quoted, because their classes may be defined later. */
export const pythonType = (schema: Schema, names: PythonNames): string => {
  if (schema.$ref !== undefined) return `"${referredName(schema.$ref)}"`
  const choices = choicesOf(schema)
  if (choices !== undefined) return `Literal[${choices.map(literal).join(', ')}]`
  if (schema.anyOf !== undefined && schema.properties === undefined)
    return unionText(schema.anyOf.map((option) => pythonType(option, names)))
  if (schema.type === 'array') return listText(schema, names)
  if (schema.type === 'object') return objectText(schema, names)
  return scalars[schema.type ?? ''] ?? 'Any'
}
