import type { Pairing, SignedIn } from '@marinedata/model'
import assert from 'node:assert/strict'
import { before, after, suite, test } from 'node:test'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf, Crew, owner } from './crew.ts'
import { assertProblem } from './exchange.ts'
import { startCli, temporaryFolder } from './start-cli.ts'
import { startBoat } from './start-boat.ts'
import { StreamListener, type StreamOpening } from './stream-listener.ts'

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

test('a token in the address is never in the log, and may act when the owner allows it', limit, async () => {
  await using folder = await temporaryFolder()
  const chatty = { ...settings, logLevel: 'debug', access: { tokenInAddress: 'all' } } as const
  await using boat = await startCli({ settings: chatty, isOpen: false, folder: folder.path })
  const ownerToken = await claimBoat(boat.url, await claimCodeOf(folder.path))
  const { reply, pairing } = await askAccess(boat.url, ownerToken, 'fedcba')
  const body = { role: 'device', paths: ['propulsion.*'] }
  await answered<SignedIn>(
    askBoat(boat.url, `POST ${accessApi}/pairings/${pairing.id}/approve`, { token: ownerToken, body }),
  )
  const { accessRequest } = await answered<Reply>(askBoat(boat.url, `GET ${reply.href}`))
  const token = accessRequest!.token!
  await using sensor = await open(boat.url, `?subscribe=none&token=${token}`)
  const delta = { updates: [{ values: [{ path: 'propulsion.main.temperature', value: 350 }] }] }
  assert.equal((await sensor.ask(delta)).statusCode, 200)
  await assert.rejects(open(boat.url, `?sendMeta=wrong&token=${token}`), /400/)
  await askBoat(boat.url, `GET /signalk/v1/nowhere?token=${token}`)
  const secret = token.slice(token.lastIndexOf('.') + 1)
  assert.equal((boat.stdout() + boat.stderr()).includes(secret), false)
})
