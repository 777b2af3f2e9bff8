import { referredName, type Schema, type Schemas } from './openapi-document.ts'

/** Maximum depth, because a schema may refer to itself. */
const deepest = 6

const leastNumber = ({ minimum, exclusiveMinimum }: Schema): number =>
  exclusiveMinimum === undefined ? Math.max(minimum ?? 0, 0) : exclusiveMinimum + 1

const firstChoice = (schema: Schema): unknown => schema.const ?? schema.enum?.[0]

/** The smallest value that fits a schema, as a start for the reader to fill in. */
export const minimalValue = (given: Schema, schemas: Schemas, depth = 0): unknown => {
  if (depth > deepest) return null
  const inner = (schema: Schema | undefined): unknown => minimalValue(schema ?? {}, schemas, depth + 1)
  if (given.$ref !== undefined) return inner(schemas[referredName(given.$ref)])
  const { required = [], properties = {}, anyOf } = given
  const byType: Readonly<Record<string, () => unknown>> = {
    object: () =>
      anyOf === undefined || required.length > 0
        ? Object.fromEntries(required.map((name) => [name, inner(properties[name])]))
        : inner(anyOf[0]),
    array: () =>
      Array.from({ length: given.minItems ?? 0 }, (_, at) =>
        inner(given.prefixItems?.[at] ?? (given.items === false ? undefined : given.items)),
      ),
    string: () => 'text',
    number: () => leastNumber(given),
    integer: () => leastNumber(given),
    boolean: () => false,
  }
  return firstChoice(given) ?? byType[given.type ?? 'object']?.() ?? null
}
