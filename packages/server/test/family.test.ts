import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCli, runCliIn, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener, type StreamMessage } from '@marinedata/testing/stream-listener'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const limit = { timeout: 120_000 }
const settings = { family: true, name: 'Aava', mmsi: '230000001' } as const
const self = 'vessels.urn:mrn:imo:mmsi:230000001'
const family = { word: 'signalk' } as const

const open = (url: string, query = '?subscribe=none') => StreamListener.open(url, query, family)
const json = async (url: string): Promise<unknown> => (await fetch(url)).json()

test('the door is closed without the setting', limit, async () => {
  await using boat = await startCli()
  for (const path of ['/signalk', '/signalk/', '/signalk/v1/api/vessels/self', '/skServer/loginStatus'])
    assert.equal((await fetch(boat.url + path)).status, 404, path)
  await assert.rejects(open(boat.url), /404/)
})

test('the setting and the own word cannot both claim the addresses', limit, async () => {
  await using folder = await temporaryFolder()
  await writeFile(
    join(folder.path, 'settings.json'),
    JSON.stringify({ family: true, productWord: 'signalk' }),
  )
  const { code, stderr } = await runCliIn(folder.path, '--data', folder.path, '--port', '0', '--safe')
  assert.notEqual(code, 0)
  assert.match(stderr, /"productWord" must be another word/)
})

test('the endpoints are found with and without a slash, under the names of the family', limit, async () => {
  await using boat = await startCli({ settings })
  const host = new URL(boat.url).host
  for (const path of ['/signalk', '/signalk/'])
    assert.deepEqual(await json(boat.url + path), {
      endpoints: {
        v1: {
          version: '2.32.0',
          'signalk-http': `http://${host}/signalk/v1/api/`,
          'signalk-ws': `ws://${host}/signalk/v1/stream`,
        },
      },
      server: { id: 'signalk-server-node', version: '2.32.0' },
    })
})

test('deltas have the context of the hello, and attributes are at the empty path', limit, async () => {
  await using boat = await startCli({ settings })
  const app = await open(boat.url)
  const hello = await app.first(({ self: own }) => own !== undefined)
  assert.equal(hello.self, self)
  assert.equal(hello.name, 'signalk-server')
  app.send({
    context: 'vessels.*',
    subscribe: [{ path: '' }, { path: 'navigation.*', period: 0, format: 'full', announceNewPaths: true }],
    token: 'old',
    sourcePolicy: 'all',
  })
  const named = await app.firstValue(({ path }) => path === '')
  assert.equal(named.context, self)
  assert.deepEqual(named.value, { name: 'Aava' })
  const native = await StreamListener.open(boat.url)
  native.put('navigation.speedOverGround', 3.1)
  const moved = await app.firstValue(({ path }) => path === 'navigation.speedOverGround')
  assert.equal(moved.context, self)
  assert.equal(moved.value, 3.1)
  const own = await native.firstValue(({ path }) => path === 'navigation.speedOverGround')
  assert.equal(own.context, 'vessels.self')
  assert.equal(
    native.messages.some((message) => message.context === self),
    false,
  )
})

test('aids to navigation are in the map that apps know', limit, async () => {
  await using boat = await startCli({ settings })
  const app = await open(boat.url)
  const context = 'atons.urn:mrn:imo:mmsi:992301234'
  app.send({ context: 'atons.*', subscribe: [{ path: '*' }] })
  app.send({
    context,
    updates: [{ values: [{ path: 'navigation.position', value: { latitude: 60, longitude: 24 } }] }],
  })
  const buoy = await app.firstValue(({ path }) => path === 'navigation.position')
  assert.equal(buoy.context, context)
  const answer = await fetch(
    `${boat.url}/signalk/v1/api/atons/urn:mrn:imo:mmsi:992301234/navigation/position`,
  )
  assert.equal(answer.status, 200)
})

test('a bad entry, an unknown map and a keep-alive disturb nothing', limit, async () => {
  await using boat = await startCli({ settings })
  const app = await open(boat.url)
  app.send({})
  app.send({ context: 'meteo.*', subscribe: [{ path: '*' }] })
  app.send({
    context: 'vessels.self',
    subscribe: [{ path: 7 }, { path: 'no such path!' }, { path: 'navigation.*' }],
  })
  app.put('navigation.headingTrue', 1)
  await app.firstValue(({ path }) => path === 'navigation.headingTrue')
  const problems = app.messages.filter((message: StreamMessage) => message.title !== undefined)
  assert.deepEqual(problems, [])
  assert.equal(
    app.messages.some(({ heartbeat }) => heartbeat !== undefined),
    false,
  )
})

test('a request is answered with its id, also one that is not supported', limit, async () => {
  await using boat = await startCli({ settings })
  const app = await open(boat.url)
  const reply = await app.ask({ context: 'vessels.self', put: { path: 'kip.remote', value: 1 } })
  assert.equal((reply as { statusCode?: number }).statusCode, 405)
  assert.equal((reply as { state?: string }).state, 'COMPLETED')
})

test('every leaf of the tree has its metadata', limit, async () => {
  await using boat = await startCli({ settings })
  const app = await open(boat.url)
  app.put('navigation.speedOverGround', 3.1)
  await app.ask({ subscribe: [{ path: 'navigation.*' }] })
  const vessel = (await json(`${boat.url}/signalk/v1/api/vessels/self`)) as {
    navigation: { speedOverGround: { value: number; meta: { units: string } } }
  }
  assert.equal(vessel.navigation.speedOverGround.meta.units, 'm/s')
  const native = (await json(`${boat.url}/marinedata/v1/api/vessels/self`)) as typeof vessel
  assert.equal('meta' in native.navigation.speedOverGround, false)
})

test('apps see whether someone must sign in', limit, async () => {
  await using closed = await startCli({ settings, isOpen: false })
  const status = (await json(`${closed.url}/skServer/loginStatus`)) as object
  assert.deepEqual(status, {
    status: 'notLoggedIn',
    readOnlyAccess: false,
    authenticationRequired: true,
    allowNewUserRegistration: false,
    allowDeviceAccessRequests: true,
  })
  assert.equal((await fetch(`${closed.url}/signalk/v1/api/vessels/self`)).status, 401)
  await assert.rejects(open(closed.url), /401/)
})

test(
  'a plain request to the stream says that a WebSocket belongs there, to those who may read',
  limit,
  async () => {
    await using boat = await startCli({ settings })
    for (const path of ['/signalk/v1/stream', '/marinedata/v1/stream', '/marinedata/v1/playback']) {
      const answer = await fetch(boat.url + path)
      assert.equal(answer.status, 426, path)
      assert.equal(answer.headers.get('upgrade'), 'websocket')
    }
    await using closed = await startCli({ settings, isOpen: false })
    assert.equal((await fetch(`${closed.url}/signalk/v1/stream`)).status, 401)
  },
)
