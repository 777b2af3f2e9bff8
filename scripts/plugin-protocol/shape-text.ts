/** The part of JSON Schema that the protocol uses. */
export interface Shape {
  readonly $id?: string
  readonly type?: string
  readonly description?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape | readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

/** Escapes a table cell: a bar would end it, even inside code. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const code = (text: string): string => `\`${text}\``

export const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((row, index) => (index === 1 ? `|${row.join('|')}|` : `| ${row.map(cell).join(' | ')} |`))
    .join('\n')

/** A named schema is described once, under its name. */
export const isNamed = (shape: Shape): shape is Shape & { readonly $id: string } =>
  shape.$id !== undefined && shape.enum === undefined

export const grouped = (count: number): string => count.toLocaleString('en-GB')

const rangeText = (from: number | undefined, to: number | undefined): string | undefined => {
  if (from === undefined || from === 0) return to === undefined ? undefined : `at most ${grouped(to)}`
  return to === undefined ? `at least ${grouped(from)}` : `${grouped(from)}…${grouped(to)}`
}

const bracketed = (text: string | undefined, unit = ''): string =>
  text === undefined ? '' : ` (${text}${unit})`

const stringText = ({ pattern, minLength, maxLength }: Shape): string => {
  const length = bracketed(rangeText(minLength, maxLength), ' characters')
  return pattern === undefined ? `string${length}` : `string ${code(pattern)}${length}`
}

const numberText = ({ type = 'number', minimum, exclusiveMinimum, maximum }: Shape): string => {
  if (exclusiveMinimum === undefined) return `${type}${bracketed(rangeText(minimum, maximum))}`
  const most = rangeText(undefined, maximum)
  return `${type} (more than ${exclusiveMinimum}${most === undefined ? '' : `, ${most}`})`
}

const objectText = ({ patternProperties, maxProperties }: Shape): string => {
  const [[key, value] = []] = Object.entries(patternProperties ?? {})
  if (key === undefined || value === undefined) return 'object'
  const keys = key === '^.*$' ? '' : `, keys ${code(key)}`
  return `object${bracketed(rangeText(undefined, maxProperties), ' members')} of ${typeText(value)}${keys}`
}

/** The schemas of the items of an array: one for all of them, or one for each. */
export const itemShapes = ({ items = [] }: Shape): readonly Shape[] =>
  // `isArray` does not narrow read-only arrays.
  Array.isArray(items) ? (items as readonly Shape[]) : [items as Shape]

const arrayText = (shape: Shape): string => {
  const { items, minItems, maxItems } = shape
  if (Array.isArray(items)) return `[${itemShapes(shape).map(typeText).join(', ')}]`
  return `array${bracketed(rangeText(minItems, maxItems))} of ${typeText(itemShapes(shape)[0] ?? {})}`
}

const textByType: Readonly<Record<string, (shape: Shape) => string>> = {
  array: arrayText,
  object: objectText,
  string: stringText,
  number: numberText,
  integer: numberText,
}

/** The type of a value, in JSON terms. */
export const typeText = (shape: Shape): string => {
  if (isNamed(shape)) return `[${shape.$id}](#${shape.type === 'string' ? 'texts' : shape.$id.toLowerCase()})`
  if (shape.enum !== undefined) return shape.enum.map((value) => code(JSON.stringify(value))).join(' or ')
  if (shape.const !== undefined) return code(JSON.stringify(shape.const))
  if (shape.anyOf !== undefined) return shape.anyOf.map(typeText).join(' or ')
  const { type = 'any' } = shape
  return textByType[type]?.(shape) ?? type
}
