import { minimalOf, schemaAt, type Schemas } from './minimal-value.ts'

export interface Parameter {
  readonly name: string
  readonly place: 'path' | 'query'
  readonly isRequired: boolean
  readonly hint: string
  /** Allowed values; empty if any value is allowed. */
  readonly choices: readonly string[]
}

/** A documented response: `404`, with its possible problems. */
export interface PromisedAnswer {
  readonly status: string
  readonly description: string
}

/** One operation of the API. */
export interface Endpoint {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly group: string
  readonly summary: string
  /** The required scope. */
  readonly scope: string
  readonly parameters: readonly Parameter[]
  /** A body to start with; undefined if it takes none. */
  readonly body: string | undefined
  readonly answers: readonly PromisedAnswer[]
}

type Json = Readonly<Record<string, unknown>>

/** A missing member counts as empty: the document is the server's own. */
const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const isPlain = (part: string): boolean => !part.startsWith('{')

/** Heading in the list: `v2 · vessels · self · autopilots` starts with the common prefix. */
export const groupOf = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '' && isPlain(part))
  const at = parts.indexOf('api')
  if (at === -1) return parts.length > 1 ? `/${parts[0]}` : '/'
  const below = parts.slice(at + 1)
  const name = below[0] === 'vessels' ? below.slice(2, below[2] === 'navigation' ? 4 : 3) : below.slice(0, 1)
  return [parts[at - 1], ...name].join(' ')
}

const parameterOf = (given: unknown): Parameter => {
  const { name, in: place, required, description, schema } = objectIn(given)
  const { enum: choices } = objectIn(schema)
  return {
    name: textIn(name),
    place: place === 'path' ? 'path' : 'query',
    isRequired: required === true,
    hint: textIn(description),
    choices: Array.isArray(choices) ? choices.map(String) : [],
  }
}

const bodyOf = (operation: Json, schemas: Schemas): string | undefined => {
  const json = objectIn(objectIn(objectIn(operation['requestBody'])['content'])['application/json'])
  if (json['schema'] === undefined) return undefined
  return JSON.stringify(minimalOf(schemaAt(json['schema']), schemas), undefined, 2)
}

interface Place {
  readonly path: string
  readonly method: string
}

const endpointOf = ({ path, method }: Place, operation: Json, schemas: Schemas): Endpoint => ({
  id: textIn(operation['operationId']),
  method: method.toUpperCase(),
  path,
  group: groupOf(path),
  summary: textIn(operation['summary']),
  scope: textIn(operation['x-scope']),
  parameters: Array.isArray(operation['parameters']) ? operation['parameters'].map(parameterOf) : [],
  body: bodyOf(operation, schemas),
  answers: Object.entries(objectIn(operation['responses'])).map(([status, answer]) => ({
    status,
    description: textIn(objectIn(answer)['description']),
  })),
})

/** Parses all operations of the OpenAPI document. */
export const endpointsIn = (document: unknown): readonly Endpoint[] => {
  const { paths, components } = objectIn(document)
  const schemas = objectIn(objectIn(components)['schemas'])
  return Object.entries(objectIn(paths)).flatMap(([path, methods]) =>
    Object.entries(objectIn(methods)).map(([method, operation]) =>
      endpointOf({ path, method }, objectIn(operation), schemas),
    ),
  )
}

/** Endpoints that contain all words. */
export const endpointsWith = (endpoints: readonly Endpoint[], filter: string): readonly Endpoint[] => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return endpoints.filter(({ id, method, path, summary }) => {
    const text = `${method} ${path} ${summary} ${id}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Groups endpoints, with pages and files last: programs use those below a version. */
export const grouped = (endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly Endpoint[]> =>
  new Map(
    [...Map.groupBy(endpoints, ({ group }) => group)].toSorted(
      ([one], [other]) => Number(one.startsWith('/')) - Number(other.startsWith('/')),
    ),
  )
