import type {
  Invitation,
  InvitationMade,
  PairingMade,
  Problem,
  SignedIn,
  StreamTicket,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { after, before, suite, test, type TestContext } from 'node:test'
import { WebSocket } from 'ws'
import { anchorPath, smallWatch } from './anchor-boat.ts'
import { accessApi, answered, Crew, owner, type Asking } from '@marinedata/testing/boats/crew'
import {
  challengeOf,
  foreignHeaders,
  foreignHosts,
  harmOf,
  ownHeaders,
  stateOf,
  type Harm,
} from './cross-site-cases.ts'
import { assertProblem, exchange, type Exchange } from '@marinedata/testing/exchange'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const streamPath = '/marinedata/v1/stream'
const tree = '/marinedata/v1/api'
const verifier = 'the-verifier-of-a-tablet-that-waits-to-be-let-in'

type Headers = Readonly<Record<string, string>>

interface Operation {
  readonly operationId: string
}

/** Every operation of the OpenAPI document that changes something. */
const unsafeOf = async (
  crew: Crew,
): Promise<{ readonly method: string; readonly path: string; readonly id: string }[]> => {
  const document = await crew.must<{ paths: Record<string, Record<string, Operation>> }>(
    'GET /marinedata/v2/api/openapi.json',
  )
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => method !== 'get')
      .map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, id: operationId })),
  )
}

const filled = (path: string, { params = {} }: Harm): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => params[name] ?? assert.fail(`${path} needs ${name}`))

/** The status of a refused upgrade; 101 when it is accepted. */
const upgrade = async (url: string, query: string, headers: Headers): Promise<number | undefined> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${streamPath}${query}`, { headers })
  socket.on('error', () => undefined)
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(([, response]) => {
    const { statusCode } = (response as IncomingMessage).resume()
    return statusCode
  })
  opened.catch(() => undefined)
  refused.catch(() => undefined)
  const status = await Promise.race([opened, refused])
  socket.terminate()
  return status
}

suite('a page of another site', () => {
  let crew: Crew
  let cookie = ''
  let own = ''

  before(async () => {
    crew = await Crew.start({ plugins: { given: [simulator, smallWatch.place] } })
    own = crew.url
    const signedIn = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body: owner })
    cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!
    await until(
      () => crew.ask('owner', 'GET /marinedata/v2/api/vessels/self/autopilots/main'),
      ({ text }) => text.includes('"online":true'),
    )
    await until(
      () => crew.ask('owner', `GET ${anchorPath}`),
      ({ text }) => text.includes('"online":true'),
    )
  })
  after(async () => await crew[Symbol.asyncDispose]())

  /** Creates the targets: Bert, who is signed in; an invitation; a waiting tablet. */
  const prey = async () => {
    const invite = (): Promise<InvitationMade> => crew.must(`POST ${accessApi}/invitations`, { role: 'crew' })
    const bert = await answered<SignedIn>(
      crew.ask('nobody', `POST ${accessApi}/join`, {
        body: { ...owner, name: 'Bert', code: (await invite()).code },
      }),
    )
    const pairing = await answered<PairingMade>(
      crew.ask('nobody', `POST ${accessApi}/pairings`, {
        body: { name: 'Tablet', challenge: challengeOf(verifier) },
      }),
    )
    const { code: invitation } = await invite()
    const [{ id: invitationId }] = await crew.must<[Invitation]>(`GET ${accessApi}/invitations`)
    return { invitation, invitationId, pairing, verifier, session: bert.credential.id }
  }

  const asOwner = (): readonly Asking[] => [
    { headers: { cookie } },
    { headers: { authorization: `Bearer ${crew.tokens.owner}` } },
  ]

  test('cannot open a stream, with any credentials', limit, async () => {
    const { port } = new URL(own)
    const ticketOf = async (): Promise<string> =>
      (await crew.must<StreamTicket>(`POST ${accessApi}/ticket`)).ticket
    const ticket = await ticketOf()
    const origins = [
      'http://evil.example',
      'null',
      `https://127.0.0.1:${port}`,
      'http://127.0.0.1',
      `http://127.0.0.1:${Number(port) + 1}`,
      `http://localhost:${port}`,
      `HTTP://127.0.0.1:${port}`,
      `${own}/`,
      `${own}.evil.example`,
    ]
    for (const origin of origins) {
      assert.equal(await upgrade(own, '', { origin, cookie }), 403, origin)
      assert.equal(await upgrade(own, `?ticket=${ticket}`, { origin, cookie }), 403, origin)
      const authorization = `Bearer ${crew.tokens.owner}`
      assert.equal(await upgrade(own, '', { origin, authorization }), 403, origin)
    }
    assert.equal(await upgrade(own, '', { cookie }), 403, 'a browser says which page it is')
    assert.equal(await upgrade(own, '', { cookie, origin: own }), 401, 'a cookie is no ticket')
    assert.equal(
      await upgrade(own, `?ticket=${ticket}`, { origin: own }),
      101,
      'and the ticket is still good',
    )
    assert.equal(await upgrade(own, `?ticket=${ticket}`, { origin: own }), 401, 'but for one')
    assert.equal(await upgrade(own, `?ticket=${'x'.repeat(43)}`, { origin: own }), 401)
  })

  test('gets 421 by a foreign host name', limit, async () => {
    const hosts = foreignHosts(new URL(own).port)
    assert.equal(hosts.length, 12)
    const authorization = `Bearer ${crew.tokens.owner}`
    for (const host of hosts) {
      for (const ask of [
        `GET ${tree}`,
        'GET /',
        'GET /health',
        `POST ${accessApi}/ticket`,
        `POST ${accessApi}/sign-out`,
      ])
        assertProblem(await crew.ask('owner', ask, { headers: { host } }), 'misdirected')
      const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
      assertProblem(await crew.ask('owner', `POST ${accessApi}/ticket`, { headers }), 'misdirected')
      assert.equal(await upgrade(own, '', { host, authorization }), 421, host)
      assert.equal(await upgrade(own, '', { host, origin: `http://${host}`, cookie }), 421, host)
    }
    assert.equal((await crew.ask('owner', `GET ${tree}`)).status, 200, 'and nobody was signed out')
  })

  test('a valid token in a URL is rejected', limit, async () => {
    const token = crew.tokens.owner!
    for (const ask of [
      `GET ${tree}?token=${token}`,
      `GET ${tree}?access_token=${token}`,
      `GET ${tree}/vessels/self/${token}`,
      `GET ${accessApi}/me?token=${token}`,
      `DELETE ${accessApi}/credentials/${token}`,
      `POST ${accessApi}/ticket?token=${token}`,
      `GET /?token=${token}`,
    ])
      for (const kind of ['nobody', 'owner'] as const) assertProblem(await crew.ask(kind, ask), 'bad-request')
    const authorization = `Bearer ${token}`
    for (const query of [`?token=${token}`, `?ticket=${token}`, `?subscribe=none&access_token=${token}`]) {
      assert.equal(await upgrade(own, query, {}), 400, query)
      assert.equal(await upgrade(own, query, { authorization }), 400, query)
    }
    assert.equal(await upgrade(own, '', { authorization }), 101)
  })

  test('never gets CORS headers', limit, async () => {
    for (const origin of ['http://evil.example', 'null', own])
      for (const ask of [
        `GET ${tree}`,
        'GET /health',
        `OPTIONS ${tree}`,
        `OPTIONS ${accessApi}/ticket`,
        `POST ${accessApi}/ticket`,
        'GET /nowhere',
      ]) {
        const headers = { origin, 'access-control-request-method': 'POST' }
        const answer = await crew.ask('owner', ask, { headers })
        assertNoLeave(answer)
      }
  })

  test(
    'cannot change anything, with any headers, with the cookie or the token of the owner',
    limit,
    async (context: TestContext) => {
      const harm = harmOf(await prey())
      const unsafe = await unsafeOf(crew)
      assert.deepEqual(
        unsafe.map(({ id }) => id).toSorted(),
        Object.keys(harm).toSorted(),
        'every route that changes something is tried',
      )
      const foreign = foreignHeaders(own)
      const untouched = await stateOf(crew)
      let refused = 0
      for (const { method, path, id } of unsafe)
        for (const headers of foreign)
          for (const asking of asOwner()) {
            const { body } = harm[id]!
            const answer = await crew.ask('nobody', `${method} ${filled(path, harm[id]!)}`, {
              headers: { ...asking.headers, ...headers },
              ...(body !== undefined && { body }),
            })
            assertProblem(answer, 'cross-origin')
            assert.equal(answer.headers['set-cookie'], undefined)
            refused++
          }
      assert.deepEqual(await stateOf(crew), untouched)
      assert.equal(foreign.length, 24)
      context.diagnostic(
        `${refused} requests refused: ${foreign.length} headers × ${unsafe.length} routes × 2 secrets`,
      )

      // The same request of an own page succeeds, so the page was the only reason for the rejection.
      const isLast = ({ id }: { readonly id: string }): boolean => id === 'signOut' || id === 'disablePlugin'
      const ordered = unsafe.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)))
      for (const { method, path, id } of ordered) {
        const { body } = harm[id]!
        const answer = await crew.ask('nobody', `${method} ${filled(path, harm[id]!)}`, {
          headers: { cookie, ...ownHeaders(own) },
          ...(body !== undefined && { body }),
        })
        assert.ok(answer.status !== 403 && answer.status !== 401, `${id}: ${answer.status} ${answer.text}`)
      }
      const people = await crew.must<typeof untouched.people>(`GET ${accessApi}/people`)
      assert.deepEqual(people.map(({ name }) => name).toSorted(), ['Anna', 'Eve'])
      const [newest] = await crew.must<typeof untouched.audit>(`GET ${accessApi}/audit?limit=1`)
      assert.ok(newest!.number > untouched.audit[0]!.number + 10, `${newest!.number} entries`)
    },
  )
})

const assertNoLeave = ({ headers, status }: Exchange): void => {
  const leave = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  assert.deepEqual(leave, [], String(status))
}

suite('a page of an allowed origin', () => {
  const guest = 'https://charts.example'
  let crew: Crew

  before(async () => {
    crew = await Crew.start({ settings: { access: { origins: [guest] } } })
  })
  after(async () => await crew[Symbol.asyncDispose]())

  test('reads responses, and other origins do not', limit, async () => {
    for (const [ask, status] of [
      [`GET ${tree}`, 200],
      ['GET /health', 200],
      ['GET /nowhere', 404],
      [`PUT ${tree}`, 405],
      [`POST ${accessApi}/ticket`, 200],
      [`POST ${accessApi}/tokens`, 400],
    ] as const) {
      const headers = { origin: guest, 'sec-fetch-site': 'cross-site' }
      const answer = await crew.ask('owner', ask, { headers })
      assert.equal(answer.status, status, `${ask}: ${answer.text}`)
      assert.equal(answer.headers['access-control-allow-origin'], guest, ask)
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
      assert.match(answer.headers.vary!, /\borigin\b/)
    }
    for (const origin of [
      'https://charts.example.evil.example',
      'http://charts.example',
      'https://CHARTS.example',
      'null',
    ]) {
      const answer = await crew.ask('owner', `GET ${tree}`, { headers: { origin } })
      assertNoLeave(answer)
      assert.match(answer.headers.vary!, /\borigin\b/, 'what is kept for one is not given to another')
    }
    const answer = await crew.ask('owner', `GET ${tree}`)
    assertNoLeave(answer)
  })

  test('is rejected like other clients, and can read the reason', limit, async () => {
    const headers = { origin: guest, 'sec-fetch-site': 'cross-site' }
    const answer = await crew.ask('nobody', `GET ${tree}`, { headers })
    assertProblem(answer, 'unauthenticated')
    assert.equal(answer.headers['access-control-allow-origin'], guest)
  })

  test('gets the allowed methods and headers by a preflight', limit, async () => {
    const ask = (path: string, origin: string): Promise<Exchange> =>
      crew.ask('nobody', `OPTIONS ${path}`, {
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization, content-type',
        },
      })
    const { status, headers, text } = await ask('/marinedata/v2/api/vessels/self/autopilots/main/mode', guest)
    assert.deepEqual([status, text], [204, ''])
    assert.equal(headers['access-control-allow-origin'], guest)
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, PUT')
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-helm-lease'])
      assert.ok(headers['access-control-allow-headers']!.split(', ').includes(name), name)
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.match(headers.vary!, /\borigin\b/)
    assert.equal((await ask('/nowhere', guest)).status, 404)
    const foreign = await ask('/marinedata/v2/api/vessels/self/autopilots/main/mode', 'http://evil.example')
    assertProblem(foreign, 'method-not-allowed')
    assertNoLeave(foreign)
  })

  test('is not authenticated by a cookie, but by a token of its own', limit, async () => {
    const signedIn = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body: owner })
    const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!
    const cross = { origin: guest, 'sec-fetch-site': 'same-site' }
    const withCookie = await crew.ask('nobody', `POST ${accessApi}/ticket`, { headers: { ...cross, cookie } })
    assertProblem(withCookie, 'unauthenticated')
    const { ticket } = await answered<StreamTicket>(
      crew.ask('owner', `POST ${accessApi}/ticket`, { headers: cross }),
    )
    assert.equal(await upgrade(crew.url, `?ticket=${ticket}`, { origin: guest }), 101)
    assert.equal(await upgrade(crew.url, '', { origin: guest, cookie }), 401)
  })
})

test('in open mode, pages of other sites cannot read anything', limit, async () => {
  await using boat = await startBoat()
  for (const origin of ['http://evil.example', 'null', boat.url.replace('http', 'https')]) {
    const answer = await exchange(boat.url, tree, { headers: { origin } })
    assert.equal((JSON.parse(answer.text) as Problem).code, 'cross-origin', origin)
    assert.equal(await upgrade(boat.url, '', { origin }), 403, origin)
  }
  assert.equal(await upgrade(boat.url, '', { host: 'evil.example' }), 421)
  assert.equal(await upgrade(boat.url, '', { origin: boat.url }), 101)
})
