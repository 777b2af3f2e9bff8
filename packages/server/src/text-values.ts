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
 * The members of a query or of an address in the types that the schema names. What is not plainly of its type stays
 * text and fails the check: nothing is rounded, and nothing empty becomes zero.
 */
export const textValues = (schema: TSchema, members: object): object => {
  // Only the members of an object's schema are looked at, and one without any has none to convert.
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  return Object.fromEntries(
    Object.entries(members).map(([name, text]) => [
      name,
      Object.hasOwn(properties, name) ? valueOf(text, properties[name]?.type) : (text as unknown),
    ]),
  )
}
