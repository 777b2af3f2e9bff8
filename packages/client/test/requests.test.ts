import { MarineDataClient } from '@marinedata/client'
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startLameServer } from './lame-server.ts'

const limit = { timeout: 10_000 }

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
    title: 'a problem that a later server has invented is known by its status',
    status: 404,
    type: 'application/problem+json; charset=utf-8',
    body: problem('never-heard-of', 404),
    code: 'not-found',
    message: /^The reason$/,
  },
  {
    title: 'a problem with a code that every object has is known by its status',
    status: 500,
    type: 'application/problem+json',
    body: problem('constructor', 500),
    code: 'internal',
    message: /^The reason$/,
  },
  {
    title: 'a page from a proxy becomes an error that names the status',
    status: 502,
    type: 'text/html',
    body: '<h1>Bad gateway</h1>',
    code: 'internal',
    message: /answered 502 Bad Gateway$/,
  },
  {
    title: 'a bare refusal becomes an error that names the status',
    status: 418,
    type: 'text/plain',
    body: '',
    code: 'bad-request',
    message: /answered 418/,
  },
  {
    title: 'an answer that is not JSON is a failure of the server',
    status: 200,
    type: 'application/json',
    body: '{"value":',
    code: 'internal',
    message: /did not answer with JSON$/,
  },
]

for (const { title, status, type, body, code, message } of answers)
  test(title, limit, async () => {
    const reply = (response: ServerResponse): unknown =>
      response.writeHead(status, { 'content-type': type }).end(body)
    await using server = await startLameServer({ onRequest: (_request, response) => void reply(response) })
    const asked = new MarineDataClient({ url: server.url }).get('vessels/self')
    await assert.rejects(asked, { name: 'MarineDataError', code, message })
  })

test('the faults of a problem are kept with their places', limit, async () => {
  await using server = await startLameServer({
    onRequest: (_request, response) =>
      void response
        .writeHead(400, { 'content-type': 'application/problem+json' })
        .end(problem('invalid-body', 400)),
  })
  const asked = new MarineDataClient({ url: server.url }).get('vessels/self')
  await assert.rejects(asked, { details: { errors: [{ path: '/a', message: 'is wrong' }], outcome: 'none' } })
})

test('a server that does not answer is waited for no longer than the deadline', limit, async () => {
  await using server = await startLameServer({})
  const client = new MarineDataClient({ url: server.url, timeoutMs: 50 })
  await assert.rejects(client.discover(), { name: 'TimeoutError' })
})

test('an answer that stops half-way is waited for no longer than the deadline', limit, async () => {
  await using server = await startLameServer({
    onRequest: (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{"value":'),
  })
  const client = new MarineDataClient({ url: server.url, timeoutMs: 50 })
  await assert.rejects(client.root(), { name: 'TimeoutError' })
})

test('a path that would climb out of the tree is refused before it is sent', limit, async () => {
  const asked = new MarineDataClient({ url: 'http://127.0.0.1:9' }).get(['..', 'health'])
  await assert.rejects(asked, { name: 'MarineDataError', code: 'invalid-value' })
})

test('a call goes below the second interface, with its method, query, headers and body', limit, async () => {
  const heard: {
    readonly line: string
    readonly key: unknown
    readonly type: unknown
    readonly text: string
  }[] = []
  await using server = await startLameServer({
    onRequest: (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, headers } = request
        const text = Buffer.concat(chunks).toString()
        heard.push({
          line: `${method} ${url}`,
          key: headers['idempotency-key'],
          type: headers['content-type'],
          text,
        })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"COMPLETED"}')
      })
    },
  })
  const client = new MarineDataClient({ url: server.url })
  const done = await client.call('PUT', ['vessels', 'self', 'autopilots', 'a b', 'target'], {
    body: { value: 1 },
    headers: { 'Idempotency-Key': 'k1' },
  })
  await client.call('GET', 'access/audit', { query: { limit: '5' } })
  assert.deepEqual(done, { state: 'COMPLETED' })
  assert.deepEqual(heard, [
    {
      line: 'PUT /marinedata/v2/api/vessels/self/autopilots/a%20b/target',
      key: 'k1',
      type: 'application/json',
      text: '{"value":1}',
    },
    { line: 'GET /marinedata/v2/api/access/audit?limit=5', key: undefined, type: undefined, text: '' },
  ])
})
