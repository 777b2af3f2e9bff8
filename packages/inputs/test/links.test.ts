import { TestSerialPort } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgramLink, SerialLink, TcpClientLink, TcpServerLink, UdpLink, type Peer } from '#index.ts'
import { dial, loopback, textOf } from './sockets.ts'

const limit = { timeout: 300_000 }
const hasPython = spawnSync('python3', ['--version']).status === 0
const skip = !hasPython && process.env['CI'] === undefined ? 'python3 is not installed' : false

const soon = (): AbortSignal => AbortSignal.timeout(5_000)

describe('TCP', limit, () => {
  test('a server receives from each client apart, and writes to all but the one that is excepted', async () => {
    await using server = await TcpServerLink.open({ port: 0, host: loopback })
    const received: { readonly text: string; readonly from: Peer | undefined }[] = []
    server.listen((bytes, from) => received.push({ text: bytes.toString(), from }))
    await using one = await TcpClientLink.open(loopback, server.port, soon())
    await using two = await TcpClientLink.open(loopback, server.port, soon())
    const [heardByOne, heardByTwo] = [textOf(one), textOf(two)]
    one.write(Buffer.from('one'))
    await until(() => received.length === 1, Boolean)
    two.write(Buffer.from('two'))
    await until(() => received.length === 2, Boolean)
    assert.deepEqual(
      received.map(({ text }) => text),
      ['one', 'two'],
    )
    assert.notEqual(received[0]?.from, received[1]?.from)
    assert.equal(server.write(Buffer.from('A'), { except: received[0]?.from }), true)
    assert.equal(server.write(Buffer.from('B')), true)
    await until(() => heardByOne.text === 'B' && heardByTwo.text === 'AB', Boolean)
  })

  test('a client that does not read is disconnected alone, and the loss is counted', async () => {
    await using server = await TcpServerLink.open({ port: 0, host: loopback })
    using slow = await dial(server.port)
    slow.pause()
    await using quick = await TcpClientLink.open(loopback, server.port, soon())
    let bytes = 0
    quick.listen((chunk) => (bytes += chunk.length))
    await until(() => server.clients === 2, Boolean)
    const line = Buffer.alloc(1_000, 'x')
    let written = 0
    // The system itself buffers some megabytes per connection. A client that reads slower than 1 MB/s is slow, too.
    while (server.clients === 2 && written < 40_000) {
      for (let count = 0; count < 20; count++, written++) server.write(line)
      await sleep(20)
    }
    assert.deepEqual([server.clients, server.lostWrites], [1, 1])
    await until(() => bytes === written * line.length, Boolean, {
      what: () => `${bytes} of ${written * line.length}`,
    })
  })

  test('further clients than permitted are disconnected at once', async () => {
    await using server = await TcpServerLink.open({ port: 0, host: loopback, maxClients: 2 })
    using _first = await dial(server.port)
    using _second = await dial(server.port)
    await until(() => server.clients === 2, Boolean)
    using third = await dial(server.port)
    await once(third.resume(), 'close')
    assert.deepEqual([server.clients, server.refusedClients], [2, 1])
  })

  test('a busy port is an error, not a crash', async () => {
    await using server = await TcpServerLink.open({ port: 0, host: loopback })
    await assert.rejects(TcpServerLink.open({ port: server.port, host: loopback }), { code: 'EADDRINUSE' })
  })

  test('a client is gone when the server closes the connection, and closes a half-open attempt in time', async () => {
    const server = createServer().listen(0, loopback)
    await once(server, 'listening')
    // A server listens on a port.
    const { port } = server.address() as AddressInfo
    const accepted = once(server, 'connection')
    await using client = await TcpClientLink.open(loopback, port, soon())
    const [socket] = (await accepted) as [{ destroy(): void }]
    socket.destroy()
    await until(() => client.gone.aborted, Boolean)
    assert.equal(client.write(Buffer.from('too late')), false)
    server.close()
    await assert.rejects(TcpClientLink.open(loopback, port, soon()), { code: 'ECONNREFUSED' })
    await assert.rejects(TcpClientLink.open(loopback, port, AbortSignal.timeout(0)))
  })

  test('a flooding client is read at 250 kB a second', async () => {
    await using server = await TcpServerLink.open({ port: 0, host: loopback })
    let bytes = 0
    server.listen((chunk) => (bytes += chunk.length))
    using flooding = await dial(server.port)
    flooding.write(Buffer.alloc(4_000_000))
    await sleep(1_500)
    assert.ok(bytes > 100_000 && bytes < 1_000_000, `${bytes} bytes`)
  })
})

describe('UDP', limit, () => {
  test('datagrams arrive whole with their sender, and are sent to an address', async () => {
    await using receiver = await UdpLink.open({ port: 0, host: loopback })
    const received: string[] = []
    const senders = new Set<Peer | undefined>()
    receiver.listen((bytes, from) => {
      received.push(bytes.toString())
      senders.add(from)
    })
    await using sender = await UdpLink.open({ sendTo: { host: loopback, port: receiver.port } })
    for (const text of ['one', 'two']) assert.equal(sender.write(Buffer.from(text)), true)
    await until(() => received.length === 2, Boolean)
    assert.deepEqual([received, senders.size], [['one', 'two'], 1])
    assert.equal(receiver.write(Buffer.from('nowhere')), false)
  })

  test('a busy port is an error, not a crash', async () => {
    await using link = await UdpLink.open({ port: 0, host: loopback })
    await assert.rejects(UdpLink.open({ port: link.port, host: loopback }), { code: 'EADDRINUSE' })
  })
})

describe('programs', limit, () => {
  test('the output of one program is read, and the input of another is written', async () => {
    await using link = new ProgramLink({ reading: ['cat'] })
    const received = textOf(link)
    assert.equal(link.write(Buffer.from('there and back')), true)
    await until(() => received.text === 'there and back', Boolean)
    await using pair = new ProgramLink({ reading: ['sh', '-c', 'echo here; exec cat'], writing: ['cat'] })
    const heard = textOf(pair)
    assert.equal(pair.write(Buffer.from('elsewhere')), true)
    await until(() => heard.text === 'here\n', Boolean)
  })

  test('says why a program has ended, or that it is not installed', async () => {
    await using failing = new ProgramLink({ reading: ['sh', '-c', 'echo no such device >&2; exit 1'] })
    await until(() => failing.gone.aborted, Boolean)
    assert.match(String(failing.gone.reason), /no such device/)
    assert.equal(failing.write(Buffer.from('x')), false)
    await using missing = new ProgramLink({ reading: ['no-such-program'] })
    await until(() => missing.gone.aborted, Boolean)
    assert.match(String(missing.gone.reason), /"no-such-program" is not installed/)
  })

  test('a program that does not read its input loses writes, and one that ignores the end is killed', async () => {
    const link = new ProgramLink({
      reading: ['sh', '-c', 'trap "" TERM; echo ready; while :; do sleep 0.1; done'],
    })
    const received = textOf(link)
    await until(() => received.text === 'ready\n', Boolean)
    const bytes = Buffer.alloc(10_000)
    while (link.write(bytes)) await sleep(0)
    assert.equal(link.lostWrites, 1)
    await link[Symbol.asyncDispose]()
    await until(() => link.gone.aborted, Boolean)
  })
})

describe('serial ports', { ...limit, skip }, () => {
  const speed = 9_600

  test('a port is read, written, and locked against our other processes', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'ports-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'gyro')
    const port = stack.use(await TestSerialPort.plugIn({ path, speed, lines: ['hello\n'] }))
    const link = stack.use(await SerialLink.open(path, speed))
    const received = textOf(link)
    await until(() => received.text.startsWith('hello\nhello\n'), Boolean)
    assert.equal(link.write(Buffer.from('turn to port\n')), true)
    for (const end = performance.now() + 5_000; performance.now() < end; await sleep(20))
      if ((await port.received()) === 'turn to port\n') break
    assert.equal(await port.received(), 'turn to port\n')
    await assert.rejects(SerialLink.open(path, speed), { code: 'EBUSY' })
    // 960 bytes take a second at this speed.
    assert.equal(link.write(Buffer.alloc(1_000)), false)
    assert.equal(link.lostWrites, 1)
    await link[Symbol.asyncDispose]()
    await using again = await SerialLink.open(path, speed)
    await port.unplug()
    await until(() => again.gone.aborted, Boolean)
  })
})
