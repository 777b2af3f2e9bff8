export type Schema = Readonly<Record<string, unknown>>
export type Schemas = Readonly<Record<string, unknown>>

/** A value that is no schema counts as an empty one. */
export const schemaAt = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? (value as Schema) : {}

const named = (schema: Schema, schemas: Schemas): Schema => {
  const reference = schema['$ref']
  return typeof reference === 'string' ? schemaAt(schemas[reference.split('/').at(-1) ?? '']) : schema
}

/** Maximum depth, because a schema may refer to itself. */
const deepest = 6

const objectFor = (schema: Schema, schemas: Schemas, depth: number): unknown => {
  const { required } = schema
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const properties = schemaAt(schema['properties'])
  return Object.fromEntries(
    names.map((name) => [String(name), minimalOf(schemaAt(properties[String(name)]), schemas, depth + 1)]),
  )
}

const listFor = (schema: Schema, schemas: Schemas, depth: number): unknown => {
  const { minItems } = schema
  const length = typeof minItems === 'number' ? minItems : 0
  return Array.from({ length }, () => minimalOf(schemaAt(schema['items']), schemas, depth + 1))
}

const leastNumber = ({ minimum, exclusiveMinimum }: Schema): number => {
  if (typeof minimum === 'number') return Math.max(minimum, 0)
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0
}

const byType: Readonly<Record<string, (schema: Schema, schemas: Schemas, depth: number) => unknown>> = {
  object: objectFor,
  array: listFor,
  string: () => '',
  number: leastNumber,
  integer: leastNumber,
  boolean: () => false,
}

/** The example, default or only choice given by the schema. */
const givenIn = (schema: Schema): unknown => {
  const { examples, enum: choices } = schema
  if (Array.isArray(examples)) return examples[0]
  return (
    schema['example'] ??
    schema['default'] ??
    schema['const'] ??
    (Array.isArray(choices) ? choices[0] : undefined)
  )
}

/** The smallest value that fits a schema, as a start for the user to fill in. */
export const minimalOf = (given: Schema, schemas: Schemas, depth = 0): unknown => {
  if (depth > deepest) return null
  const schema = named(given, schemas)
  const example = givenIn(schema)
  if (example !== undefined) return example
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return minimalOf(schemaAt(choices[0]), schemas, depth + 1)
  const make = byType[String(schema['type'])]
  return make === undefined ? {} : make(schema, schemas, depth)
}
