import { escaped } from './markdown-page.ts'
import { referredName, type Schema } from './openapi-document.ts'

const numberText = (value: number): string => value.toLocaleString('en')

const sizeText = (least: number, most: number | undefined, unit: string): string[] => {
  if (most !== undefined) return [`${least === 0 ? 'at most' : `${least} to`} ${numberText(most)} ${unit}`]
  if (least === 0) return []
  return [least === 1 ? 'not empty' : `at least ${least} ${unit}`]
}

const rangeText = ({ minimum, exclusiveMinimum, maximum }: Schema): string[] => {
  if (minimum !== undefined && maximum !== undefined)
    return [`${numberText(minimum)} to ${numberText(maximum)}`]
  return [
    ...(minimum === undefined ? [] : [`at least ${numberText(minimum)}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${numberText(exclusiveMinimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${numberText(maximum)}`]),
  ]
}

/** The description and the limits of a value. */
const noteOn = (schema: Schema): string =>
  [
    ...(schema.description === undefined ? [] : [schema.description]),
    ...rangeText(schema),
    ...sizeText(schema.minLength ?? 0, schema.maxLength, 'characters'),
    ...sizeText(schema.minItems ?? 0, schema.maxItems, 'items'),
    ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
  ].join('; ')

const memberText = (name: string, schema: Schema, indent: string): string => {
  const note = noteOn(schema)
  const comment = note === '' ? '' : `${indent}<i>// ${escaped(note)}</i>\n`
  return `${comment}${indent}${name}: ${shapeText(schema, indent)}\n`
}

const objectText = ({ properties, patternProperties, required = [] }: Schema, indent: string): string => {
  const inner = `${indent}  `
  const members = Object.entries(properties ?? {}).map(([name, schema]) =>
    memberText(`${escaped(name)}${required.includes(name) ? '' : '?'}`, schema, inner),
  )
  const others = Object.values(patternProperties ?? {}).map((schema) => memberText('[key]', schema, inner))
  const all = [...members, ...others].join('')
  return all === '' ? 'object' : `{\n${all}${indent}}`
}

const arrayText = ({ items = {}, prefixItems }: Schema, indent: string): string => {
  if (prefixItems !== undefined) return `[${prefixItems.map((one) => shapeText(one, indent)).join(', ')}]`
  if (items === false) return '[]'
  const item = shapeText(items, indent)
  return items.anyOf === undefined && items.enum === undefined ? `${item}[]` : `(${item})[]`
}

const choiceText = (values: readonly unknown[]): string =>
  values.map((value) => escaped(JSON.stringify(value))).join(' | ')

/** A schema as a TypeScript type, in HTML: a named schema is a link to its own entry. */
export const shapeText = (schema: Schema, indent = ''): string => {
  if (schema.$ref !== undefined) {
    const name = escaped(referredName(schema.$ref))
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.enum !== undefined) return choiceText(schema.enum)
  if (schema.const !== undefined) return choiceText([schema.const])
  if (schema.anyOf !== undefined && schema.properties === undefined)
    return schema.anyOf.map((option) => shapeText(option, indent)).join(' | ')
  if (schema.type === 'array') return arrayText(schema, indent)
  return schema.type === 'object' ? objectText(schema, indent) : (schema.type ?? 'unknown')
}
