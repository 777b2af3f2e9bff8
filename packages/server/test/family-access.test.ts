import type { AuditPage, Credential, Pairing, TokenRole } from '@marinedata/model'
import assert from 'node:assert/strict'
import { before, after, suite, test } from 'node:test'
import {
  accessApi,
  answered,
  askBoat,
  claimBoat,
  claimCodeOf,
  Crew,
  owner,
} from '@marinedata/testing/boats/crew'
import { assertProblem } from '@marinedata/testing/exchange'
import { pilots, simulator } from '@marinedata/testing/boats/pilot-boat'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, type StreamMessage, type StreamOpening } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const settings = { family: true, announce: { mdns: false, plotters: false } } as const
const vessel = '/signalk/v1/api/vessels/self'

interface Login {
  readonly token: string
  readonly timeToLive: number
}

interface Reply {
  readonly state: string
  readonly statusCode: number
  readonly href: string
  readonly requestId: string
  readonly accessRequest?: { readonly permission: string; readonly token?: string }
}

const login = (url: string, password: string = owner.passphrase, username: string = owner.name) =>
  askBoat(url, 'POST /signalk/v1/auth/login', { body: { username, password, rememberMe: true } })

const open = (url: string, query: string, options: StreamOpening = {}) =>
  StreamListener.open(url, query, { word: 'signalk', ...options })

suite('signing in with an app of the family', () => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start({ settings })
  })
  after(() => crew[Symbol.asyncDispose]())

  test('a person signs in, and the token can be read as a JSON Web Token', limit, async () => {
    const { token, timeToLive } = await answered<Login>(login(crew.url))
    const { exp } = JSON.parse(atob(token.split('.')[1]!)) as { readonly exp: number }
    assert.ok(Math.abs(exp * 1_000 - (Date.now() + timeToLive * 1_000)) < 60_000)
    assert.ok(timeToLive > 29 * 86_400)
    for (const scheme of ['JWT', 'Bearer']) {
      const headers = { authorization: `${scheme} ${token}` }
      assert.equal((await askBoat(crew.url, `GET ${vessel}`, { headers })).status, 200, scheme)
    }
    const headers = { authorization: `JWT ${token}` }
    const validated = await answered<Login>(askBoat(crew.url, 'POST /signalk/v1/auth/validate', { headers }))
    assert.equal(validated.token, token)
    const status = await answered<object>(askBoat(crew.url, 'GET /skServer/loginStatus', { headers }))
    assert.deepEqual(status, {
      status: 'loggedIn',
      readOnlyAccess: false,
      authenticationRequired: true,
      allowNewUserRegistration: false,
      allowDeviceAccessRequests: true,
      userLevel: 'readwrite',
      username: owner.name,
    })
  })

  test('a wrong password is refused', limit, async () => {
    assertProblem(await login(crew.url, 'a wrong one indeed'), 'wrong-secret')
  })

  test('the cookie of an app opens the addresses of the family, and no others', limit, async () => {
    const { headers } = await login(crew.url)
    const cookie = headers['set-cookie']![0]!.split(';')[0]!
    assert.match(headers['set-cookie']![0]!, /^JAUTHENTICATION=.*HttpOnly; SameSite=Strict/)
    const ask = (path: string, sent: string) =>
      askBoat(crew.url, `GET ${path}`, { headers: { cookie: sent } })
    assert.equal((await ask(vessel, cookie)).status, 200)
    assert.equal((await ask('/marinedata/v1/api', cookie)).status, 401)
    const secret = cookie.slice(cookie.lastIndexOf('.') + 1)
    assert.equal((await ask('/marinedata/v1/api', `marinedata-session=${secret}`)).status, 401)
    const page = { headers: { cookie }, origin: crew.url }
    await using stream = await open(crew.url, '?subscribe=none', page)
    assert.equal((await stream.ask({ subscribe: [{ path: '*' }] })).statusCode, 200)
    await assert.rejects(open(crew.url, '', { headers: { cookie } }), /403/, 'without an origin')
    await assert.rejects(open(crew.url, '', { ...page, origin: 'http://elsewhere.example' }), /403/)
  })

  test('the cookie of the console opens nothing of the family', limit, async () => {
    const body = { ...owner }
    const { headers } = await askBoat(crew.url, `POST ${accessApi}/sign-in`, { body })
    const cookie = headers['set-cookie']![0]!.split(';')[0]!
    assert.equal((await askBoat(crew.url, `GET ${vessel}`, { headers: { cookie } })).status, 401)
  })

  test('a token of an app has no right of an owner, and none in the own interface', limit, async () => {
    const { token } = await answered<Login>(login(crew.url))
    for (const sent of [token, token.slice(token.lastIndexOf('.') + 1)])
      assertProblem(await askBoat(crew.url, 'GET /marinedata/v1/api', { token: sent }), 'unauthenticated')
    await using stream = await open(crew.url, '?subscribe=none', {
      headers: { authorization: `JWT ${token}` },
    })
    const reply = await stream.ask({ updates: [{ values: [{ path: 'navigation.headingTrue', value: 1 }] }] })
    assert.equal(reply.statusCode, 403, 'writing values needs an owner or a device')
  })

  test('signing out ends the token and its streams', limit, async () => {
    const { token } = await answered<Login>(login(crew.url))
    const headers = { authorization: `JWT ${token}` }
    const stream = await open(crew.url, '?subscribe=none', { headers })
    assert.equal((await askBoat(crew.url, 'PUT /signalk/v1/auth/logout', { headers })).status, 200)
    assert.equal((await stream.ended).code, 1008)
    assert.equal((await askBoat(crew.url, `GET ${vessel}`, { headers })).status, 401)
  })

  test('a strange or old token locks nobody out of public addresses', limit, async () => {
    const { revoked } = crew.tokens
    for (const authorization of ['JWT old.token.here', 'Basic YTpi', 'nonsense', `Bearer ${revoked}`]) {
      for (const path of ['/signalk', '/signalk/', '/skServer/loginStatus', '/marinedata', `${accessApi}/me`])
        assert.equal(
          (await askBoat(crew.url, `GET ${path}`, { headers: { authorization } })).status,
          200,
          path,
        )
      for (const path of [vessel, '/marinedata/v1/api'])
        assert.ok(
          [401, 429].includes(
            (await askBoat(crew.url, `GET ${path}`, { headers: { authorization } })).status,
          ),
        )
      const signedIn = await askBoat(crew.url, `POST ${accessApi}/sign-in`, {
        headers: { authorization },
        body: { ...owner, keep: 'token' },
      })
      assert.equal(signedIn.status, 200)
    }
  })

  test('a token in the address opens only the stream of the family, only for reading', limit, async () => {
    const { token } = await answered<Login>(login(crew.url))
    const native = await crew.makeToken({ role: 'owner', name: 'plotter' })
    await using stream = await open(crew.url, `?subscribe=none&token=${token}`)
    assert.equal((await stream.ask({ subscribe: [{ path: '*' }] })).statusCode, 200)
    const delta = { updates: [{ values: [{ path: 'navigation.headingTrue', value: 1 }] }] }
    assert.equal((await stream.ask(delta)).statusCode, 403)
    await assert.rejects(open(crew.url, `?token=${native.token}`), /401/, 'not made for the family')
    await assert.rejects(StreamListener.open(crew.url, `?token=${token}`), /400/, 'the own stream')
    assert.equal((await askBoat(crew.url, `GET ${vessel}?token=${token}`)).status, 400)
    await assert.rejects(open(crew.url, '?token=nonsense'), /401/)
    const headers = { authorization: `JWT ${token}` }
    await askBoat(crew.url, 'PUT /signalk/v1/auth/logout', { headers })
    assert.equal((await stream.ended).code, 1008, 'also a limited stream ends')
  })
})

interface Asked {
  readonly reply: Reply
  readonly pairing: Pairing
}

const askAccess = async (url: string, ownerToken: string, clientId: string): Promise<Asked> => {
  const body = { clientId, description: 'Engine room: SensESP', permissions: 'readwrite' }
  const { status, text } = await askBoat(url, 'POST /signalk/v1/access/requests', { body })
  assert.equal(status, 202, text)
  const pairings = await answered<Pairing[]>(askBoat(url, `GET ${accessApi}/pairings`, { token: ownerToken }))
  return {
    reply: JSON.parse(text) as Reply,
    pairing: pairings.find(({ name }) => name.endsWith(clientId.slice(0, 6)))!,
  }
}

suite('access requests', () => {
  test('a sensor asks, the owner approves in the console, and the sensor writes', limit, async () => {
    await using boat = await startBoat({ settings, isOpen: false })
    const token = await claimBoat(boat.url, await claimCodeOf(boat.folder))
    const { reply, pairing } = await askAccess(boat.url, token, 'abcdef01-2345')
    assert.equal(reply.state, 'PENDING')
    assert.deepEqual([pairing.name, pairing.family], ['Engine-room-SensESP-abcdef', true])
    const look = () => answered<Reply>(askBoat(boat.url, `GET ${reply.href}`))
    assert.equal((await look()).state, 'PENDING')
    const body = { role: 'device', paths: ['propulsion.*'] }
    await answered(askBoat(boat.url, `POST ${accessApi}/pairings/${pairing.id}/approve`, { token, body }))
    const { accessRequest, state } = await look()
    assert.deepEqual([state, accessRequest?.permission], ['COMPLETED', 'APPROVED'])
    const headers = { authorization: `Bearer ${accessRequest!.token}` }
    assert.equal((await askBoat(boat.url, 'GET /signalk/v1/stream', { headers })).status, 426)
    await using sensor = await open(boat.url, '', { headers })
    const write = (path: string) => sensor.ask({ updates: [{ values: [{ path, value: 350 }] }] })
    assert.equal((await write('propulsion.main.temperature')).statusCode, 200)
    assert.notEqual((await write('navigation.headingTrue')).statusCode, 200)
    assert.equal((await askBoat(boat.url, `GET ${vessel}`, { headers })).status, 200)
  })

  test(
    'the request of a rejected app is answered with DENIED, and an unknown request with not-found',
    limit,
    async () => {
      await using boat = await startBoat({ settings, isOpen: false })
      const token = await claimBoat(boat.url, await claimCodeOf(boat.folder))
      const { reply, pairing } = await askAccess(boat.url, token, '987654')
      await answered(askBoat(boat.url, `DELETE ${accessApi}/pairings/${pairing.id}`, { token }))
      const answer = await answered<Reply>(askBoat(boat.url, `GET ${reply.href}`))
      assert.deepEqual([answer.state, answer.accessRequest?.permission], ['COMPLETED', 'DENIED'])
      assertProblem(await askBoat(boat.url, 'GET /signalk/v1/requests/none'), 'not-found')
    },
  )

  test('a device that shows digits is never approved without them', limit, async () => {
    await using boat = await startBoat({ settings, isOpen: false })
    const token = await claimBoat(boat.url, await claimCodeOf(boat.folder))
    const request = { name: 'tablet', challenge: 'A'.repeat(43) }
    const made = await answered<{ id: string }>(
      askBoat(boat.url, `POST ${accessApi}/pairings`, { body: request }),
    )
    const body = { role: 'viewer' }
    const answer = await askBoat(boat.url, `POST ${accessApi}/pairings/${made.id}/approve`, { token, body })
    assertProblem(answer, 'wrong-secret')
  })

  test('an open boat needs no access requests', limit, async () => {
    await using boat = await startBoat({ settings })
    const body = { clientId: '1', description: 'sensor' }
    assertProblem(await askBoat(boat.url, 'POST /signalk/v1/access/requests', { body }), 'not-found')
  })
})

/** An app with a role, as the owner has approved it. Returns its token. */
const approvedApp = async (
  url: string,
  ownerToken: string,
  body: Readonly<{ role: TokenRole; paths?: readonly string[] }>,
): Promise<{ readonly token: string; readonly credential: Credential }> => {
  const { reply, pairing } = await askAccess(url, ownerToken, 'fedcba')
  await answered(
    askBoat(url, `POST ${accessApi}/pairings/${pairing.id}/approve`, { token: ownerToken, body }),
  )
  const { accessRequest } = await answered<Reply>(askBoat(url, `GET ${reply.href}`))
  const all = await answered<Credential[]>(
    askBoat(url, `GET ${accessApi}/credentials`, { token: ownerToken }),
  )
  return { token: accessRequest!.token!, credential: all.find(({ name }) => name === pairing.name)! }
}

const written = { updates: [{ values: [{ path: 'propulsion.main.temperature', value: 350 }] }] }

suite('a token in the address of a stream', () => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start({ settings, plugins: { given: [simulator] } })
  })
  after(() => crew[Symbol.asyncDispose]())

  const tick = (id: string, tokenInAddress: string) =>
    crew.ask('owner', `PUT ${accessApi}/credentials/${id}`, { body: { tokenInAddress } })
  const credentials = () => crew.must<Credential[]>(`GET ${accessApi}/credentials`)
  /** The status with which a command to engage the autopilot ends. */
  const engages = async (app: StreamListener): Promise<number | undefined> => {
    const put = { path: 'steering.autopilot.engaged', value: true }
    app.send({ requestId: 'engage', put })
    const isEnd = ({ requestId, state }: StreamMessage): boolean =>
      requestId === 'engage' && String(state) === 'COMPLETED'
    return (await app.first(isEnd)).statusCode
  }

  test('is refused when it was not made for an app, also after a tick', limit, async () => {
    const { token, credential } = await crew.makeToken({ role: 'helm', name: 'own-app' })
    assert.equal(credential.tokenInAddress, undefined)
    await assert.rejects(open(crew.url, `?token=${token}`), /401/)
    assertProblem(await tick(credential.id, 'all'), 'invalid-value')
    await assert.rejects(open(crew.url, `?token=${token}`), /401/)
    assertProblem(await tick('unknown', 'all'), 'not-found')
    assertProblem(await tick(credential.id, 'more'), 'invalid-body')
  })

  test('of a sensor reads, and writes only while the owner has ticked it', limit, async () => {
    const device = { role: 'device', paths: ['propulsion.*'] } as const
    const { token, credential } = await approvedApp(crew.url, crew.tokens.owner!, device)
    assert.equal(credential.tokenInAddress, 'read')
    const query = `?subscribe=none&token=${token}`
    await using reading = await open(crew.url, query)
    assert.equal((await reading.ask({ subscribe: [{ path: '*' }] })).statusCode, 200)
    assert.equal((await reading.ask(written)).statusCode, 403)
    assert.equal((await tick(credential.id, 'all')).status, 200)
    assert.equal((await reading.ended).code, 1008, 'a stream has the rights with which it was opened')
    await using writing = await open(crew.url, query)
    assert.equal((await writing.ask(written)).statusCode, 200)
    await crew.boat.restart()
    await using later = await open(crew.url, query)
    assert.equal((await later.ask(written)).statusCode, 200, 'the tick is stored')
    assert.equal((await tick(credential.id, 'read')).status, 200)
    assert.equal((await later.ended).code, 1008)
    await using again = await open(crew.url, query)
    assert.equal((await again.ask(written)).statusCode, 403)
    await using headed = await open(crew.url, '', { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await headed.ask(written)).statusCode, 200, 'the tick is for the address only')
    const audit = await crew.must<AuditPage>(`GET ${accessApi}/audit?kind=access&limit=50`)
    const ticks = audit.filter(
      (entry) => 'operation' in entry && entry.operation === 'token-in-address-changed',
    )
    assert.equal(ticks.length, 2)
  })

  test('of a person who signed in with an app steers only when it is ticked', limit, async () => {
    await until(
      () => crew.ask('owner', `GET ${pilots}/main`),
      ({ text }) => text.includes('"online":true'),
    )
    const known = new Set((await credentials()).map(({ id }) => id))
    const { token } = await answered<Login>(login(crew.url))
    const { id, kind } = (await credentials()).find((credential) => !known.has(credential.id))!
    assert.equal(kind, 'session')
    const query = `?subscribe=none&token=${token}`
    await using reading = await open(crew.url, query)
    assert.equal(await engages(reading), 403)
    assert.equal((await tick(id, 'all')).status, 200)
    await using steering = await open(crew.url, query)
    assert.equal(await engages(steering), 200)
    assert.equal((await steering.ask(written)).statusCode, 403, 'no app has the rights of an owner')
    assertProblem(
      await askBoat(crew.url, `PUT ${accessApi}/credentials/${id}`, {
        token,
        body: { tokenInAddress: 'all' },
      }),
      'unauthenticated',
    )
  })
})

test('a token in the address is never in the log, ticked or not', limit, async () => {
  await using folder = await temporaryFolder()
  const chatty = { ...settings, logLevel: 'debug' } as const
  await using boat = await startCli({ settings: chatty, isOpen: false, folder: folder.path })
  const ownerToken = await claimBoat(boat.url, await claimCodeOf(folder.path))
  const device = { role: 'device', paths: ['propulsion.*'] } as const
  const { token, credential } = await approvedApp(boat.url, ownerToken, device)
  const secret = token.slice(token.lastIndexOf('.') + 1)
  for (const tokenInAddress of ['read', 'all']) {
    const body = { tokenInAddress }
    const path = `${accessApi}/credentials/${credential.id}`
    assert.equal((await askBoat(boat.url, `PUT ${path}`, { token: ownerToken, body })).status, 200)
    await using sensor = await open(boat.url, `?subscribe=none&token=${token}`)
    assert.equal((await sensor.ask(written)).statusCode, tokenInAddress === 'all' ? 200 : 403)
    await assert.rejects(open(boat.url, `?sendMeta=wrong&token=${token}`), /400/)
    await askBoat(boat.url, `GET /signalk/v1/nowhere?token=${token}`)
    await assert.rejects(open(boat.url, `?token=${token}x`), /401/)
  }
  assert.ok((boat.stdout() + boat.stderr()).length > 0, 'there is a log')
  assert.equal((boat.stdout() + boat.stderr()).includes(secret), false)
})
