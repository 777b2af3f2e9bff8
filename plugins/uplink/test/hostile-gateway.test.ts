import { isProved, sizes } from '@marinedata/uplink-protocol'
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { webSocketDial } from '../src/link/web-socket-link.ts'
import { BoatValues } from '../src/sending/boat-values.ts'
import {
  certificate,
  entries,
  epoch,
  host,
  HostileGateway,
  keys,
  startBoat,
  vessel,
  type Boat,
  type Connection,
} from './hostile-gateway.ts'

const limit = { timeout: 20_000 }

type Breach = readonly [when: 'greeting' | 'accepted', send: (connection: Connection) => void]

const write =
  (...parts: readonly (readonly number[] | Buffer)[]) =>
  ({ raw }: Connection): void => {
    for (const part of parts) raw.write(Buffer.from(part))
  }

const part = Buffer.alloc(16_384)
const partHead = [0x7e, 0x40, 0x00]
const cursorTo = (to: number) => ({ events: to, minutes: to, full: to })

/** What no gateway may send. */
const breaches: Readonly<Record<string, Breach>> = {
  'text that is no JSON': ['greeting', ({ socket }) => socket.send('{')],
  'a type that does not exist': ['accepted', (one) => one.say({ type: 'run', command: 'reboot' })],
  'a message of a boat': ['accepted', (one) => one.say({ type: 'usage', sent: {} })],
  'a message with another member': ['accepted', (one) => one.say({ type: 'later', seconds: 1, run: 'x' })],
  'a text of 1 MB': ['accepted', ({ socket }) => socket.send('x'.repeat(1_000_000))],
  'JSON that is 30,000 levels deep': ['accepted', ({ socket }) => socket.send('['.repeat(30_000))],
  'a second acceptance': ['accepted', (one) => one.accept()],
  'a challenge after the acceptance': ['accepted', (one) => one.challenge()],
  'a lease before the acceptance': ['greeting', (one) => one.say({ type: 'lease', period: 100, seconds: 1 })],
  'an acknowledgement before the acceptance': [
    'greeting',
    (one) => one.frame({ type: 'ack', layer: 'events', to: 1 }),
  ],
  'an acknowledgement of what was never sent': [
    'accepted',
    (one) => one.frame({ type: 'ack', layer: 'events', to: entries + 1 }),
  ],
  'an acknowledgement backwards': ['accepted', (one) => one.frame({ type: 'ack', layer: 'full', to: 1 })],
  'a rewind to a number that does not exist': [
    'accepted',
    (one) => one.say({ type: 'rewind', layer: 'events', to: entries + 1 }),
  ],
  'a rewind to 1e300': ['accepted', (one) => one.say({ type: 'rewind', layer: 'events', to: 1e300 })],
  'a rewind to -1': ['accepted', (one) => one.say({ type: 'rewind', layer: 'events', to: -1 })],
  'a batch': [
    'accepted',
    (one) => one.frame({ type: 'batch', layer: 'events', from: 0, to: 1, body: part.subarray(0, 9) }),
  ],
  'live values': ['accepted', (one) => one.frame({ type: 'live', body: Buffer.from('{"updates":[]}') })],
  'a frame that does not exist': ['accepted', ({ socket }) => socket.send(Buffer.from([99, 1, 2]))],
  'an empty frame': ['accepted', ({ socket }) => socket.send(Buffer.alloc(0))],
  'a number that is too long': [
    'accepted',
    ({ socket }) => socket.send(Buffer.from([2, 1, ...part.fill(255)])),
  ],
  'a frame of a terabyte': ['accepted', write([0x82, 0x7f, 0, 0, 1, 0, 0, 0, 0, 0])],
  'a message of fragments without an end': [
    'accepted',
    write([0x02, ...partHead], part, ...Array.from({ length: 5 }, () => [[0x00, ...partHead], part]).flat()),
  ],
  'a compressed frame': ['accepted', write([0xc1, 0x03, 0x4b, 0x4c, 0x02])],
  'a masked frame': ['accepted', write([0x81, 0x81, 1, 2, 3, 4, 5])],
  'text that is not UTF-8': ['accepted', write([0x81, 0x02, 0xff, 0xfe])],
}

test('what a gateway must not send ends the connection, and nothing of the log is lost', limit, async () => {
  const list = Object.entries(breaches)
  let index = 0
  await using gateway = await HostileGateway.start((connection) => {
    const [, breach] = list[index++] ?? []
    connection.onMessage = ({ type }) => {
      if (type !== 'hello') return
      if (breach?.[0] !== 'greeting')
        connection.accept(breach === undefined ? cursorTo(0) : cursorTo(entries))
      breach?.[1](connection)
    }
    connection.onFrame = (frame) => {
      if (frame.type === 'batch') connection.frame({ type: 'ack', layer: frame.layer, to: frame.to })
    }
    connection.challenge()
  })
  using boat = startBoat(gateway.port)
  for (const [nth, [name]] of list.entries()) {
    const connection = await gateway.connection(nth)
    await connection.closed()
    assert.match((await boat.waiting()) ?? '', /must not|connection ended/, name)
    boat.clock.end()
  }
  const last = await gateway.connection(list.length)
  while (last.frames.length < 3) await once(last.socket, 'message')
  const copied = last.frames.map((frame) => frame.type === 'batch' && [frame.layer, frame.from, frame.to])
  assert.deepEqual(copied, [
    ['events', 0, entries],
    ['minutes', 0, entries],
    ['full', 0, entries],
  ])
  assert.equal(gateway.connections.length, list.length + 1)
})

/** The times that a boat waits between connections to a gateway that plays the same each time. */
const waitsOf = async (
  gateway: HostileGateway,
  boat: Boat,
  connections: number,
): Promise<(number | undefined)[]> => {
  const waits: (number | undefined)[] = []
  for (let nth = 0; nth < connections; nth++) {
    await gateway.connection(nth)
    await boat.waiting()
    waits.push(boat.clock.waits[0])
    boat.clock.end()
  }
  return waits
}

test('a gateway that puts the boat off again and again is asked once a second at most', limit, async () => {
  await using gateway = await HostileGateway.start((one) => one.say({ type: 'later', seconds: 1 }))
  using boat = startBoat(gateway.port)
  assert.deepEqual(await waitsOf(gateway, boat, 4), [1_500, 1_500, 1_500, 1_500])
})

test(
  'a gateway that acknowledges the same again and again is asked more and more seldom',
  limit,
  async () => {
    await using gateway = await HostileGateway.start((one) => {
      one.onMessage = ({ type }) => void (type === 'hello' && one.accept(cursorTo(0)))
      one.onFrame = (frame) => {
        if (frame.type !== 'batch') return
        one.frame({ type: 'ack', layer: frame.layer, to: frame.to })
        one.socket.close()
      }
      one.challenge()
    })
    using boat = startBoat(gateway.port)
    assert.deepEqual(await waitsOf(gateway, boat, 5), [500, 1_000, 2_000, 4_000, 8_000])
  },
)

test('a gateway that refuses the boat is not asked again', limit, async () => {
  await using gateway = await HostileGateway.start((one) =>
    one.say({ type: 'refuse', code: 'unknown-vessel', detail: 'x'.repeat(500) }),
  )
  using boat = startBoat(gateway.port)
  await (await gateway.connection(0)).closed()
  assert.equal(boat.uplink.report.state, 'refused')
  assert.deepEqual(boat.clock.waits, [])
})

test('a gateway that has numbers that never were starts one new log at most', limit, async () => {
  await using gateway = await HostileGateway.start((one) => {
    one.onMessage = ({ type }) => void (type === 'hello' && one.accept(cursorTo(Number.MAX_SAFE_INTEGER)))
    one.challenge()
  })
  using boat = startBoat(gateway.port)
  assert.deepEqual(await waitsOf(gateway, boat, 5), [0, 500, 1_000, 2_000, 4_000])
  assert.equal(boat.epochs(), 1)
})

test('a gateway that rewinds without end is left after 200 rewinds', limit, async () => {
  await using gateway = await HostileGateway.start((one) => {
    one.onMessage = ({ type }) => void (type === 'hello' && one.accept(cursorTo(0)))
    one.onFrame = (frame) => {
      if (one.frames.length > 1_000) return one.socket.terminate()
      if (frame.type !== 'batch') return
      if (one.frames.length % 2 === 0) one.frame({ type: 'ack', layer: frame.layer, to: frame.to })
      one.say({ type: 'rewind', layer: frame.layer, to: 0 })
    }
    one.challenge()
  })
  using boat = startBoat(gateway.port)
  const connection = await gateway.connection(0)
  await connection.closed()
  assert.match((await boat.waiting()) ?? '', /rewind/)
  assert.ok(connection.frames.length <= 201, `${connection.frames.length} batches`)
})

test('the boat signs one challenge of a connection, for this fleet', limit, async () => {
  const nonces = ['A', 'B', 'C'].map((letter) => letter.repeat(43))
  await using gateway = await HostileGateway.start((one) => {
    for (const nonce of nonces) one.challenge(nonce)
  })
  using boat = startBoat(gateway.port)
  const connection = await gateway.connection(0)
  await connection.closed()
  assert.match((await boat.waiting()) ?? '', /second challenge/)
  const hellos = connection.messages.flatMap((message) => (message.type === 'hello' ? [message] : []))
  assert.equal(hellos.length, 1)
  const [nonce = '', proof = ''] = [nonces[0], hellos[0]?.proof]
  const key = createPublicKey(keys.privateKey)
  const claim = { nonce, host, vessel, log: epoch }
  assert.equal(isProved(claim, proof, key), true)
  assert.equal(isProved({ ...claim, host: 'relay.test' }, proof, key), false)
  assert.equal(isProved({ ...claim, nonce: nonces[1] ?? '' }, proof, key), false)
})

test('a gateway without the certificate of the fleet gets no proof', limit, async () => {
  await using gateway = await HostileGateway.start((one) => one.challenge())
  using boat = startBoat(gateway.port, { dialled: 'relay.test' })
  assert.match((await boat.waiting()) ?? '', /does not match certificate/)
  assert.equal(gateway.connections.length, 0)
})

test('a redirect of the upgrade is not followed', limit, async () => {
  await using target = await HostileGateway.start((one) => one.challenge())
  await using server = await HostileGateway.start(() => undefined)
  server.server.removeAllListeners('upgrade')
  server.server.on('upgrade', (_request, socket) => {
    const location = `wss://127.0.0.1:${target.port}/uplink`
    socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)
  })
  using boat = startBoat(server.port)
  assert.match((await boat.waiting()) ?? '', /302/)
  assert.equal(target.connections.length, 0)
})

test('a gateway that floods the boat with pings is left', limit, async () => {
  await using gateway = await HostileGateway.start((one) => {
    for (let count = 0; count < 5_000; count++) one.socket.ping('x'.repeat(125))
  })
  using boat = startBoat(gateway.port)
  await (await gateway.connection(0)).closed()
  assert.match((await boat.waiting()) ?? '', /too much/)
})

test('what waits for a gateway that does not read is bounded', limit, async () => {
  await using gateway = await HostileGateway.start(({ raw }) => raw.pause())
  let opened: () => void = () => undefined
  const reasons: string[] = []
  const isOpen = new Promise<void>((resolve) => (opened = resolve))
  const address = `https://127.0.0.1:${gateway.port}`
  const link = webSocketDial({ address, host, authority: certificate.cert })(
    {
      opened,
      text: () => undefined,
      bytes: () => undefined,
      pinged: () => undefined,
      pong: () => undefined,
      closed: (reason) => void reasons.push(reason),
    },
    false,
  )
  await isOpen
  let most = 0
  for (let count = 0; count < 1_000 && reasons.length === 0; count++) {
    link.send(Buffer.alloc(65_536))
    most = Math.max(most, link.waiting)
  }
  assert.match(reasons[0] ?? '', /does not read/)
  assert.ok(most <= sizes.waitingBytes + 65_600, `${most} bytes`)
})

/** Values that are sent by name each time: texts. */
const texts = (): BoatValues => {
  const values = new BoatValues(() => undefined)
  const all = Array.from({ length: 100 }, (_, index) => ({
    path: `environment.note${index}`,
    value: `text ${index}`,
    stale: false,
    preferred: true,
  }))
  values.record({
    context: 'vessels.self',
    updates: [{ $source: 'bus.1', timestamp: new Date().toISOString(), values: all }],
  })
  return values
}

test('leases that begin again and again do not make a boat send all its values again', limit, async () => {
  await using gateway = await HostileGateway.start((one) => {
    one.onMessage = ({ type }) => void (type === 'hello' && one.accept(undefined, 60_000))
    one.challenge()
  })
  using boat = startBoat(gateway.port, { tariff: 'cellular', values: texts() })
  const connection = await gateway.connection(0)
  while (connection.frames.length === 0) await once(connection.socket, 'message')
  await connection.settled()
  const liveBytes = (): number =>
    connection.frames.reduce((sum, frame) => sum + (frame.type === 'live' ? frame.body.length : 0), 0)
  const allBytes = liveBytes()
  for (let round = 0; round < 100; round++) {
    connection.say({ type: 'lease', period: 100, seconds: 1 })
    await connection.settled()
    boat.clock.end(1_000)
  }
  assert.equal(liveBytes(), 2 * allBytes, 'all values once more')
  connection.say({ type: 'lease', period: 100, seconds: 1 })
  await connection.settled()
  boat.clock.end(100_000)
  await connection.settled()
  assert.equal(liveBytes(), 3 * allBytes, 'a lease that waits gets all values after 100 s')
})

/** A program aboard to which tunnels lead. It counts connections, and reads nothing. */
class SilentConsole implements AsyncDisposable {
  connections = 0
  readonly #server = createServer((socket) => {
    this.connections++
    socket.pause()
    socket.on('error', () => undefined)
    this.#sockets.add(socket)
  })
  readonly #sockets = new Set<Socket>()

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const overruns: Readonly<Record<string, (connection: Connection) => void>> = {
  'a window that was not used is granted': (one) =>
    one.frame({ type: 'tunnel-data', tunnel: 1, body: new Uint8Array() }),
  '32 MB are sent without a grant': (one) => {
    for (let count = 0; count < 2_000; count++) one.frame({ type: 'tunnel-data', tunnel: 1, body: part })
  },
}

test('a tunnel carries no more than its window', limit, async () => {
  await using console = new SilentConsole()
  const consolePort = await console.listen()
  for (const [name, overrun] of Object.entries(overruns)) {
    await using gateway = await HostileGateway.start((one) => {
      one.onMessage = ({ type }) => {
        if (type !== 'hello') return
        one.accept()
        one.frame({ type: 'tunnel-open', tunnel: 1 })
        overrun(one)
      }
      one.challenge()
    })
    using boat = startBoat(gateway.port, { consolePort })
    await (await gateway.connection(0)).closed()
    assert.match((await boat.waiting()) ?? '', /of a tunnel/, name)
  }
})

test(
  'a gateway that opens and closes tunnels without end makes 50 connections in a second at most',
  limit,
  async () => {
    await using console = new SilentConsole()
    const consolePort = await console.listen()
    const ids = Array.from({ length: 16 }, (_, index) => index)
    await using gateway = await HostileGateway.start((one) => {
      one.onMessage = ({ type }) => void (type === 'hello' && one.accept())
      one.challenge()
    })
    using boat = startBoat(gateway.port, { consolePort })
    const connection = await gateway.connection(0)
    const began = performance.now()
    for (let round = 0; round < 60; round++) {
      for (const tunnel of ids) connection.frame({ type: 'tunnel-open', tunnel })
      for (const tunnel of ids) connection.frame({ type: 'tunnel-close', tunnel })
      connection.socket.ping()
      await once(connection.socket, 'pong')
      await new Promise((resolve) => setImmediate(resolve))
    }
    const seconds = Math.ceil((performance.now() - began) / 1_000) + 1
    assert.ok(console.connections <= 50 * seconds, `${console.connections} connections in ${seconds} s`)
    assert.equal(boat.uplink.report.state, 'flowing', 'the boat stays connected')
  },
)
