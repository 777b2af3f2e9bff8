import { problems, Problem, type ProblemCode, type ProductWord, type TSchema } from '@marinedata/model'
import type { ResponseShape, Route } from '../route.ts'
import { problemExample, schemaExamples } from './schema-examples.ts'
import { SchemaComponents, type Json } from './schema-components.ts'

/** A client sends its token with each request. */
export const tokenScheme = {
  type: 'http',
  scheme: 'bearer',
  description: 'A token, which the Access screen of the console or the command `access token create` makes',
} as const

/** How clients prove who they are. */
const securitySchemesOf = (sessionCookie: string) => ({
  token: tokenScheme,
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: `The session of a signed-in browser; over HTTPS the name begins with \`__Host-\``,
  },
})

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
  components: SchemaComponents,
): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, { description?: string }>
    required?: readonly string[]
  }
  // `restOfPath` describes the wildcard.
  const named = Object.entries(properties).filter(([name]) => name !== '*')
  return named.map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: components.reference(property),
  }))
}

const responseOf = (
  { description, schema, contentType }: ResponseShape,
  components: SchemaComponents,
): Json => ({
  description,
  ...(schema !== undefined && {
    content: { [contentType ?? 'application/json']: { schema: components.reference(schema) } },
  }),
})

const bodyProblems = ['invalid-body', 'too-slow', 'too-large', 'unsupported-media-type'] as const

/** The problems that follow from the method, the scope and the schemas of a route. The handlers before the route's own raise them. */
const impliedProblems = ({ method, scope, params, query, body }: Route): ProblemCode[] => [
  ...(body === undefined ? [] : bodyProblems),
  ...(params === undefined ? [] : (['invalid-value'] as const)),
  ...(query === undefined ? [] : (['invalid-query'] as const)),
  ...(scope === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
  // A page of another site may not change anything.
  ...(method === 'GET' ? [] : (['cross-origin'] as const)),
  'misdirected',
]

const securityOf = ({ scope }: Route): Json[] =>
  scope === 'public' ? [] : [{ token: [scope] }, { session: [scope] }]

const problemCodesOf = (route: Route): ProblemCode[] => [
  ...new Set([...(route.problems ?? []), ...impliedProblems(route)]),
]

const problemResponses = (route: Route, components: SchemaComponents): Json => {
  const codesByStatus = Map.groupBy(problemCodesOf(route), (code) => problems[code].status)
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

const requestBodyOf = ({ body, isUpload }: Route, components: SchemaComponents): Json => {
  if (isUpload === true) {
    const schema = { type: 'string', format: 'binary' }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  if (body === undefined) return {}
  return {
    requestBody: { required: true, content: { 'application/json': { schema: components.reference(body) } } },
  }
}

const operationOf = (route: Route, components: SchemaComponents): Json => ({
  operationId: route.operationId,
  summary: route.summary,
  'x-scope': route.scope,
  'x-problems': problemCodesOf(route),
  security: securityOf(route),
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

const withExamples = (schemas: Json, word: ProductWord): Json =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = name === 'Problem' ? problemExample(word) : schemaExamples[name]
      // The schemas of a document are objects.
      return [name, example === undefined ? schema : { ...(schema as Json), examples: [example] }]
    }),
  )

/** Generates the OpenAPI 3.1 document from the route table. */
export const openApiDocument = (
  routes: readonly Route[],
  {
    productWord,
    version,
    sessionCookie,
  }: { productWord: ProductWord; version: string; sessionCookie: string },
): Json => {
  const components = new SchemaComponents({ hasPrefixItems: true })
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
      description:
        'The HTTP interface of this marine data server. The AsyncAPI document describes its WebSockets.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    paths,
    components: {
      schemas: withExamples(components.sorted(), productWord),
      securitySchemes: securitySchemesOf(sessionCookie),
    },
    'x-problems': problems,
  }
}
