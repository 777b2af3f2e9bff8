import type { TSchema } from '@marinedata/model'

const number = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

const booleanByText: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const valueOf = (text: unknown, type: unknown): unknown => {
  if (typeof text !== 'string') return text
  if ((type === 'number' || type === 'integer') && number.test(text)) return Number(text)
  return type === 'boolean' ? (booleanByText.get(text) ?? text) : text
}

/**
 * Converts the members of a query or path from text to the types of the schema. Text that is not clearly of its type
 * stays text and fails validation later: nothing is rounded, and empty text does not become zero.
 */
export const textValues = (schema: TSchema, members: object): object => {
  // Only object schemas have properties. Others have nothing to convert.
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  return Object.fromEntries(
    Object.entries(members).map(([name, text]) => [
      name,
      Object.hasOwn(properties, name) ? valueOf(text, properties[name]?.type) : (text as unknown),
    ]),
  )
}
