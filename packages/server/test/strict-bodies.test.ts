import {
  AnchorRadiusRequest,
  AnchorRepositionRequest,
  AngleRequest,
  Completed,
  NameRequest,
  Type,
  type ProblemCode,
} from '@marinedata/model'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { authorise, localOwner } from '@marinedata/core'
import { BrowserRules } from '../src/access/browser-rules.ts'
import { OpenGate } from '../src/access/gates.ts'
import { ConnectionGuard } from '../src/http/defence/connection-guard.ts'
import { createHttpServer } from '../src/http/http-server.ts'
import { route, type Route } from '../src/http/route.ts'
import { assertProblem, exchange, type Exchange } from '@marinedata/testing/exchange'

const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
const responses = { 200: { description: 'Done', schema: Completed } }
const limit = { timeout: 300_000 }

interface Seen {
  body: unknown
  query: unknown
  params: unknown
}

const seen: Seen = { body: undefined, query: undefined, params: undefined }

const schemas = {
  name: NameRequest,
  angle: AngleRequest,
  radius: AnchorRadiusRequest,
  reposition: AnchorRepositionRequest,
}

const routes: readonly Route[] = [
  ...Object.entries(schemas).map(([name, body]) =>
    route({
      method: 'PUT',
      path: `/${name}`,
      scope: 'autopilot.command',
      operationId: name,
      summary: name,
      body,
      responses,
      handle: (request) => {
        seen.body = request.body
        return completed
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/pages/:number/:side',
    scope: 'read',
    operationId: 'getPage',
    summary: 'A page',
    params: Type.Object({ number: Type.Integer({ minimum: 1 }), side: Type.Enum(['port', 'starboard']) }),
    query: Type.Object(
      { size: Type.Optional(Type.Number({ maximum: 10 })), all: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    responses,
    handle: (request) => {
      seen.params = request.params
      seen.query = request.query
      return completed
    },
  }),
]

const app = createHttpServer({
  routes,
  gate: new OpenGate({ rules: new BrowserRules({ isLocal: true }), authorise, stranger: localOwner }),
  log: pino({ level: 'silent' }),
  productWord: 'marinedata',
  onDiskFault: (error) => assert.fail(String(error)),
  connections: new ConnectionGuard({ isOpen: true }),
})
let url = ''

before(async () => {
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

const put = (body: string, path = '/angle', contentType = 'application/json'): Promise<Exchange> =>
  exchange(url, path, { method: 'PUT', headers: { 'content-type': contentType }, body })

const deep = (levels: number): string => `${'{"value":'.repeat(levels)}1${'}'.repeat(levels)}`

test('ten degrees with a misspelt unit do not become ten radians', limit, async () => {
  const problem = assertProblem(await put('{"value":10,"unit":"deg"}'), 'invalid-body')
  assert.deepEqual(problem.errors, [{ path: '/unit', message: 'is not a known member' }])
  assert.match(problem.detail, /\/unit is not a known member/)
})

test('accepts a valid body', limit, async () => {
  for (const [body, path] of [
    ['{"value":10,"units":"deg"}', '/angle'],
    ['{"value":-0.1}', '/angle'],
    ['{"value":1e308}', '/angle'],
    [' \n{ "value" : 1 }\t', '/angle'],
    ['{"value":"wind"}', '/name'],
    ['{"value":5}', '/radius'],
    ['{"rodeLength":40,"anchorDepth":0}', '/reposition'],
  ] as const) {
    const { status, text } = await put(body, path)
    assert.equal(status, 200, `${path} ${body}: ${text}`)
    assert.deepEqual(JSON.parse(text), completed)
    assert.deepEqual(seen.body, JSON.parse(body))
  }
})

test('accepts a content type with a charset or a JSON suffix', limit, async () => {
  assert.equal((await put('{"value":1}', '/angle', 'application/json; charset=utf-8')).status, 200)
})

const refused: readonly (readonly [body: string, path: string, code: ProblemCode])[] = [
  ['{"value":"10"}', '/angle', 'invalid-body'],
  ['{"value":true}', '/angle', 'invalid-body'],
  ['{"value":null}', '/angle', 'invalid-body'],
  ['{"value":[1]}', '/angle', 'invalid-body'],
  ['{"value":1e999}', '/angle', 'invalid-body'],
  ['{"value":-1e999}', '/angle', 'invalid-body'],
  ['{"value":NaN}', '/angle', 'invalid-body'],
  ['{"value":Infinity}', '/angle', 'invalid-body'],
  ['{"value":0x10}', '/angle', 'invalid-body'],
  ['{"value":1,"units":"degrees"}', '/angle', 'unknown-units'],
  ['{"value":1,"units":null}', '/angle', 'unknown-units'],
  ['{"Value":1}', '/angle', 'invalid-body'],
  ['{}', '/angle', 'invalid-body'],
  ['[]', '/angle', 'invalid-body'],
  ['[{"value":1}]', '/angle', 'invalid-body'],
  ['10', '/angle', 'invalid-body'],
  ['"value"', '/angle', 'invalid-body'],
  ['null', '/angle', 'invalid-body'],
  ['true', '/angle', 'invalid-body'],
  ['{"value":1', '/angle', 'invalid-body'],
  ['{"value":1}}', '/angle', 'invalid-body'],
  ['value=1', '/angle', 'invalid-body'],
  ['', '/angle', 'invalid-body'],
  ['{"value":1}', '/name', 'invalid-body'],
  ['{"value":4.9}', '/radius', 'invalid-body'],
  ['{"value":2000.1}', '/radius', 'invalid-body'],
  ['{"rodeLength":0,"anchorDepth":1}', '/reposition', 'invalid-body'],
  ['{"rodeLength":40}', '/reposition', 'invalid-body'],
]

test('rejects every invalid body', limit, async () => {
  for (const [body, path, code] of refused) assertProblem(await put(body, path), code)
})

test('rejects names of JavaScript prototypes in every place', limit, async () => {
  for (const body of [
    '{"__proto__":{"value":1}}',
    '{"value":1,"__proto__":{"units":"deg"}}',
    '{"value":1,"constructor":{"prototype":{"units":"deg"}}}',
    '{"value":{"__proto__":{}}}',
    '{"value":1,"toString":1}',
  ])
    assertProblem(await put(body), 'invalid-body')
  assert.equal(Object.getOwnPropertyNames(Object.prototype).includes('units'), false)
})

test('rejects a deeply nested body', limit, async () => {
  assertProblem(await put(deep(100)), 'invalid-body')
  assertProblem(await put(deep(6_000)), 'invalid-body')
  assertProblem(await put('['.repeat(60_000)), 'invalid-body')
})

test('rejects a body of seventy thousand bytes', limit, async () => {
  assertProblem(await put(`{"value":"${'x'.repeat(70_000)}"}`), 'too-large')
})

test('rejects a body with another content type than JSON', limit, async () => {
  for (const contentType of [
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ])
    assertProblem(await put('{"value":1}', '/angle', contentType), 'unsupported-media-type')
})

test('rejects a missing body', limit, async () => {
  assertProblem(await exchange(url, '/angle', { method: 'PUT' }), 'invalid-body')
})

test('rejects a body without a content type', limit, async () => {
  const answer = await exchange(url, '/angle', { method: 'PUT', body: '{"value":1}' })
  assertProblem(answer, 'unsupported-media-type')
})

test('rejects a method that is not allowed before it reads the body', limit, async () => {
  const answer = await exchange(url, '/angle', { method: 'POST', body: 'x'.repeat(70_000) })
  assertProblem(answer, 'method-not-allowed')
  assert.equal(answer.headers.allow, 'PUT')
})

test('converts path parameters and query to their types', limit, async () => {
  assert.equal((await exchange(url, '/pages/7/port?size=2.5&all=true')).status, 200)
  assert.deepEqual(seen.params, { number: 7, side: 'port' })
  assert.deepEqual(seen.query, { size: 2.5, all: true })
  assert.equal((await exchange(url, '/pages/7/starboard')).status, 200)
  assert.deepEqual({ ...(seen.query as object) }, {})
})

test('reports invalid path parameters and queries with their names', limit, async () => {
  for (const [path, place, code] of [
    ['/pages/0/port', '/number', 'invalid-value'],
    ['/pages/x/port', '/number', 'invalid-value'],
    ['/pages/1.5/port', '/number', 'invalid-value'],
    ['/pages/1/left', '/side', 'invalid-value'],
    ['/pages/1/port?size=11', '/size', 'invalid-query'],
    ['/pages/1/port?size=x', '/size', 'invalid-query'],
    ['/pages/1/port?all=maybe', '/all', 'invalid-query'],
    ['/pages/1/port?sise=1', '/sise', 'invalid-query'],
    ['/pages/1/port?__proto__=1', '/__proto__', 'invalid-query'],
    ['/pages/1/port?size=1&size=2', '/size', 'invalid-query'],
  ] as const) {
    const answer = await exchange(url, path)
    assert.notEqual(answer.status, 200, path)
    const problem = assertProblem(answer, code)
    assert.deepEqual(
      [...new Set(problem.errors.map(({ path: at }) => at))],
      [place],
      `${path}: ${problem.detail}`,
    )
  }
})

test('any JSON gives success or a problem, never an internal error', { timeout: 300_000 }, async () => {
  const member = fc.constantFrom(
    'value',
    'units',
    'rodeLength',
    'anchorDepth',
    '__proto__',
    'constructor',
    'x',
  )
  const body = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc
      .dictionary(member, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.double()))
      .map((value) => JSON.stringify(value)),
    fc.string({ maxLength: 50 }),
  )
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(...Object.keys(schemas)), async (text, name) => {
      const answer = await put(text, `/${name}`)
      const isOfUnits = answer.text.includes('problem:unknown-units')
      if (answer.status !== 200) assertProblem(answer, isOfUnits ? 'unknown-units' : 'invalid-body')
    }),
    { numRuns: 3_000 },
  )
})
