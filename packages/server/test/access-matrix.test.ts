import { authorise, pluginPrincipal, type Principal } from '@marinedata/core'
import {
  MarineDataError,
  roles,
  scopes,
  scopesOfRole,
  type Problem,
  type Role,
  type Scope,
} from '@marinedata/model'
import { serverVerbs, type Verb as PluginVerb } from '@marinedata/plugin-api/host'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { after, before, suite, test, type TestContext } from 'node:test'
import { WebSocket } from 'ws'
import { describeServer } from '../src/start-server.ts'
import { route } from '../src/http/route.ts'
import { verbs, type Verb } from '../src/stream/verbs.ts'
import { accessApi, answered, Crew, crewKinds, type CrewKind } from '@marinedata/testing/boats/crew'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const steady = new URL('./plugins/steady.ts', import.meta.url).pathname

interface Operation {
  readonly operationId: string
  readonly 'x-scope': Scope
  readonly requestBody?: unknown
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Row {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const rowsOf = ({ paths }: Document): Row[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) => {
      const method = name.toUpperCase()
      // A GET route also serves HEAD.
      return (method === 'GET' ? [method, 'HEAD'] : [method]).map((each) => ({
        method: each,
        path,
        operation,
      }))
    }),
  )

const hasScope = (kind: CrewKind, scope: Scope): boolean =>
  Object.hasOwn(scopesOfRole, kind) && scopesOfRole[kind as Role].includes(scope)

/** The expected problem code by the declared scope; undefined when access is granted. */
const refusalFor = (kind: CrewKind, scope: Scope): 'unauthenticated' | 'forbidden' | undefined => {
  // Also with a token that is no longer valid: a browser that still has one must be able to sign in again.
  if (scope === 'public') return undefined
  // Elsewhere such a token is rejected, not treated as absent.
  if (kind === 'revoked' || kind === 'expired') return 'unauthenticated'
  if (kind === 'nobody') return 'unauthenticated'
  return hasScope(kind, scope) ? undefined : 'forbidden'
}

/** The boat of this test has no plugin that provides these. The response to HEAD has no body that would say so. */
const answers = [
  { base: '/marinedata/v2/api/history', missing: 501, code: 'no-history-provider' },
  { base: '/marinedata/v2/api/weather', missing: 503, code: 'no-provider' },
] as const

const hasNoProvider = ({ method, path }: Row, status: number, text: string): boolean =>
  answers.some(
    ({ base, missing, code }) =>
      status === missing && path.startsWith(base) && (method === 'HEAD' || text.includes(code)),
  )

suite('access matrix: every route and verb grants exactly the declared access', () => {
  let crew: Crew
  let document: Document
  let addresses = 0

  /** Rotates client addresses: an address with ten wrong tokens is answered with 429. */
  const addressFor = (kind: CrewKind): string =>
    kind === 'revoked' || kind === 'expired' ? `127.0.1.${1 + (addresses++ % 200)}` : '127.0.0.1'

  before(async () => {
    crew = await Crew.start({ plugins: { given: [steady] } })
    document = await crew.must('GET /marinedata/v2/api/openapi.json')
    // Without an anchor watch every anchor route answers 404.
    const anchor = 'GET /marinedata/v2/api/vessels/self/navigation/anchor'
    await until(
      () => crew.ask('viewer', anchor),
      ({ status }) => status === 200,
    )
  })
  after(async () => await crew[Symbol.asyncDispose]())

  /** Uses names that do not exist and bodies that no route accepts, so that no request has an effect. */
  const askFor = async ({ method, path, operation }: Row, kind: CrewKind) => {
    const isLast = operation.operationId === 'signOut' && refusalFor(kind, 'read') === undefined
    const token = isLast
      ? (await crew.makeToken({ role: kind as 'viewer', name: `leaving-${kind}` })).token
      : crew.tokens[kind]
    return crew.ask(kind, `${method} ${path.replaceAll(/\{[^}]+\}/g, 'no-such-thing')}`, {
      token,
      from: addressFor(kind),
      ...(operation.requestBody !== undefined && { body: 'nothing that would fit' }),
    })
  }

  test('the OpenAPI document of the running boat has the scope of every route of the table', limit, () => {
    const rows = rowsOf(document)
    assert.ok(rows.length > 60, `${rows.length} rows`)
    for (const { path, operation } of rows) assert.ok(scopes.includes(operation['x-scope']), path)
    assert.deepEqual(document, JSON.parse(JSON.stringify(describeServer())))
  })

  test('every route × everyone', limit, async (context: TestContext) => {
    const rows = rowsOf(document)
    const count = { asked: 0, refused: 0 }
    for (const row of rows)
      for (const kind of crewKinds) {
        const title = `${kind}: ${row.method} ${row.path}`
        const expected = refusalFor(kind, row.operation['x-scope'])
        const { status, text } = await askFor(row, kind)
        count.asked++
        if (expected === undefined) {
          assert.ok(
            status !== 401 &&
              status !== 403 &&
              status !== 429 &&
              (status < 500 || hasNoProvider(row, status, text)),
            `${title}: ${status} ${text}`,
          )
          continue
        }
        count.refused++
        assert.equal(status, expected === 'forbidden' ? 403 : 401, `${title}: ${text}`)
        if (row.method === 'HEAD') continue
        assert.equal((JSON.parse(text) as Problem).code, expected, title)
      }
    context.diagnostic(`${count.asked} cells of ${rows.length} routes, ${count.refused} of them refused`)
  })

  test('signing out with a body is rejected, and the session stays', limit, async () => {
    const { token } = await crew.makeToken({ role: 'viewer', name: 'staying' })
    const { status } = await crew.ask('nobody', `POST ${accessApi}/sign-out`, {
      token,
      body: { all: true },
    })
    assert.equal(status, 400)
    assert.equal((await crew.ask('nobody', 'GET /marinedata/v1/api', { token })).status, 200)
  })

  test('none of the requests changed anything', limit, async () => {
    const people = await crew.must<{ name: string }[]>(`GET ${accessApi}/people`)
    assert.deepEqual(
      people.map(({ name }) => name),
      ['Anna'],
    )
    assert.deepEqual(await crew.must(`GET ${accessApi}/pairings`), [])
  })

  const openedBy = async (kind: CrewKind): Promise<StreamListener | number | undefined> => {
    const token = crew.tokens[kind]
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    if (refusalFor(kind, 'read') === undefined)
      return await StreamListener.open(crew.url, '?subscribe=none', { headers })
    const socket = new WebSocket(`${crew.url.replace('http', 'ws')}/marinedata/v1/stream`, {
      headers,
      localAddress: addressFor(kind),
    })
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    response.resume()
    return response.statusCode
  }

  test('every verb of the stream × everyone', limit, async (context: TestContext) => {
    let cells = 0
    for (const kind of crewKinds) {
      const opened = await openedBy(kind)
      cells += verbs.length
      if (!(opened instanceof StreamListener)) {
        assert.equal(opened, 401, `${kind} opens a stream`)
        continue
      }
      await using listener = opened
      for (const { member, scope } of verbs) {
        const { code } = await listener.ask({ [member]: 'nothing that would fit' })
        assert.equal(code, refusalFor(kind, scope) ?? 'invalid-message', `${kind}: ${member}`)
      }
    }
    context.diagnostic(`${cells} cells of ${verbs.length} verbs`)
  })

  test('every verb of plugins × every role', (context: TestContext) => {
    let cells = 0
    for (const [name, { scope }] of Object.entries<PluginVerb>(serverVerbs))
      for (const role of roles) {
        const principal: Principal = { kind: 'person', id: 'someone', name: 'x', roles: [role], source: 'x' }
        const ask = (): void => authorise({ principal, isGuarded: true }, scope)
        cells++
        if (scopesOfRole[role].includes(scope)) ask()
        else
          assert.throws(ask, (error) => error instanceof MarineDataError && error.code === 'forbidden', name)
      }
    for (const { scope } of Object.values<PluginVerb>(serverVerbs))
      authorise({ principal: pluginPrincipal('north'), isGuarded: true }, scope)
    context.diagnostic(`${cells} cells of ${Object.keys(serverVerbs).length} verbs of plugins`)
  })

  test('a plugin process may use the verbs of plugins', limit, async () => {
    const look = async (): Promise<string> =>
      (await crew.ask('viewer', 'GET /marinedata/v1/api/vessels/self')).text
    await until(look, (text) => text.includes('"count"'))
    const report = await answered<{ devices: unknown[]; refused: object }>(
      crew.ask('viewer', 'GET /marinedata/v2/api/plugins/steady'),
    )
    assert.deepEqual([report.devices.length, report.refused], [1, {}])
  })
})

// `@ts-expect-error` marks code that must not compile; the compiler reports an error when it does.
test('a route or a verb without a scope, or with an unknown scope, does not compile', () => {
  const shape = {
    method: 'GET',
    path: '/',
    operationId: 'nothing',
    summary: 'Nothing',
    responses: { 200: { description: 'Nothing' } },
    handle: () => undefined,
  } as const
  // @ts-expect-error -- the scope is required
  route(shape)
  // @ts-expect-error -- the scope does not exist
  route({ ...shape, scope: 'everything' })
  // @ts-expect-error -- a verb of the stream needs a scope
  const spoken: Verb = { member: 'nothing', run: () => undefined }
  // @ts-expect-error -- a verb of plugins needs a scope
  const called: Pick<PluginVerb, 'kind' | 'scope'> = { kind: 'request' }
  assert.deepEqual(
    [spoken.member, called.kind, route({ ...shape, scope: 'read' }).scope],
    ['nothing', 'request', 'read'],
  )
})
