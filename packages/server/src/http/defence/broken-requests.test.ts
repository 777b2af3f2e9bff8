import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { suite, test } from 'node:test'
import { BrokenRequests, type BrokenRequest } from './broken-requests.ts'

const limit = { timeout: 300_000 }
const garbage = 'ahoy\r\n\r\n'
const get = 'GET / HTTP/1.1\r\nHost: boat\r\n\r\n'

interface TestServer extends AsyncDisposable {
  readonly counted: readonly BrokenRequest[]
  /** Opens a connection whose client side stays open until the test ends. */
  open(): Socket
}

const shortTimeouts = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }

const startServer = async (
  listener: RequestListener,
  options: ServerOptions = shortTimeouts,
): Promise<TestServer> => {
  await using stack = new AsyncDisposableStack()
  const counted: BrokenRequest[] = []
  const broken = new BrokenRequests({
    productWord: 'marinedata',
    onRefused: (reason) => counted.push(reason),
  })
  const server = createServer(options, (request, response) => {
    if (request.url === '/file') broken.allowSlowBody(request.socket)
    listener(request, response)
  })
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

/** Everything received until the server ends the connection. */
const received = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await Promise.race([once(socket, 'end'), once(socket, 'close')])
  return text
}

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)].map(([, status]) => Number(status))

suite('malformed requests', { concurrency: true }, () => {
  test('answers bytes that are not HTTP with a problem response', limit, async () => {
    await using testServer = await startServer((_request, response) => response.end('yes'))
    const socket = testServer.open()
    socket.write(get)
    await once(socket, 'readable')
    socket.write(garbage)
    const text = await received(socket)
    assert.deepEqual(statusesIn(text), [200, 400])
    assert.match(text, /"code":"bad-request"/)
    assert.deepEqual(testServer.counted, ['bad-request'])
  })

  test('closes without a response when a request before the garbage is still unanswered', limit, async () => {
    await using testServer = await startServer(() => undefined)
    const socket = testServer.open()
    socket.write(`${get}${garbage}`)
    assert.equal(await received(socket), '')
    assert.deepEqual(testServer.counted, ['bad-request'])
  })

  test('answers a malformed body, unless an earlier request is still unanswered', limit, async () => {
    await using testServer = await startServer(() => undefined)
    const brokenBody = 'PUT / HTTP/1.1\r\nHost: boat\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'
    const [alone, behind] = [testServer.open(), testServer.open()]
    alone.write(brokenBody)
    behind.write(`${get}${brokenBody}`)
    const [aloneText, behindText] = await Promise.all([received(alone), received(behind)])
    assert.deepEqual(statusesIn(aloneText), [400])
    assert.equal(behindText, '')
  })

  test('sends no second response for a body that never ends', limit, async () => {
    await using testServer = await startServer((_request, response) => response.end('yes'))
    const socket = testServer.open()
    socket.write('PUT / HTTP/1.1\r\nHost: boat\r\nContent-Length: 10\r\n\r\nhalf')
    assert.deepEqual(statusesIn(await received(socket)), [200])
    assert.deepEqual(testServer.counted, ['too-slow'])
  })

  test(
    'answers a slow request with 408, and closes a silent connection without a response',
    limit,
    async () => {
      await using testServer = await startServer((_request, response) => response.end('yes'))
      const [slow, silent] = [testServer.open(), testServer.open()]
      slow.write('GET / HT')
      const [slowText, silentText] = await Promise.all([received(slow), received(silent)])
      assert.deepEqual(statusesIn(slowText), [408])
      assert.equal(silentText, '')
      assert.deepEqual(testServer.counted, ['too-slow', 'too-slow'])
    },
  )

  test('a file may take longer than other requests, and the next request may not', limit, async () => {
    await using testServer = await startServer((request, response) => {
      request.resume()
      request.once('end', () => response.end('yes'))
    })
    const socket = testServer.open()
    socket.write('PUT /file HTTP/1.1\r\nHost: boat\r\nContent-Length: 8\r\n\r\nhalf')
    // Several times the limit.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    assert.deepEqual(testServer.counted, [])
    socket.write('rest')
    await once(socket, 'readable')
    socket.write('PUT / HTTP/1.1\r\nHost: boat\r\nContent-Length: 8\r\n\r\nhalf')
    assert.deepEqual(statusesIn(await received(socket)), [200, 408])
    assert.deepEqual(testServer.counted, ['too-slow'])
  })

  test('destroys a refused connection that the client does not close', limit, async () => {
    await using testServer = await startServer((_request, response) => response.end('yes'), {})
    const socket = testServer.open()
    socket.write(garbage)
    assert.deepEqual(statusesIn(await received(socket)), [400])
    // The client side is still open: it notices that the server has destroyed the socket only by writing.
    const closed = new Promise((resolve) => {
      socket.on('close', resolve)
    })
    const talking = setInterval(() => socket.write(garbage), 50)
    await closed
    clearInterval(talking)
    assert.deepEqual(testServer.counted, ['bad-request'])
  })
})
