import { problems, Problem, type ProductWord, type TSchema } from '@marinedata/model'
import type { ResponseShape, Route } from './route.ts'

type Json = { readonly [member: string]: unknown }

/** Collects the named schemas, so that the document contains each once. */
class Components {
  readonly #schemas = new Map<string, unknown>()

  /** Replaces each named part of the schema by a reference. */
  reference(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.reference(item))
    if (typeof schema !== 'object' || schema === null) return schema
    const { $id, ...members } = schema as { $id?: unknown }
    if (typeof $id !== 'string') return this.#inside(members)
    if (!this.#schemas.has($id)) {
      this.#schemas.set($id, {})
      this.#schemas.set($id, this.#inside(members))
    }
    return { $ref: `#/components/schemas/${$id}` }
  }

  sorted(): Json {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #inside(members: object): Json {
    return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, this.reference(value)]))
  }
}

const openApiPath = (path: string): string => path.replaceAll(/:([a-zA-Z]+)/g, '{$1}').replace('*', '{path}')

const restOfPath: Json = {
  name: 'path',
  in: 'path',
  required: true,
  description: 'The segments below; identifiers are URL-encoded',
  schema: { type: 'string' },
}

const parametersOf = (
  place: 'path' | 'query',
  schema: TSchema | undefined,
  components: Components,
): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, { description?: string }>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: components.reference(property),
  }))
}

const responseOf = ({ description, schema, contentType }: ResponseShape, components: Components): Json => ({
  description,
  ...(schema !== undefined && {
    content: { [contentType ?? 'application/json']: { schema: components.reference(schema) } },
  }),
})

const problemResponses = (route: Route, components: Components): Json => {
  const codes = new Set([
    ...(route.problems ?? []),
    ...(route.body === undefined ? [] : (['invalid-body'] as const)),
  ])
  const codesByStatus = Map.groupBy(codes, (code) => problems[code].status)
  return Object.fromEntries(
    [...codesByStatus].map(([status, names]) => [
      status,
      responseOf(
        { description: names.join(', '), schema: Problem, contentType: 'application/problem+json' },
        components,
      ),
    ]),
  )
}

const requestBodyOf = ({ body, isUpload }: Route, components: Components): Json => {
  if (isUpload === true) {
    const schema = { type: 'string', format: 'binary' }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  if (body === undefined) return {}
  return {
    requestBody: { required: true, content: { 'application/json': { schema: components.reference(body) } } },
  }
}

const operationOf = (route: Route, components: Components): Json => ({
  operationId: route.operationId,
  summary: route.summary,
  'x-scope': route.scope,
  parameters: [
    ...(route.path.endsWith('*') ? [restOfPath] : []),
    ...parametersOf('path', route.params, components),
    ...parametersOf('query', route.query, components),
  ],
  ...requestBodyOf(route, components),
  responses: {
    ...Object.fromEntries(
      Object.entries(route.responses).map(([status, shape]) => [status, responseOf(shape, components)]),
    ),
    ...problemResponses(route, components),
  },
})

/** Generates the OpenAPI 3.1 document from the route table. */
export const openApiDocument = (
  routes: readonly Route[],
  { productWord, version, shapes }: { productWord: ProductWord; version: string; shapes: readonly TSchema[] },
): Json => {
  const components = new Components()
  for (const shape of shapes) components.reference(shape)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const operations = (paths[openApiPath(route.path)] ??= {})
    operations[route.method.toLowerCase()] = operationOf(route, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: productWord,
      version,
      description: 'The HTTP interface of this marine data server, and the schemas of its stream.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: { schemas: components.sorted() },
    'x-problems': problems,
  }
}
