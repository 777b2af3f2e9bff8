import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { ConnectionGuard, limitsWithin, networkOf, type ConnectionGuardOptions } from './connection-guard.ts'

const few = { unknownPerAddress: 3, unknown: 5, known: 4 }
const limit = { timeout: 10_000 }

interface Quay extends AsyncDisposable {
  readonly guard: ConnectionGuard
  /** A connection from that address, once the guard has looked at it; and what the server has of it. */
  arrive(from: string): Promise<{ readonly client: Socket; readonly served: Socket }>
}

/** A bare server with a guard, and the connections that were made to it. */
const quayWith = async (options: ConnectionGuardOptions): Promise<Quay> => {
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
    arrive: async (localAddress) => {
      const arrival = once(server, 'connection') as Promise<[Socket]>
      const client = connect({ host: '127.0.0.1', port, localAddress })
      client.on('error', () => undefined)
      ready.defer(() => void client.destroy())
      const [served] = await arrival
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
  'strangers of one address get so many connections and no more: the oldest goes for one that comes; others keep theirs',
  limit,
  async () => {
    await using quay = await quayWith({ isOpen: false, limits: few })
    const other = await quay.arrive('127.0.0.3')
    const [oldest] = [
      await quay.arrive('127.0.0.2'),
      await quay.arrive('127.0.0.2'),
      await quay.arrive('127.0.0.2'),
    ]
    const { served } = await quay.arrive('127.0.0.2')
    assert.ok(await isCut(oldest))
    assert.deepEqual([served.destroyed, other.served.destroyed], [false, false])
    assert.deepEqual(quay.guard.size, { known: 0, unknown: 4 })
    assert.equal(quay.guard.refused['too-many-of-address'], 1)
  },
)

test('a connection that says nothing goes before an older one that has begun to ask', limit, async () => {
  await using quay = await quayWith({ isOpen: false, limits: few })
  const asking = await quay.arrive('127.0.0.2')
  const heard = once(asking.served, 'data')
  asking.client.write('GET / HTTP/1.1\r\n')
  await heard
  const silent = await quay.arrive('127.0.0.2')
  await quay.arrive('127.0.0.2')
  await quay.arrive('127.0.0.2')
  assert.ok(await isCut(silent))
  assert.equal(asking.served.destroyed, false)
})

test(
  'silent connections, opened again and again, do not keep out whoever says at once who it is',
  limit,
  async () => {
    await using quay = await quayWith({ isOpen: false, limits: few })
    for (let round = 0; round < 20; round++) {
      for (let count = 0; count < few.unknownPerAddress; count++) await quay.arrive('127.0.0.2')
      const { client, served } = await quay.arrive('127.0.0.2')
      assert.equal(served.destroyed, false)
      client.destroy()
      await once(served, 'close')
    }
  },
)

test(
  'a connection that was refused takes no place of its address, and is the first to be cut',
  limit,
  async () => {
    await using quay = await quayWith({ isOpen: false, limits: few })
    const refused = [
      await quay.arrive('127.0.0.2'),
      await quay.arrive('127.0.0.2'),
      await quay.arrive('127.0.0.2'),
    ]
    for (const { served } of refused) quay.guard.dismiss(served)
    const { served } = await quay.arrive('127.0.0.2')
    assert.deepEqual(quay.guard.size, { known: 0, unknown: 1 })
    await quay.arrive('127.0.0.3')
    await quay.arrive('127.0.0.3')
    assert.ok(await isCut(refused[0]!))
    assert.deepEqual(
      [served, ...refused.slice(1).map((each) => each.served)].map(({ destroyed }) => destroyed),
      [false, false, false],
    )
    assert.deepEqual(quay.guard.size, { known: 0, unknown: 3 })
  },
)

test('a place is free again when a stranger leaves', limit, async () => {
  await using quay = await quayWith({ isOpen: false, limits: few })
  const [first] = [
    await quay.arrive('127.0.0.2'),
    await quay.arrive('127.0.0.2'),
    await quay.arrive('127.0.0.2'),
  ]
  first.client.destroy()
  await once(first.served, 'close')
  assert.equal((await quay.arrive('127.0.0.2')).served.destroyed, false)
  assert.deepEqual(quay.guard.size, { known: 0, unknown: 3 })
})

test(
  'of too many strangers the one that waited longest goes, so that whoever comes can show who it is',
  limit,
  async () => {
    await using quay = await quayWith({ isOpen: false, limits: few })
    const oldest = await quay.arrive('127.0.0.2')
    for (let host = 3; host < 3 + few.unknown; host++) await quay.arrive(`127.0.0.${host}`)
    assert.ok(await isCut(oldest))
    assert.deepEqual(quay.guard.size, { known: 0, unknown: few.unknown })
    assert.equal(quay.guard.refused['too-many-unknown'], 1)
    // Its place under its own address is free as well.
    for (let count = 0; count < few.unknownPerAddress; count++) await quay.arrive('127.0.0.2')
    assert.equal(quay.guard.refused['too-many-of-address'], 0)
  },
)

test('a crowd of many addresses does not drive out one that came alone', limit, async () => {
  await using quay = await quayWith({ isOpen: false, limits: few })
  const alone = await quay.arrive('127.0.0.2')
  for (let count = 0; count < 20; count++) await quay.arrive(`127.0.0.${3 + (count % 3)}`)
  assert.equal(alone.served.destroyed, false)
  assert.deepEqual(quay.guard.size, { known: 0, unknown: few.unknown })
  const { refused } = quay.guard
  assert.equal(refused['too-many-unknown'] + refused['too-many-of-address'], 20 + 1 - few.unknown)
})

test('whoever was recognised no longer counts as a stranger', limit, async () => {
  await using quay = await quayWith({ isOpen: false, limits: few })
  for (let count = 0; count < few.known; count++) {
    const { served } = await quay.arrive('127.0.0.2')
    quay.guard.recognise(served)
    quay.guard.recognise(served)
  }
  assert.deepEqual(quay.guard.size, { known: few.known, unknown: 0 })
  assert.equal((await quay.arrive('127.0.0.2')).served.destroyed, false)
})

test(
  'whoever is recognised when all places are taken is served, but counts as a stranger',
  limit,
  async () => {
    await using quay = await quayWith({ isOpen: false, limits: few })
    const known = await quay.arrive('127.0.0.2')
    quay.guard.recognise(known.served)
    for (let count = 1; count < few.known; count++)
      quay.guard.recognise((await quay.arrive('127.0.0.2')).served)
    const { served } = await quay.arrive('127.0.0.2')
    quay.guard.recognise(served)
    assert.equal(served.destroyed, false)
    assert.deepEqual(quay.guard.size, { known: few.known, unknown: 1 })
    known.client.destroy()
    await once(known.served, 'close')
    quay.guard.recognise(served)
    assert.deepEqual(quay.guard.size, { known: few.known, unknown: 0 })
  },
)

test('a socket around that of a connection stands for the same connection', limit, async () => {
  await using quay = await quayWith({ isOpen: false, limits: few })
  const { served } = await quay.arrive('127.0.0.2')
  const other = await quay.arrive('127.0.0.2')
  quay.guard.alias(other.client, served)
  quay.guard.recognise(other.client)
  assert.deepEqual(quay.guard.size, { known: 1, unknown: 1 })
})

test('one that was cut is not counted when it is recognised too late', limit, async () => {
  await using quay = await quayWith({ isOpen: false, limits: { ...few, unknown: 1 } })
  const cut = await quay.arrive('127.0.0.2')
  await quay.arrive('127.0.0.3')
  quay.guard.recognise(cut.served)
  assert.ok(await isCut(cut))
  assert.deepEqual(quay.guard.size, { known: 0, unknown: 1 })
})

test(
  'on an open boat this machine is known at once, and only the number of all is bounded',
  limit,
  async () => {
    await using quay = await quayWith({ isOpen: true, limits: few })
    for (let count = 0; count < few.known; count++) await quay.arrive('127.0.0.1')
    assert.deepEqual(quay.guard.size, { known: few.known, unknown: 0 })
    assert.ok(await isCut(await quay.arrive('127.0.0.9')))
    assert.equal(quay.guard.refused['too-many-known'], 1)
  },
)

test('one machine is one address, in version 4 and by its /64 in version 6', () => {
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

test('a machine with few files to open has fewer connections, and files to spare', () => {
  assert.deepEqual(limitsWithin(Infinity), { unknownPerAddress: 32, unknown: 512, known: 4_608 })
  assert.deepEqual(limitsWithin(20_000), limitsWithin(Infinity))
  for (const openFiles of [512, 1_024, 4_096, 5_000]) {
    const { unknown, known } = limitsWithin(openFiles)
    assert.ok(unknown >= 32 && known >= 64, `${openFiles}: ${unknown} and ${known}`)
    assert.ok(unknown + known <= openFiles - 256, `${openFiles}: ${unknown} and ${known}`)
  }
})
