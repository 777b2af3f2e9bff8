import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { suite, test } from 'node:test'
import { BrokenRequests, type BrokenRequest } from './broken-requests.ts'

const limit = { timeout: 10_000 }
const garbage = 'ahoy\r\n\r\n'
const get = 'GET / HTTP/1.1\r\nHost: boat\r\n\r\n'

interface Station extends AsyncDisposable {
  readonly counted: readonly BrokenRequest[]
  /** A connection that stays open on its own side until the test ends. */
  open(): Socket
}

const littlePatience = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }

const stationWith = async (
  listener: RequestListener,
  patience: ServerOptions = littlePatience,
): Promise<Station> => {
  await using stack = new AsyncDisposableStack()
  const counted: BrokenRequest[] = []
  const broken = new BrokenRequests({
    productWord: 'marinedata',
    onRefused: (reason) => counted.push(reason),
  })
  const server = createServer(patience, listener)
  broken.attach(server)
  server.on('clientError', (error, socket: Socket) => broken.refuse(error, socket))
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
    counted,
    open: () => {
      const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
      socket.on('error', () => undefined)
      ready.defer(() => void socket.destroy())
      return socket
    },
    [Symbol.asyncDispose]: () => ready.disposeAsync(),
  }
}

/** All that is said until the server ends the connection. */
const heard = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await Promise.race([once(socket, 'end'), once(socket, 'close')])
  return text
}

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)].map(([, status]) => Number(status))

suite('what is no request', { concurrency: true }, () => {
  test('what is no request is answered with what is wrong', limit, async () => {
    await using station = await stationWith((_request, response) => response.end('yes'))
    const socket = station.open()
    socket.write(get)
    await once(socket, 'readable')
    socket.write(garbage)
    const text = await heard(socket)
    assert.deepEqual(statusesIn(text), [200, 400])
    assert.match(text, /"code":"bad-request"/)
    assert.deepEqual(station.counted, ['bad-request'])
  })

  test('nonsense behind a request is not taken for the answer to that request', limit, async () => {
    await using station = await stationWith(() => undefined)
    const socket = station.open()
    socket.write(`${get}${garbage}`)
    assert.equal(await heard(socket), '')
    assert.deepEqual(station.counted, ['bad-request'])
  })

  test('a broken body is told, unless another answer is still due before it', limit, async () => {
    await using station = await stationWith(() => undefined)
    const brokenBody = 'PUT / HTTP/1.1\r\nHost: boat\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'
    const [alone, behind] = [station.open(), station.open()]
    alone.write(brokenBody)
    behind.write(`${get}${brokenBody}`)
    assert.deepEqual(statusesIn(await heard(alone)), [400])
    assert.equal(await heard(behind), '')
  })

  test('a body that never comes to an end gets no second answer', limit, async () => {
    await using station = await stationWith((_request, response) => response.end('yes'))
    const socket = station.open()
    socket.write('PUT / HTTP/1.1\r\nHost: boat\r\nContent-Length: 10\r\n\r\nhalf')
    assert.deepEqual(statusesIn(await heard(socket)), [200])
    assert.deepEqual(station.counted, ['too-slow'])
  })

  test('whoever is too slow is told so; whoever says nothing is told nothing', limit, async () => {
    await using station = await stationWith((_request, response) => response.end('yes'))
    const [slow, silent] = [station.open(), station.open()]
    slow.write('GET / HT')
    const [said, unsaid] = await Promise.all([heard(slow), heard(silent)])
    assert.deepEqual(statusesIn(said), [408])
    assert.equal(unsaid, '')
    assert.deepEqual(station.counted, ['too-slow', 'too-slow'])
  })

  test('whoever was refused and does not hang up is cut off', limit, async () => {
    await using station = await stationWith((_request, response) => response.end('yes'), {})
    const socket = station.open()
    socket.write(garbage)
    assert.deepEqual(statusesIn(await heard(socket)), [400])
    // Its own side is still open: only a server that has gone for good sends back what is said now.
    const closed = new Promise((resolve) => {
      socket.on('close', resolve)
    })
    const talking = setInterval(() => socket.write(garbage), 50)
    await closed
    clearInterval(talking)
    assert.deepEqual(station.counted, ['bad-request'])
  })
})
