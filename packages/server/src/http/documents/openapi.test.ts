import { Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from './openapi.ts'
import { route } from '../route.ts'

const Side = Type.Enum(['port', 'starboard'], { $id: 'Side' })
const Turn = Type.Object({ side: Side, by: Type.Number() }, { $id: 'Turn' })
const Turns = Type.Object({ pair: Type.Tuple([Turn, Turn]) }, { $id: 'Turns' })

const routes = [
  route({
    method: 'PUT',
    path: '/boats/:id/turn',
    scope: 'autopilot.command',
    operationId: 'turn',
    summary: 'Turn a boat',
    params: Type.Object({ id: Type.String({ description: 'Which boat' }) }),
    query: Type.Object({ slowly: Type.Optional(Type.Boolean()), side: Side }),
    body: Turn,
    responses: { 200: { description: 'Turned', schema: Turns } },
    problems: ['busy', 'helm-held', 'not-found'],
    handle: () => undefined,
  }),
  route({
    method: 'GET',
    path: '/boats/*',
    scope: 'public',
    operationId: 'look',
    summary: 'Look at boats',
    responses: { 200: { description: 'Boats', contentType: 'text/plain', schema: Type.String() } },
    handle: () => undefined,
  }),
]

interface Document {
  readonly info: Readonly<Record<string, unknown>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const documentOf = (): Document =>
  // The document is plain data without a specific type.
  openApiDocument(routes, {
    productWord: 'seadata',
    version: '1.2.3',
    sessionCookie: 'session',
  }) as unknown as Document

const problemAnswer = (description: string): object => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

test('describes a route by its scope, parameters, body, responses and problems', () => {
  assert.deepEqual(documentOf().paths['/boats/{id}/turn'], {
    put: {
      operationId: 'turn',
      summary: 'Turn a boat',
      'x-scope': 'autopilot.command',
      'x-problems': [
        'busy',
        'helm-held',
        'not-found',
        'invalid-body',
        'too-slow',
        'too-large',
        'unsupported-media-type',
        'invalid-value',
        'invalid-query',
        'unauthenticated',
        'forbidden',
        'cross-origin',
        'misdirected',
      ],
      security: [{ token: ['autopilot.command'] }, { session: ['autopilot.command'] }],
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'Which boat', schema: { type: 'string' } },
        { name: 'slowly', in: 'query', required: false, schema: { type: 'boolean' } },
        { name: 'side', in: 'query', required: true, schema: { $ref: '#/components/schemas/Side' } },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Turn' } } },
      },
      responses: {
        200: {
          description: 'Turned',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Turns' } } },
        },
        400: problemAnswer('invalid-body, invalid-value, invalid-query'),
        401: problemAnswer('unauthenticated'),
        403: problemAnswer('forbidden, cross-origin'),
        404: problemAnswer('not-found'),
        408: problemAnswer('too-slow'),
        409: problemAnswer('busy, helm-held'),
        413: problemAnswer('too-large'),
        415: problemAnswer('unsupported-media-type'),
        421: problemAnswer('misdirected'),
      },
    },
  })
})

test('describes the wildcard of a path as a parameter', () => {
  const { parameters, responses } = documentOf().paths['/boats/{path}']!['get']!
  assert.deepEqual(
    (parameters as { name: string }[]).map(({ name }) => name),
    ['path'],
  )
  assert.deepEqual(responses, {
    200: { description: 'Boats', content: { 'text/plain': { schema: { type: 'string' } } } },
    421: problemAnswer('misdirected'),
  })
})

test('lists each named schema once, in order, and tuples as OpenAPI 3.1 has them', () => {
  const { schemas } = documentOf().components
  assert.deepEqual(Object.keys(schemas), ['Fault', 'Problem', 'Side', 'Turn', 'Turns'])
  assert.deepEqual(schemas['Side'], { enum: ['port', 'starboard'] })
  assert.doesNotMatch(JSON.stringify(schemas), /"\$id"/)
})

test('has the product word as title and the server version', () => {
  const { title, version } = documentOf().info
  assert.deepEqual({ title, version }, { title: 'seadata', version: '1.2.3' })
})
