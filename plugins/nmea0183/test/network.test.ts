import { sentenceOf } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { east, heading, inputOf, isIn } from './aboard.ts'
import {
  connected,
  freePort,
  localServer,
  loopback,
  startNetwork,
  TestDatagrams,
  TestGateway,
  warmUp,
} from './network-boat.ts'

const limit = { timeout: 300_000 }
const vessel = sentenceOf('!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0').trim()
const numbered = (count: number): string => sentenceOf(`GPTXT,01,01,01,${count}`)

describe('the network', { ...limit, concurrency: 2 }, () => {
  test('reads a server, and reads it again within a second after each of 20 interruptions', async () => {
    await using gateway = await TestGateway.open()
    await using plugin = await startNetwork({ connections: [{ name: 'Wi-Fi', address: gateway.address }] })
    const sending = setInterval(() => gateway.send(east), 20)
    try {
      const used = await inputOf(plugin, gateway.id, isIn('used'))
      assert.deepEqual([used.name, used.address, used.chosen], ['Wi-Fi', gateway.address, true])
      assert.equal(await plugin.next(heading), Math.PI / 2)
      for (let count = 0; count < 20; count++) {
        await gateway.cut()
        const lost = await inputOf(plugin, gateway.id, isIn('lost'))
        assert.match(lost.error?.message ?? '', /closed the connection|nothing listens/)
        await gateway.restore()
        const backAt = performance.now()
        await inputOf(plugin, gateway.id, isIn('used'))
        const took = performance.now() - backAt
        assert.ok(took < 1_000, `${took} ms`)
      }
      assert.deepEqual(plugin.refused, [])
    } finally {
      clearInterval(sending)
    }
  })

  test('a released connection is closed, and the choice is stored', async () => {
    await using gateway = await TestGateway.open()
    await using plugin = await startNetwork({ connections: [{ address: gateway.address }] })
    await until(() => gateway.connections.length === 1, Boolean, { what: () => 'not connected' })
    await plugin.act('release', { id: gateway.id })
    assert.equal(plugin.inputs.find(({ id }) => id === gateway.id)?.chosen, false)
    assert.deepEqual(plugin.storage.get('released'), [gateway.id])
    await plugin.act('use', { id: gateway.id })
    assert.deepEqual(plugin.storage.get('released'), [])
  })

  test('reads datagrams, with the host in the name of the source', async () => {
    const port = await freePort()
    using datagrams = await TestDatagrams.open()
    await using plugin = await startNetwork({ connections: [{ address: `udp://:${port}` }] })
    const sending = setInterval(() => datagrams.send(east.trim(), port), 20)
    try {
      await inputOf(plugin, `udp-${port}`, isIn('used'))
      assert.equal(await plugin.next(heading), Math.PI / 2)
      const sources = plugin.published.flatMap(({ updates }) => updates.map(({ $source }) => $source))
      assert.deepEqual([...new Set(sources)], [`nmea0183.udp-${port}.${loopback}`])
    } finally {
      clearInterval(sending)
    }
  })

  test('passes AIS on as received, to all but its sender, as the filters say', async () => {
    const port = await freePort()
    using datagrams = await TestDatagrams.open()
    await using gateway = await TestGateway.open()
    await using plugin = await startNetwork({
      connections: [{ address: gateway.address, sends: { only: ['GP'], never: ['ZDA'] } }],
      server: localServer(port, { sends: { only: ['VDM'] } }),
      udpOutputs: [{ address: `udp://${loopback}:${datagrams.port}`, sends: { never: ['VDM'] } }],
    })
    using receiver = await connected(port)
    using plotter = await connected(port)
    await until(() => gateway.connections.length === 1, Boolean, { what: () => 'not connected' })
    // Other clients receive what one sends: only then are all of them served.
    for (const [from, to] of [
      [receiver, plotter],
      [plotter, receiver],
    ] as const)
      for (let count = 0; to.lines.length === 0; count++) {
        from.send(sentenceOf(`!AIVDM,1,1,,${to === plotter ? 'A' : 'B'},${count},0`))
        await sleep(20)
      }
    await sleep(200)
    const before = [receiver.lines.length, plotter.lines.length] as const
    receiver.send(`${vessel}\r\n${numbered(1)}${sentenceOf('GPZDA,120000,01,01,2026,,')}`)
    assert.equal((await plotter.receive(before[1] + 1)).at(-1), vessel)
    await until(
      () => datagrams.received.length === 2 && gateway.connections[0]?.lines.length === 1,
      Boolean,
      { what: () => JSON.stringify(datagrams.received) },
    )
    assert.deepEqual(gateway.connections[0]?.lines, [numbered(1).trim()])
    assert.deepEqual(datagrams.received[0], numbered(1))
    await sleep(200)
    assert.deepEqual([receiver.lines.length, plotter.lines.length], [before[0], before[1] + 1])
    assert.deepEqual(plugin.refused, [])
  })

  test('a sentence that comes back through a second server goes no further', async () => {
    const [first, second] = [await freePort(), await freePort()]
    // Each is a client of the other: a circle.
    const to = (port: number) => [{ address: `tcp://${loopback}:${port}`, sends: {} }]
    await using one = await startNetwork({ connections: to(second), server: localServer(first) })
    await using two = await startNetwork({ connections: to(first), server: localServer(second) })
    using source = await connected(first)
    using listener = await connected(second)
    await warmUp(source, [listener])
    for (let count = 0; count < 50; count++) source.send(numbered(count))
    await until(() => new Set(listener.lines).size === 50, Boolean, {
      what: () => `${listener.lines.length} lines`,
    })
    await sleep(500)
    assert.equal(listener.lines.length, 50)
    assert.equal(source.lines.length, 0)
  })

  test('outputs report what they send, and a server its clients', async () => {
    const port = await freePort()
    using datagrams = await TestDatagrams.open()
    await using gateway = await TestGateway.open()
    const output = `udp-${loopback}-${datagrams.port}`
    await using plugin = await startNetwork({
      connections: [{ address: gateway.address }],
      server: localServer(port),
      udpOutputs: [{ address: `udp://${loopback}:${datagrams.port}`, sends: {} }],
    })
    const idle = await inputOf(plugin, output, isIn('used'))
    assert.deepEqual([idle.rate, idle.sent, idle.clients, idle.chosen], [undefined, 0, undefined, true])
    const server = await inputOf(plugin, `tcp-server-${port}`, isIn('silent'))
    assert.deepEqual([server.rate, server.sent, server.clients], [0, 0, 0])
    const sending = setInterval(() => gateway.send(east), 20)
    try {
      const sent = await inputOf(plugin, output, (input) => (input.sent ?? 0) > 10)
      assert.equal(sent.lastMessage, east.trim())
      assert.equal((await inputOf(plugin, gateway.id, isIn('used'))).sent, undefined)
      // Nobody is there to receive it.
      assert.equal((await inputOf(plugin, server.id, () => true)).sent, 0)
      using plotter = await connected(port)
      await inputOf(plugin, server.id, ({ clients, sent: rate = 0 }) => clients === 1 && rate > 10)
      assert.ok(plotter.lines.length > 0)
      await plugin.act('release', { id: output })
      const { length } = datagrams.received
      await sleep(300)
      assert.ok(datagrams.received.length - length < 3)
      await plugin.act('use', { id: output })
      await inputOf(plugin, output, isIn('used'))
    } finally {
      clearInterval(sending)
    }
    await inputOf(plugin, server.id, ({ clients }) => clients === 0)
    assert.deepEqual(plugin.refused, [])
  })

  test('repeats of the same sentence from one device are passed on each time', async () => {
    const port = await freePort()
    await using gateway = await TestGateway.open()
    await using plugin = await startNetwork({
      connections: [{ address: gateway.address }],
      server: localServer(port),
    })
    using plotter = await connected(port)
    await warmUp(gateway, [plotter])
    for (let count = 0; count < 10; count++) gateway.send(east)
    assert.equal((await plotter.receive(10)).length, 10)
  })

  test('20 clients receive 200 sentences a second, and none loses one', async () => {
    const port = await freePort()
    await using gateway = await TestGateway.open()
    await using plugin = await startNetwork({
      connections: [{ address: gateway.address }],
      server: localServer(port),
    })
    const clients = await Promise.all(Array.from({ length: 20 }, () => connected(port)))
    using stack = new DisposableStack()
    for (const client of clients) stack.use(client)
    await warmUp(gateway, clients)
    const seconds = Number(process.env['NETWORK_SECONDS'] ?? 3)
    const wanted = seconds * 200
    for (let count = 0; count < wanted; count += 10) {
      gateway.send(Array.from({ length: 10 }, (_each, index) => numbered(count + index)).join(''))
      await sleep(50)
    }
    const expected = Array.from({ length: wanted }, (_each, index) => numbered(index).trim())
    for (const client of clients) assert.deepEqual(await client.receive(wanted), expected)
    assert.deepEqual(plugin.refused, [])
  })

  test('a port that another program uses is an error of the input, and is taken when it is free', async () => {
    await using taken = await TestGateway.open()
    await using plugin = await startNetwork({ server: localServer(taken.port) })
    const id = `tcp-server-${taken.port}`
    const refused = await inputOf(plugin, id, isIn('refused'))
    assert.equal(refused.error?.message, 'another program uses this port')
    assert.equal(plugin.status?.level, 'warning')
    await taken.cut()
    const free = await inputOf(plugin, id, isIn('silent'))
    assert.equal(free.error, undefined)
  })
})

describe('hostile clients', limit, () => {
  test('endless bytes without a line end, and a thousand connections, disturb nobody else', async () => {
    const port = await freePort()
    await using gateway = await TestGateway.open()
    await using plugin = await startNetwork({
      connections: [{ address: gateway.address }],
      server: localServer(port, { maxClients: 8 }),
    })
    using plotter = await connected(port)
    await warmUp(gateway, [plotter])
    using flooding = await connected(port)
    const flood = setInterval(
      () => flooding.socket.writableLength < 1e6 && flooding.send('x'.repeat(100_000)),
      5,
    )
    using stack = new DisposableStack()
    stack.defer(() => clearInterval(flood))
    const crowd = Array.from({ length: 1_000 }, () => connected(port).catch(() => undefined))
    for (const client of await Promise.all(crowd)) if (client !== undefined) stack.use(client)
    for (let count = 0; count < 100; count++) {
      gateway.send(numbered(count))
      await sleep(10)
    }
    assert.equal((await plotter.receive(100)).length, 100)
    const served = await inputOf(plugin, `tcp-server-${port}`, ({ damaged }) => damaged >= 1)
    assert.ok(served.damaged < 5, `${served.damaged} damaged`)
    const end = await plugin.stop()
    assert.deepEqual([end.code, end.signal], [0, null])
  })

  test('a client that stops reading is disconnected alone', async () => {
    const port = await freePort()
    await using gateway = await TestGateway.open()
    await using plugin = await startNetwork({
      connections: [{ address: gateway.address }],
      server: localServer(port),
    })
    using plotter = await connected(port)
    using stuck = await connected(port)
    await warmUp(gateway, [plotter, stuck])
    stuck.socket.pause()
    const long = sentenceOf(`GPTXT,01,01,01,${'a'.repeat(100)}`).repeat(300)
    let sent = 0
    const isWarned = (): boolean => plugin.logs.some(({ message }) => message.includes('too slow'))
    while (!isWarned() && sent < 600) {
      gateway.send(long)
      sent++
      await sleep(50)
    }
    assert.ok(isWarned(), `nothing was lost after ${sent} × ${long.length} bytes`)
    assert.equal((await plotter.receive(sent * 300)).length, sent * 300)
  })
})
