import { Gateway, type BatchStore } from '@marinedata/fleet'
import type { Delta } from '@marinedata/model'
import { encodeFrame, encodeLive, prove, subprotocol } from '@marinedata/uplink-protocol'
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { BoatFeed } from '../../packages/fleet/src/reader/boat-feed.ts'
import { privateKeyOf } from './boat-keys.ts'
import { fleetHost } from './certificate.ts'

const vessel = 'urn:mrn:imo:mmsi:230000001'
const token = 'urn-mrn-imo-mmsi-230000001'
const limit = { timeout: 60_000 }

/** A gateway whose store counts what reaches it. Everything is stored up to number 5. */
class CountedGateway implements AsyncDisposable {
  readonly #server = createServer()
  readonly #gateway: Gateway
  readonly asked: string[] = []
  readonly stored: string[] = []
  readonly live: [vessel: string, delta: Delta][] = []

  constructor() {
    const last = { from: 0, to: 5, log: 'log-1', owner: 'trial', before: 0, sequence: 1 }
    const store: BatchStore = {
      last: () => Promise.resolve(last),
      store: (place) => Promise.resolve(this.stored.push(place.vessel)),
      sendLive: () => undefined,
    }
    this.#gateway = new Gateway({
      server: this.#server,
      store,
      joined: {
        boatOf: async (name) => {
          this.asked.push(name)
          await turn()
          if (name !== vessel) return undefined
          return { key: createPublicKey(privateKeyOf(vessel)), owner: { id: 'trial', tenant: 'club' } }
        },
      },
      host: fleetHost,
      liveMs: 0,
      mostBoats: 10,
      live: (of, delta) => void this.live.push([of, delta]),
    })
  }

  get boats(): number {
    return this.#gateway.boats
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    // It listens on a port, not on a path.
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/uplink`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gateway[Symbol.asyncDispose]()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

interface Hostile {
  readonly socket: WebSocket
  readonly hello: (more?: object) => string
}

/** A connection that was challenged. */
const challenged = async (address: string): Promise<Hostile> => {
  const socket = new WebSocket(address, subprotocol)
  socket.on('error', () => undefined)
  const [data] = (await once(socket, 'message')) as [Buffer]
  const { nonce } = JSON.parse(data.toString()) as { readonly nonce: string }
  const log = 'log-1'
  const proof = prove({ nonce, host: fleetHost, vessel, log }, privateKeyOf(vessel))
  const head = { events: 9, segments: 9 }
  const own = { type: 'hello', vessel, log, head, tariff: 'wifi', version: '0.1.0', proof }
  return { socket, hello: (more) => JSON.stringify({ ...own, ...more }) }
}

const accepted = async (address: string): Promise<WebSocket> => {
  const { socket, hello } = await challenged(address)
  socket.send(hello())
  const [data] = (await once(socket, 'message')) as [Buffer]
  assert.match(data.toString(), /"type":"accept"/)
  return socket
}

const closed = async (socket: WebSocket): Promise<void> => {
  if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close')
}

test('a flood of hellos costs the fleet one lookup', limit, async () => {
  await using gateway = new CountedGateway()
  const { socket, hello } = await challenged(await gateway.listen())
  for (let count = 0; count < 200; count++) socket.send(hello({ proof: 'A'.repeat(86) }))
  await closed(socket)
  assert.equal(gateway.asked.length, 1)
})

test('a hello with a name that is no token of a subject reaches nothing of another boat', limit, async () => {
  await using gateway = new CountedGateway()
  const address = await gateway.listen()
  const names = ['*', '>', `${vessel}.>`, `${vessel}\n`, `${vessel}\u0000`, 'urn:mrn:imo:mmsi:*', '../x', '']
  for (const name of names) {
    const { socket, hello } = await challenged(address)
    socket.send(hello({ vessel: name }))
    await closed(socket)
  }
  assert.deepEqual(gateway.asked, [])
})

const varint300 = [0xac, 0x02]
const breaches: Readonly<Record<string, string | Uint8Array>> = {
  'an acknowledgement': encodeFrame({ type: 'ack', layer: 'events', to: 1 }),
  'opening a tunnel': encodeFrame({ type: 'tunnel-open', tunnel: 1 }),
  'a batch that ends before it begins': Uint8Array.of(1, 1, ...varint300, 0, 1),
  'a batch with a number of ten bytes': Uint8Array.of(1, 1, 0, ...Array.from({ length: 9 }, () => 255), 1),
  'live values of a number that has no name': Uint8Array.of(3, 1, 0, ...varint300, 2),
  'live values that cannot be unpacked': Uint8Array.of(3, 0x28, 1, 2, 3),
  'usage below zero': '{"type":"usage","sent":{"satellite":-1,"cellular":0,"wifi":0}}',
  'usage of 1e300': '{"type":"usage","sent":{"satellite":0,"cellular":1e300,"wifi":0}}',
  'a message of a gateway': '{"type":"rewind","layer":"events","to":0}',
  'a text of 70 kB': 'x'.repeat(70_000),
}

test('what a joined boat must not send ends its connection, and nothing is stored', limit, async () => {
  await using gateway = new CountedGateway()
  const address = await gateway.listen()
  for (const breach of Object.values(breaches)) {
    const socket = await accepted(address)
    socket.send(breach)
    await closed(socket)
  }
  assert.deepEqual([gateway.stored, gateway.live], [[], []])
})

test('frames of tunnels that the boat does not have change nothing', limit, async () => {
  await using gateway = new CountedGateway()
  const socket = await accepted(await gateway.listen())
  for (const tunnel of [0, 1, Number.MAX_SAFE_INTEGER]) {
    socket.send(encodeFrame({ type: 'tunnel-data', tunnel, body: Buffer.from('GET /') }))
    socket.send(encodeFrame({ type: 'tunnel-close', tunnel }))
  }
  socket.send(encodeFrame({ type: 'batch', layer: 'events', from: 5, to: 6, body: Buffer.alloc(0) }))
  await once(socket, 'message')
  assert.deepEqual(gateway.stored, [token])
  socket.terminate()
})

test('live values in the name of another vessel are those of the boat that sends them', limit, async () => {
  await using gateway = new CountedGateway()
  const socket = await accepted(await gateway.listen())
  const values = [{ path: 'navigation.speedOverGround', value: 3 }]
  const context = 'vessels.urn:mrn:imo:mmsi:230000002'
  const body = encodeLive({ context, updates: [{ $source: 'gps', values }] })
  socket.send(encodeFrame({ type: 'live', body }))
  socket.ping()
  await once(socket, 'pong')
  assert.deepEqual(
    gateway.live.map(([of]) => of),
    [token],
  )
  const taken: (string | undefined)[] = []
  const own = `vessels.${vessel}`
  const accept = (delta: Delta): void => void taken.push(delta.context)
  new BoatFeed({ context: own, accept, series: () => new Map(), from: 0 }).live(body, Date.now())
  assert.deepEqual(taken, [own])
  socket.terminate()
})

const longLive = encodeFrame({
  type: 'live',
  body: encodeLive({ updates: [{ values: [{ path: 'name', value: 'x'.repeat(8_000_000) }] }] }),
})
const shortLive = encodeFrame({ type: 'live', body: encodeLive({ updates: [] }) })

/** By kind: the frame, how many the gateway passes on at once, and in each second. */
const liveFloods: Readonly<Record<string, readonly [frame: Uint8Array, burst: number, perSecond: number]>> = {
  'that unpack to 8 MB': [longLive, 3, 1 / 8],
  'that are short': [shortLive, 2_100, 250],
}

for (const [kind, [frame, burst, perSecond]] of Object.entries(liveFloods))
  test(`a boat that floods the fleet with live values ${kind} is disconnected`, limit, async () => {
    await using gateway = new CountedGateway()
    const socket = await accepted(await gateway.listen())
    const startedAt = performance.now()
    for (let count = 0; count < 20 * burst && socket.readyState === WebSocket.OPEN; count++) {
      socket.send(frame)
      if (count % burst === 0) await turn()
    }
    await closed(socket)
    const most = burst + (perSecond * (performance.now() - startedAt)) / 1_000
    assert.ok(gateway.live.length <= most, `${gateway.live.length} passed on`)
  })

test('a boat that does not read is disconnected before its answers fill the memory', limit, async () => {
  await using gateway = new CountedGateway()
  const socket = await accepted(await gateway.listen())
  socket.pause()
  const payload = Buffer.alloc(125)
  for (let count = 0; count < 1_000_000 && socket.readyState === WebSocket.OPEN; count += 1_000) {
    for (let nth = 0; nth < 1_000; nth++) socket.ping(payload)
    while (socket.bufferedAmount > 1_000_000 && socket.readyState === WebSocket.OPEN) await turn()
    await turn()
    if (gateway.boats === 0) break
  }
  assert.equal(gateway.boats, 0)
  socket.terminate()
})
