import { YachtDevicesRawReader } from '@marinedata/nmea2000'
import { describePlugin, startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** The PGNs that a client receives, until all of these were among them. */
const receiveUntil = async (port: number, wanted: readonly number[]): Promise<Set<number>> => {
  const socket = connect(port, '127.0.0.1')
  const received = new Set<number>()
  const reader = new YachtDevicesRawReader({ frame: ({ pgn }) => void received.add(pgn) })
  socket.setTimeout(10_000, () => socket.destroy(new Error('Nothing was received for 10 s')))
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    reader.read(bytes)
    if (wanted.every((pgn) => received.has(pgn))) break
  }
  return received
}

describePlugin(here)

test('several clients receive the instruments of a boat at once', async () => {
  const port = await freePort()
  await using _plugin = await startPlugin(here, { settings: { port } })
  const wanted = [127_250, 128_267, 129_025, 130_306]
  const all = await Promise.all([receiveUntil(port, wanted), receiveUntil(port, wanted)])
  for (const received of all) assert.ok(wanted.every((pgn) => received.has(pgn)))
})

test('a port that is in use stops it at the start, with the reason', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await assert.rejects(startPlugin(here, { settings: { port } }), /EADDRINUSE/)
  server.close()
})
