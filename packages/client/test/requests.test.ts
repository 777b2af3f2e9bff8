import { Boat } from '@marinedata/client'
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startScriptedServer } from './scripted-server.ts'

const limit = { timeout: 300_000 }

interface Answer {
  readonly title: string
  readonly status: number
  readonly type: string
  readonly body: string
  readonly code: string
  readonly message: RegExp
}

const problem = (code: string, status: number): string =>
  JSON.stringify({
    code,
    status,
    detail: 'The reason',
    errors: [{ path: '/a', message: 'is wrong' }],
    outcome: 'none',
  })

const answers: readonly Answer[] = [
  {
    title: 'a problem document becomes an error with its code and reason',
    status: 409,
    type: 'application/problem+json',
    body: problem('busy', 409),
    code: 'busy',
    message: /^The reason$/,
  },
  {
    title: 'an unknown problem code is mapped by its status',
    status: 404,
    type: 'application/problem+json; charset=utf-8',
    body: problem('never-received-of', 404),
    code: 'not-found',
    message: /^The reason$/,
  },
  {
    title: 'a problem code that is a property of every object is mapped by its status',
    status: 500,
    type: 'application/problem+json',
    body: problem('constructor', 500),
    code: 'internal',
    message: /^The reason$/,
  },
  {
    title: 'an HTML page of a proxy becomes an error that names the status',
    status: 502,
    type: 'text/html',
    body: '<h1>Bad gateway</h1>',
    code: 'internal',
    message: /responded with 502 Bad Gateway$/,
  },
  {
    title: 'an error response without body becomes an error that names the status',
    status: 418,
    type: 'text/plain',
    body: '',
    code: 'bad-request',
    message: /responded with 418/,
  },
  {
    title: 'a response that is not JSON is an internal error',
    status: 200,
    type: 'application/json',
    body: '{"value":',
    code: 'internal',
    message: /did not respond with JSON$/,
  },
]

for (const { title, status, type, body, code, message } of answers)
  test(title, limit, async () => {
    const reply = (response: ServerResponse): unknown =>
      response.writeHead(status, { 'content-type': type }).end(body)
    await using server = await startScriptedServer({
      onRequest: (_request, response) => void reply(response),
    })
    const asked = new Boat({ url: server.url }).get('vessels/self')
    await assert.rejects(asked, { name: 'MarineDataError', code, message })
  })

test('the error contains the faults of the problem with their paths', limit, async () => {
  await using server = await startScriptedServer({
    onRequest: (_request, response) =>
      void response
        .writeHead(400, { 'content-type': 'application/problem+json' })
        .end(problem('invalid-body', 400)),
  })
  const asked = new Boat({ url: server.url }).get('vessels/self')
  await assert.rejects(asked, { details: { errors: [{ path: '/a', message: 'is wrong' }], outcome: 'none' } })
})

test('a request without response is aborted at the timeout', limit, async () => {
  await using server = await startScriptedServer({})
  const client = new Boat({ url: server.url, timeoutMs: 50 })
  await assert.rejects(client.discover(), { name: 'TimeoutError' })
})

test('an incomplete response is aborted at the timeout', limit, async () => {
  await using server = await startScriptedServer({
    onRequest: (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{"value":'),
  })
  const client = new Boat({ url: server.url, timeoutMs: 50 })
  await assert.rejects(client.root(), { name: 'TimeoutError' })
})

test('a path that leaves the tree is rejected before it is sent', limit, async () => {
  const asked = new Boat({ url: 'http://127.0.0.1:9' }).get(['..', 'health'])
  await assert.rejects(asked, { name: 'MarineDataError', code: 'invalid-value' })
})

test('a call is sent below /v2/api with its method, query, headers and body', limit, async () => {
  const received: {
    readonly line: string
    readonly key: unknown
    readonly type: unknown
    readonly text: string
  }[] = []
  await using server = await startScriptedServer({
    onRequest: (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, headers } = request
        const text = Buffer.concat(chunks).toString()
        received.push({
          line: `${method} ${url}`,
          key: headers['idempotency-key'],
          type: headers['content-type'],
          text,
        })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"COMPLETED"}')
      })
    },
  })
  const client = new Boat({ url: server.url })
  const done = await client.call('PUT vessels/self/autopilots/{id}/target', {
    params: { id: 'a b' },
    body: { value: 1 },
    headers: { 'Idempotency-Key': 'k1' },
  })
  await client.call('GET access/audit', { query: { limit: 5 } })
  assert.deepEqual(done, { state: 'COMPLETED' })
  assert.deepEqual(received, [
    {
      line: 'PUT /marinedata/v2/api/vessels/self/autopilots/a%20b/target',
      key: 'k1',
      type: 'application/json',
      text: '{"value":1}',
    },
    { line: 'GET /marinedata/v2/api/access/audit?limit=5', key: undefined, type: undefined, text: '' },
  ])
})
