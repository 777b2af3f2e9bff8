import { minimalOf, schemaAt, type Schemas } from './minimal-value.ts'

export interface Parameter {
  readonly name: string
  readonly place: 'path' | 'query'
  readonly isRequired: boolean
  readonly hint: string
  /** All that it may be; empty when it may be anything. */
  readonly choices: readonly string[]
}

/** One answer that the document promises: `404`, with the problems that it may carry. */
export interface PromisedAnswer {
  readonly status: string
  readonly description: string
}

/** One thing that the server can be asked. */
export interface Endpoint {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly group: string
  readonly summary: string
  /** What someone needs to be allowed. */
  readonly scope: string
  readonly parameters: readonly Parameter[]
  /** A body to begin with; undefined when it takes none. */
  readonly body: string | undefined
  readonly answers: readonly PromisedAnswer[]
}

type Json = Readonly<Record<string, unknown>>

/** The document is the server's own; what is missing in it is as good as empty. */
const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const isPlain = (part: string): boolean => !part.startsWith('{')

/** Under what it is found: `v2 · vessels · self · autopilots` begins with where all of its kind begin. */
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

/** Everything that the server's own document says it can be asked. */
export const endpointsIn = (document: unknown): readonly Endpoint[] => {
  const { paths, components } = objectIn(document)
  const schemas = objectIn(objectIn(components)['schemas'])
  return Object.entries(objectIn(paths)).flatMap(([path, methods]) =>
    Object.entries(objectIn(methods)).map(([method, operation]) =>
      endpointOf({ path, method }, objectIn(operation), schemas),
    ),
  )
}

/** Those that hold all the words, wherever they stand. */
export const endpointsWith = (endpoints: readonly Endpoint[], filter: string): readonly Endpoint[] => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return endpoints.filter(({ id, method, path, summary }) => {
    const text = `${method} ${path} ${summary} ${id}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Those of a kind together, pages and files last: what is under a version is what programs ask for. */
export const grouped = (endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly Endpoint[]> =>
  new Map(
    [...Map.groupBy(endpoints, ({ group }) => group)].toSorted(
      ([one], [other]) => Number(one.startsWith('/')) - Number(other.startsWith('/')),
    ),
  )
