import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { serverNameOf } from './server-name.ts'

/** The first bytes that a TLS client of Node sends. */
const helloFor = async (options: { readonly servername?: string }): Promise<Buffer> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connected = once(server, 'connection')
  const client = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ...options })
  client.on('error', () => undefined)
  const [socket] = (await connected) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  client.destroy()
  socket.destroy()
  server.close()
  return bytes
}

test('the name that a client asks for is found', async () => {
  const hello = await helloFor({ servername: 'URN-mrn-imo-mmsi-230000001.boats.test' })
  assert.deepEqual(serverNameOf(hello), { kind: 'name', name: 'urn-mrn-imo-mmsi-230000001.boats.test' })
  assert.deepEqual(serverNameOf(await helloFor({})), { kind: 'none' })
})

test('a hello in pieces is incomplete until its last byte', async () => {
  const hello = await helloFor({ servername: 'boat.test' })
  for (let length = 0; length < hello.length; length++)
    assert.deepEqual(serverNameOf(hello.subarray(0, length)), { kind: 'incomplete' })
})

test('no input makes it throw or invent a name', async () => {
  const hello = await helloFor({ servername: 'boat.test' })
  assert.deepEqual(serverNameOf(Buffer.from('GET / HTTP/1.1\r\n')), { kind: 'none' })
  for (let at = 0; at < hello.length; at++)
    for (const value of [0, 1, 127, 255]) {
      const changed = Buffer.from(hello)
      changed[at] = value
      const found = serverNameOf(changed)
      if (found.kind === 'name') assert.ok(found.name.length <= hello.length)
    }
})
