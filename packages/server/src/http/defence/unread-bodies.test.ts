import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { suite, test } from 'node:test'
import { UnreadBodies } from './unread-bodies.ts'

const limit = { timeout: 300_000 }
const limitBytes = 1_000
const piece = Buffer.alloc(65_536, '0')
const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
/** More than all socket buffers between client and server hold. */
const pieces = 1_000

interface TestConnection extends AsyncDisposable {
  readonly client: Socket
  /** Everything that the client has received. */
  readonly received: () => string
  /** The server's end of the connection. */
  readonly served: Promise<Socket>
}

const connectTo = async (listener: RequestListener): Promise<TestConnection> => {
  await using stack = new AsyncDisposableStack()
  const unread = new UnreadBodies(limitBytes)
  const server = createServer(listener)
  server.prependListener('request', (request, response) => unread.watch(request, response))
  stack.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const connected = once(server, 'connection') as Promise<[Socket]>
  // A listening TCP server has an address.
  const { port } = server.address() as AddressInfo
  const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  client.on('error', () => undefined)
  stack.defer(() => void client.destroy())
  let text = ''
  client.on('data', (data: Buffer) => {
    text += data.toString()
  })
  const ready = stack.move()
  return {
    client,
    received: () => text,
    served: connected.then(([socket]) => socket),
    [Symbol.asyncDispose]: () => ready.disposeAsync(),
  }
}

/** Sends until the connection is closed. */
const flood = async (client: Socket, part: Buffer): Promise<void> => {
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => resolve())
  })
  for (let sent = 0; sent < pieces && client.writable; sent++)
    if (!client.write(part))
      await Promise.race([closed, new Promise<void>((resolve) => client.once('drain', () => resolve()))])
  await closed
}

const refuse: RequestListener = (_request, response) => {
  response.writeHead(413).end('no')
}

suite('unread bodies', { concurrency: true }, () => {
  test('does not read a body that is too large, and delivers the response', limit, async () => {
    await using connection = await connectTo(refuse)
    connection.client.write(
      `PUT / HTTP/1.1\r\nHost: boat\r\nContent-Length: ${piece.length * pieces}\r\n\r\n`,
    )
    const served = await connection.served
    await flood(connection.client, piece)
    assert.match(connection.received(), /^HTTP\/1\.1 413 [^]*connection: close[^]*no\r\n0/i)
    assert.ok(served.bytesRead < 20 * piece.length, `${served.bytesRead} bytes were read`)
  })

  test('stops reading endless chunks after the response', limit, async () => {
    await using connection = await connectTo(refuse)
    connection.client.write('PUT / HTTP/1.1\r\nHost: boat\r\nTransfer-Encoding: chunked\r\n\r\n')
    const served = await connection.served
    await flood(connection.client, chunk)
    assert.match(connection.received(), /^HTTP\/1\.1 413 /)
    assert.ok(served.bytesRead < 20 * piece.length, `${served.bytesRead} bytes were read`)
  })

  test('keeps the connection open after a body within the limit or complete chunks', limit, async () => {
    let answered = 0
    await using connection = await connectTo((request, response) => {
      request.resume().once('end', () => response.end(`answer ${++answered}`))
    })
    const { client, received } = connection
    const whole = `PUT / HTTP/1.1\r\nHost: boat\r\nContent-Length: ${limitBytes}\r\n\r\n${'0'.repeat(limitBytes)}`
    const inChunks = 'PUT / HTTP/1.1\r\nHost: boat\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n0\r\n0\r\n\r\n'
    for (const [index, text] of [whole, inChunks, whole, inChunks].entries()) {
      client.write(text)
      while (!received().includes(`answer ${index + 1}`)) await once(client, 'data')
    }
    assert.doesNotMatch(received(), /connection: close/i)
  })
})
