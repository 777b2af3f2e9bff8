import { featureNames } from './feature-names.ts'
import type { OpenApiDocument, Operation, Parameter, Schema } from '../console/openapi-document.ts'

/** An operation whose request and response are JSON, as a client sees it. */
export interface ClientOperation {
  readonly id: string
  readonly feature: string
  readonly name: string
  readonly summary: string
  readonly method: string
  /** Below `…/v2/api/`, with `{name}` for parameters. */
  readonly path: string
  readonly params: readonly Parameter[]
  readonly query: readonly Parameter[]
  readonly body: Schema | undefined
  readonly answers: readonly Schema[]
  readonly problems: readonly string[]
}

const base = '/marinedata/v2/api/'
const json = 'application/json'

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

/** The feature with the longest matching path. */
const featureOf = (path: string): string => {
  const matching = Object.entries(featureNames).flatMap(([name, { paths }]) =>
    paths.filter((prefix) => isBelow(path, prefix)).map((prefix) => ({ name, prefix })),
  )
  const [best] = matching.toSorted((a, b) => b.prefix.length - a.prefix.length)
  if (best === undefined) throw new Error(`${path} belongs to no feature: add it to feature-names.ts`)
  return best.name
}

/** The JSON schemas of the successful responses; none when one of them is not JSON. */
const answersOf = ({ responses }: Operation): Schema[] => {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300)
  const schemas = successes.map(([, { content }]) => content?.[json]?.schema)
  return schemas.includes(undefined) ? [] : schemas.filter((schema) => schema !== undefined)
}

const readOperation = (method: string, address: string, operation: Operation): ClientOperation[] => {
  const path = address.slice(base.length)
  const answers = answersOf(operation)
  const content = operation.requestBody?.content
  const isFile = content !== undefined && content[json] === undefined
  // The documents describe the interface and are not part of it.
  if (answers.length === 0 || isFile || path.endsWith('.json')) return []
  const feature = featureOf(path)
  const { operationId: id, summary, parameters, 'x-problems': problems } = operation
  return [
    {
      id,
      feature,
      name: featureNames[feature]?.methods[id] ?? id,
      summary,
      method: method.toUpperCase(),
      path,
      params: parameters.filter((parameter) => parameter.in === 'path'),
      query: parameters.filter((parameter) => parameter.in === 'query'),
      body: content?.[json]?.schema,
      answers,
      problems,
    },
  ]
}

const assertNames = (operations: readonly ClientOperation[]): void => {
  const ids = new Set(operations.map(({ id }) => id))
  const unused = Object.values(featureNames).flatMap(({ methods }) =>
    Object.keys(methods).filter((id) => !ids.has(id)),
  )
  if (unused.length > 0) throw new Error(`No such operations: ${unused.join(', ')}`)
  const names = operations.map(({ feature, name }) => `${feature}.${name}`)
  const repeated = names.filter((name, at) => names.indexOf(name) !== at)
  if (repeated.length > 0) throw new Error(`Two operations have the name ${repeated.join(', ')}`)
}

/** All operations with JSON requests and responses below `…/v2/api`. Files and pages are for a browser. */
export const readOperations = ({ paths }: OpenApiDocument): ClientOperation[] => {
  const operations = Object.entries(paths)
    .filter(([address]) => address.startsWith(base))
    .flatMap(([address, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => readOperation(method, address, operation)),
    )
  assertNames(operations)
  return operations
}
