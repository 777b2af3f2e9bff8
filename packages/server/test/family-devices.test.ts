import type { Pairing } from '@marinedata/model'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf } from '@marinedata/testing/boats/crew'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const settings = { family: true, mmsi: '230000001', announce: { mdns: false, plotters: false } } as const
const self = 'vessels.urn:mrn:imo:mmsi:230000001'
const stream = '/signalk/v1/stream'

interface Access {
  readonly state: string
  readonly href: string
  readonly accessRequest?: { readonly permission: string; readonly token?: string }
}

/**
 * A sensor with SensESP, with the requests of its sources: it finds the boat by multicast DNS (`network-services.test.ts`
 * asks as it does), asks for access, looks at the answer from time to time, tests its token with a plain request to the
 * stream, and writes.
 */
class Sensor {
  readonly #url: string
  readonly clientId = '6f1f8b1e-2d5c-4c0a-9a57-54f0f8b0c7a1'
  token = ''

  constructor(url: string) {
    this.#url = url
  }

  /** It follows no redirect: one to https would switch it to TLS. */
  async probe(): Promise<number> {
    return (await askBoat(this.#url, 'GET /signalk')).status
  }

  async askAccess(): Promise<Access> {
    const body = {
      clientId: this.clientId,
      description: 'SensESP device: engine-room',
      permissions: 'readwrite',
    }
    const { status, text } = await askBoat(this.#url, 'POST /signalk/v1/access/requests', { body })
    assert.equal(status, 202, text)
    assert.ok(text.length < 4_096, 'it reads so many bytes')
    return JSON.parse(text) as Access
  }

  async look(href: string): Promise<Access> {
    assert.ok(href.startsWith('/'), 'it takes a href without a host only')
    const { status, text } = await askBoat(this.#url, `GET ${href}`)
    assert.ok(status === 200 || status === 202, text)
    return JSON.parse(text) as Access
  }

  async testToken(): Promise<number> {
    return (await askBoat(this.#url, `GET ${stream}`, { token: this.token })).status
  }

  connect(): Promise<StreamListener> {
    const headers = { authorization: `Bearer ${this.token}` }
    return StreamListener.open(this.#url, '?subscribe=none', { word: 'signalk', headers })
  }
}

const grant = async (boat: Boat, owner: string, body: object): Promise<void> => {
  const [pairing] = await answered<Pairing[]>(
    askBoat(boat.url, `GET ${accessApi}/pairings`, { token: owner }),
  )
  assert.ok(pairing)
  await answered(
    askBoat(boat.url, `POST ${accessApi}/pairings/${pairing.id}/approve`, { token: owner, body }),
  )
}

const metadata = { path: 'propulsion.main.temperature', value: { units: 'K', description: 'Coolant' } }
const written = { path: 'propulsion.main.temperature', value: 353.1 }

suite('a sensor with SensESP', () => {
  test('asks for access, tests its token, subscribes and writes', limit, async () => {
    await using boat = await startBoat({ settings, isOpen: false })
    const owner = await claimBoat(boat.url, await claimCodeOf(boat.folder))
    const sensor = new Sensor(boat.url)
    assert.equal(await sensor.probe(), 200)
    const { href, state } = await sensor.askAccess()
    assert.equal(state, 'PENDING')
    assert.equal((await sensor.look(href)).state, 'PENDING')
    await grant(boat, owner, { role: 'device', paths: ['propulsion.*'] })
    const { accessRequest } = await sensor.look(href)
    assert.equal(accessRequest?.permission, 'APPROVED')
    sensor.token = accessRequest.token ?? ''
    assert.equal(await sensor.testToken(), 426)

    await using client = await sensor.connect()
    client.send({
      context: 'vessels.self',
      subscribe: [{ path: 'propulsion.main.temperature', period: 1000 }],
    })
    // The first message has the metadata, and no request id.
    const source = { label: 'engine-room' }
    client.send({ updates: [{ meta: [metadata] }, { source, values: [written] }] })
    const heard = await client.firstValue(({ path }) => path === written.path)
    assert.deepEqual([heard.context, heard.value], [self, written.value])
    const tree = await answered<{ value: number; meta: { units: string } }>(
      askBoat(boat.url, 'GET /signalk/v1/api/vessels/self/propulsion/main/temperature', {
        token: sensor.token,
      }),
    )
    assert.deepEqual([tree.value, tree.meta.units], [written.value, 'K'])
  })

  test('whose token was revoked is refused with 401, and asks again', limit, async () => {
    await using boat = await startBoat({ settings, isOpen: false })
    const owner = await claimBoat(boat.url, await claimCodeOf(boat.folder))
    const sensor = new Sensor(boat.url)
    const { href } = await sensor.askAccess()
    await grant(boat, owner, { role: 'device', paths: ['propulsion.*'] })
    sensor.token = (await sensor.look(href)).accessRequest?.token ?? ''
    const all = await answered<{ id: string; name: string }[]>(
      askBoat(boat.url, `GET ${accessApi}/credentials`, { token: owner }),
    )
    const own = all.find(({ name }) => name.startsWith('SensESP'))
    await answered(askBoat(boat.url, `DELETE ${accessApi}/credentials/${own?.id}`, { token: owner }))
    assert.equal(await sensor.testToken(), 401)
    assert.equal((await sensor.askAccess()).state, 'PENDING')
  })

  test('goes on without a token on an open boat', limit, async () => {
    await using boat = await startBoat({ settings })
    const body = { clientId: '1', description: 'SensESP device: engine-room', permissions: 'readwrite' }
    assert.equal((await askBoat(boat.url, 'POST /signalk/v1/access/requests', { body })).status, 404)
    await using client = await StreamListener.open(boat.url, '?subscribe=none', { word: 'signalk' })
    client.send({ context: 'vessels.self', subscribe: [{ path: 'propulsion.*', period: 1000 }] })
    client.send({ updates: [{ source: { label: 'engine-room' }, values: [written] }] })
    await client.firstValue(({ path }) => path === written.path)
  })
})

/** The address of its sources. It tries TLS first, without a look at the certificate, and then plain. */
const chartQuery = '?subscribe=all&sendCachedValues=false'

suite('OpenCPN', () => {
  test(
    'receives the boat and others, and recognizes the own one, with a token in the address',
    limit,
    async () => {
      await using boat = await startBoat({ settings, isOpen: false })
      const owner = await claimBoat(boat.url, await claimCodeOf(boat.folder))
      const sensor = new Sensor(boat.url)
      const { href } = await sensor.askAccess()
      await grant(boat, owner, { role: 'viewer' })
      const token = (await sensor.look(href)).accessRequest?.token ?? ''
      await using teller = await StreamListener.open(boat.url, '?subscribe=none', {
        headers: { authorization: `Bearer ${owner}` },
      })
      await using chart = await StreamListener.open(boat.url, `${chartQuery}&token=${token}`, {
        word: 'signalk',
      })
      const hello = await chart.first(({ self: own }) => own !== undefined)
      assert.equal(hello.self, self)
      teller.put('navigation.speedOverGround', 3.1)
      const other = 'vessels.urn:mrn:imo:mmsi:244114955'
      const position = { path: 'navigation.position', value: { latitude: 60, longitude: 24 } }
      teller.send({ context: other, updates: [{ values: [position] }] })
      const own = await chart.firstValue(({ path }) => path === 'navigation.speedOverGround')
      assert.equal(own.context, hello.self, 'it drops a context that is not the one of the hello')
      assert.equal((await chart.firstValue(({ path }) => path === position.path)).context, other)
      await assert.rejects(StreamListener.open(boat.url, chartQuery, { word: 'signalk' }), /401/)
    },
  )

  test('does not get old values', limit, async () => {
    await using boat = await startBoat({ settings })
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    teller.put('navigation.headingTrue', 1)
    await teller.settled()
    await using chart = await StreamListener.open(boat.url, chartQuery, { word: 'signalk' })
    await chart.first(({ self: own }) => own !== undefined)
    teller.put('navigation.speedOverGround', 3.1)
    await chart.firstValue(({ path }) => path === 'navigation.speedOverGround')
    const paths = chart.messages.flatMap(({ updates = [] }) =>
      updates.flatMap(({ values = [] }) => values.map(({ path }) => path)),
    )
    assert.equal(paths.includes('navigation.headingTrue'), false)
  })
})
