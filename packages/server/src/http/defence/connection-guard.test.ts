import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { ConnectionGuard, limitsWithin, networkOf, type ConnectionGuardOptions } from './connection-guard.ts'

const few = { unknownPerAddress: 3, unknown: 5, known: 4 }
const limit = { timeout: 300_000 }

interface GuardedServer extends AsyncDisposable {
  readonly guard: ConnectionGuard
  /** Connects from that address; returns the client's and the server's socket once the guard has seen it. */
  connectFrom(from: string): Promise<{ readonly client: Socket; readonly served: Socket }>
}

/** Starts a plain HTTP server with a guard. */
const startServer = async (options: ConnectionGuardOptions): Promise<GuardedServer> => {
  await using stack = new AsyncDisposableStack()
  const guard = new ConnectionGuard(options)
  const server: Server = createServer((_request, response) => response.end())
  guard.attach(server)
  stack.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address.
  const { port } = server.address() as AddressInfo
  const ready = stack.move()
  return {
    guard,
    connectFrom: async (localAddress) => {
      const connection = once(server, 'connection') as Promise<[Socket]>
      const client = connect({ host: '127.0.0.1', port, localAddress })
      client.on('error', () => undefined)
      ready.defer(() => void client.destroy())
      const [served] = await connection
      return { client, served }
    },
    [Symbol.asyncDispose]: () => ready.disposeAsync(),
  }
}

const isCut = async ({ client }: { readonly client: Socket }): Promise<boolean> => {
  await once(client.resume(), 'close')
  return true
}

test(
  'closes the oldest unknown connection of an address that exceeds its limit, and spares other addresses',
  limit,
  async () => {
    await using guarded = await startServer({ isOpen: false, limits: few })
    const other = await guarded.connectFrom('127.0.0.3')
    const [oldest] = [
      await guarded.connectFrom('127.0.0.2'),
      await guarded.connectFrom('127.0.0.2'),
      await guarded.connectFrom('127.0.0.2'),
    ]
    const { served } = await guarded.connectFrom('127.0.0.2')
    assert.ok(await isCut(oldest))
    assert.deepEqual([served.destroyed, other.served.destroyed], [false, false])
    assert.deepEqual(guarded.guard.size, { known: 0, unknown: 4 })
    assert.equal(guarded.guard.refused['too-many-of-address'], 1)
  },
)

test('closes a silent connection before an older one with traffic', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: few })
  const asking = await guarded.connectFrom('127.0.0.2')
  const received = once(asking.served, 'data')
  asking.client.write('GET / HTTP/1.1\r\n')
  await received
  const silent = await guarded.connectFrom('127.0.0.2')
  await guarded.connectFrom('127.0.0.2')
  await guarded.connectFrom('127.0.0.2')
  assert.ok(await isCut(silent))
  assert.equal(asking.served.destroyed, false)
})

test('repeated silent connections do not prevent a new connection of the same address', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: few })
  for (let round = 0; round < 20; round++) {
    for (let count = 0; count < few.unknownPerAddress; count++) await guarded.connectFrom('127.0.0.2')
    const { client, served } = await guarded.connectFrom('127.0.0.2')
    assert.equal(served.destroyed, false)
    client.destroy()
    await once(served, 'close')
  }
})

test('a refused connection does not count for its address, and is closed first', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: few })
  const refused = [
    await guarded.connectFrom('127.0.0.2'),
    await guarded.connectFrom('127.0.0.2'),
    await guarded.connectFrom('127.0.0.2'),
  ]
  for (const { served } of refused) guarded.guard.markRefused(served)
  const { served } = await guarded.connectFrom('127.0.0.2')
  assert.deepEqual(guarded.guard.size, { known: 0, unknown: 1 })
  await guarded.connectFrom('127.0.0.3')
  await guarded.connectFrom('127.0.0.3')
  assert.ok(await isCut(refused[0]!))
  assert.deepEqual(
    [served, ...refused.slice(1).map((each) => each.served)].map(({ destroyed }) => destroyed),
    [false, false, false],
  )
  assert.deepEqual(guarded.guard.size, { known: 0, unknown: 3 })
})

test('a closed connection no longer counts', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: few })
  const [first] = [
    await guarded.connectFrom('127.0.0.2'),
    await guarded.connectFrom('127.0.0.2'),
    await guarded.connectFrom('127.0.0.2'),
  ]
  first.client.destroy()
  await once(first.served, 'close')
  assert.equal((await guarded.connectFrom('127.0.0.2')).served.destroyed, false)
  assert.deepEqual(guarded.guard.size, { known: 0, unknown: 3 })
})

test(
  'closes the oldest unknown connection when there are too many, so that new clients can authenticate',
  limit,
  async () => {
    await using guarded = await startServer({ isOpen: false, limits: few })
    const oldest = await guarded.connectFrom('127.0.0.2')
    for (let host = 3; host < 3 + few.unknown; host++) await guarded.connectFrom(`127.0.0.${host}`)
    assert.ok(await isCut(oldest))
    assert.deepEqual(guarded.guard.size, { known: 0, unknown: few.unknown })
    assert.equal(guarded.guard.refused['too-many-unknown'], 1)
    // The closed connection no longer counts for its address either.
    for (let count = 0; count < few.unknownPerAddress; count++) await guarded.connectFrom('127.0.0.2')
    assert.equal(guarded.guard.refused['too-many-of-address'], 0)
  },
)

test('many connections of other addresses do not close the only one of an address', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: few })
  const alone = await guarded.connectFrom('127.0.0.2')
  for (let count = 0; count < 20; count++) await guarded.connectFrom(`127.0.0.${3 + (count % 3)}`)
  assert.equal(alone.served.destroyed, false)
  assert.deepEqual(guarded.guard.size, { known: 0, unknown: few.unknown })
  const { refused } = guarded.guard
  assert.equal(refused['too-many-unknown'] + refused['too-many-of-address'], 20 + 1 - few.unknown)
})

test('an authenticated connection no longer counts as unknown', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: few })
  for (let count = 0; count < few.known; count++) {
    const { served } = await guarded.connectFrom('127.0.0.2')
    guarded.guard.markKnown(served)
    guarded.guard.markKnown(served)
  }
  assert.deepEqual(guarded.guard.size, { known: few.known, unknown: 0 })
  assert.equal((await guarded.connectFrom('127.0.0.2')).served.destroyed, false)
})

test(
  'a connection that authenticates while the known limit is reached is served, and counts as unknown',
  limit,
  async () => {
    await using guarded = await startServer({ isOpen: false, limits: few })
    const known = await guarded.connectFrom('127.0.0.2')
    guarded.guard.markKnown(known.served)
    for (let count = 1; count < few.known; count++)
      guarded.guard.markKnown((await guarded.connectFrom('127.0.0.2')).served)
    const { served } = await guarded.connectFrom('127.0.0.2')
    guarded.guard.markKnown(served)
    assert.equal(served.destroyed, false)
    assert.deepEqual(guarded.guard.size, { known: few.known, unknown: 1 })
    known.client.destroy()
    await once(known.served, 'close')
    guarded.guard.markKnown(served)
    assert.deepEqual(guarded.guard.size, { known: few.known, unknown: 0 })
  },
)

test('an alias socket counts as the same connection', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: few })
  const { served } = await guarded.connectFrom('127.0.0.2')
  const other = await guarded.connectFrom('127.0.0.2')
  guarded.guard.alias(other.client, served)
  guarded.guard.markKnown(other.client)
  assert.deepEqual(guarded.guard.size, { known: 1, unknown: 1 })
})

test('does not count a closed connection that is marked as known too late', limit, async () => {
  await using guarded = await startServer({ isOpen: false, limits: { ...few, unknown: 1 } })
  const cut = await guarded.connectFrom('127.0.0.2')
  await guarded.connectFrom('127.0.0.3')
  guarded.guard.markKnown(cut.served)
  assert.ok(await isCut(cut))
  assert.deepEqual(guarded.guard.size, { known: 0, unknown: 1 })
})

test(
  'in open mode local connections count as known immediately and are only limited in total',
  limit,
  async () => {
    await using guarded = await startServer({ isOpen: true, limits: few })
    for (let count = 0; count < few.known; count++) await guarded.connectFrom('127.0.0.1')
    assert.deepEqual(guarded.guard.size, { known: few.known, unknown: 0 })
    assert.ok(await isCut(await guarded.connectFrom('127.0.0.9')))
    assert.equal(guarded.guard.refused['too-many-known'], 1)
  },
)

test('counts per IPv4 address and per IPv6 /64', () => {
  for (const [address, network] of [
    ['192.168.1.5', '192.168.1.5'],
    ['::ffff:192.168.1.5', '192.168.1.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
    ['fe80::1234:5678%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ] as const)
    assert.equal(networkOf(address), network, address)
})

test('a low limit of open files lowers the connection limits and leaves files to spare', () => {
  assert.deepEqual(limitsWithin(Infinity), { unknownPerAddress: 32, unknown: 512, known: 4_608 })
  assert.deepEqual(limitsWithin(20_000), limitsWithin(Infinity))
  for (const openFiles of [512, 1_024, 4_096, 5_000]) {
    const { unknown, known } = limitsWithin(openFiles)
    assert.ok(unknown >= 32 && known >= 64, `${openFiles}: ${unknown} and ${known}`)
    assert.ok(unknown + known <= openFiles - 256, `${openFiles}: ${unknown} and ${known}`)
  }
})
