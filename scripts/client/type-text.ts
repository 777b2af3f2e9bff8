import { referredName, type Parameter, type Schema } from '../console/openapi-document.ts'

const listText = ({ items = {}, prefixItems }: Schema, names: Set<string>): string => {
  if (prefixItems !== undefined)
    return `readonly [${prefixItems.map((item) => typeText(item, names)).join(', ')}]`
  return items === false ? 'readonly []' : `readonly (${typeText(items, names)})[]`
}

const objectText = ({ properties, patternProperties, required = [] }: Schema, names: Set<string>): string => {
  const members = Object.entries(properties ?? {}).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeText(schema, names)}`,
  )
  const others = Object.values(patternProperties ?? {}).map(
    (schema) => `readonly [name: string]: ${typeText(schema, names)}`,
  )
  const all = [...members, ...others]
  return all.length === 0 ? 'Readonly<Record<string, unknown>>' : `{ ${all.join('; ')} }`
}

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** A schema as a TypeScript type. The names of the schemas that it refers to are added to `names`. */
export const typeText = (schema: Schema, names: Set<string>): string => {
  if (schema.$ref !== undefined) {
    names.add(referredName(schema.$ref))
    return referredName(schema.$ref)
  }
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (choices !== undefined) return choices.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map((option) => typeText(option, names)).join(' | ')
  if (schema.type === 'array') return listText(schema, names)
  if (schema.type === 'object') return objectText(schema, names)
  return scalars[schema.type ?? ''] ?? 'unknown'
}

/** Parameters as the type of an object. */
export const parametersText = (parameters: readonly Parameter[], names: Set<string>): string =>
  `{ ${parameters
    .map(({ name, required, schema }) => `readonly ${name}${required ? '' : '?'}: ${typeText(schema, names)}`)
    .join('; ')} }`
