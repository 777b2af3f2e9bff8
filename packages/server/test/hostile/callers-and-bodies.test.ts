import { scopesOfRole, type Role, type Scope } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Crew, type CrewKind } from '@marinedata/testing/boats/crew'
import { exchange, type Exchange } from '@marinedata/testing/exchange'
import { familyCases } from '../family-cases.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { isFullForm } from '@marinedata/testing/time-limit'

const limit = { timeout: 110_000 }
const callers = ['nobody', 'viewer', 'crew', 'helm', 'owner'] as const satisfies readonly CrewKind[]
/** The short form sends one request of so many. No other count of the matrix is a multiple of it. */
const stride = 13

type Body = readonly [contentType: string, text: string]
const json = (text: string): Body => ['application/json', text]

const bodies: readonly Body[] = [
  json(''),
  json('{'),
  json('null'),
  json('true'),
  json('-0'),
  json('"text"'),
  json('[]'),
  json('{}'),
  json('{"value":1e999}'),
  json('{"value":NaN}'),
  json('{"value":"\\u0000\\ud800"}'),
  json('{"value":1,"value":{"value":1}}'),
  json('{"__proto__":{"roles":["owner"]}}'),
  json('{"constructor":{"prototype":{"roles":["owner"]}}}'),
  json('{"value":{"toString":1,"valueOf":null,"then":{"length":-1}}}'),
  json(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  json(`{"name":"${'x'.repeat(60_000)}"}`),
  ['text/plain', '{"value":1}'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="value"\r\n\r\n1\r\n--x--\r\n',
  ],
]

/** Values of parameters, encoded for the path. */
const parameters: readonly string[] = [
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%0d%0aSet-Cookie:%20a=b',
  '%e2%80%ae',
  '%f0%9f%92%a9',
  '%ff%fe',
  '-1',
  '1e999',
  "'%20OR%201=1--",
  '*',
  'x'.repeat(2_000),
]

interface Operation {
  readonly operationId: string
  readonly 'x-scope': Scope
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Cell {
  readonly ask: string
  readonly scope: Scope
  readonly caller: (typeof callers)[number]
  readonly body: Body
}

/** Every operation but signing out, which would end the credential of the test. */
const cellsOf = ({ paths }: Document): Cell[] =>
  Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => operation.operationId !== 'signOut')
    .flatMap(({ path, method, operation }, row) =>
      callers.flatMap((caller, column) =>
        bodies.map((body, number) => {
          const parameter = parameters[(row + column + number) % parameters.length]!
          const ask = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, parameter)}`
          return { ask, scope: operation['x-scope'], caller, body }
        }),
      ),
    )

const isAllowed = ({ caller, scope }: Cell): boolean =>
  scope === 'public' || (caller !== 'nobody' && scopesOfRole[caller as Role].includes(scope))

const answersWithFault = new Set([501, 503])

let crew: Crew
before(async () => {
  crew = await Crew.start()
})
after(() => crew[Symbol.asyncDispose]())

const send = ({ ask, caller, body: [contentType, body] }: Cell): Promise<Exchange> => {
  const [method = '', path = ''] = ask.split(' ')
  const token = crew.tokens[caller]
  const headers = {
    'content-type': contentType,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return exchange(crew.url, path, { method, headers, body })
}

test(
  'hostile bodies and parameters of any caller never fail in the server or pass a scope',
  limit,
  async (context) => {
    const all = cellsOf(await crew.must<Document>('GET /marinedata/v2/api/openapi.json'))
    const cells = all.filter((_cell, index) => isFullForm || index % stride === 0)
    const answers = new Map<number, number>()
    for (const cell of cells) {
      const { status, text: said } = await send(cell)
      const title = `${cell.caller}: ${cell.ask} ${cell.body[1].slice(0, 60)}: ${status} ${said.slice(0, 300)}`
      assert.ok(status < 500 || answersWithFault.has(status), title)
      assert.ok(isAllowed(cell) || status >= 400, title)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    const counts = [...answers].toSorted(([one], [other]) => one - other).map((each) => each.join(' × '))
    context.diagnostic(`${cells.length} of ${all.length} requests; status × count: ${counts.join(', ')}`)
    for (const kind of callers)
      if (kind !== 'nobody')
        assert.equal(
          (await crew.ask(kind, 'GET /marinedata/v1/api')).status,
          200,
          `the token of ${kind} ended`,
        )
    const people = await crew.must<readonly { readonly name: string }[]>(
      'GET /marinedata/v2/api/access/people',
    )
    assert.deepEqual(
      people.map(({ name }) => name),
      ['Anna'],
    )
  },
)

test('hostile bodies at the addresses of the family never fail in the server', limit, async (context) => {
  const settings = { family: true, announce: { mdns: false, plotters: false } } as const
  await using boat = await startBoat({ settings })
  const asks = [...new Set(familyCases.map(({ ask }) => ask))]
  const all = asks.flatMap((ask) => bodies.map((body) => ({ ask, body })))
  const cells = all.filter((_cell, index) => isFullForm || index % stride === 0)
  for (const {
    ask,
    body: [contentType, body],
  } of cells) {
    const [method = '', path = ''] = ask.split(' ')
    const { status, text } = await exchange(boat.url, path, {
      method,
      headers: { 'content-type': contentType },
      body,
    })
    assert.ok(
      status < 500 || answersWithFault.has(status),
      `${ask} ${body.slice(0, 60)}: ${status} ${text.slice(0, 300)}`,
    )
  }
  context.diagnostic(`${cells.length} of ${all.length} requests`)
  assert.equal((await exchange(boat.url, '/health')).status, 200)
})
