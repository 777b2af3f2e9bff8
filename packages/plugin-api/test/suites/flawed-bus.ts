import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { describeBusProvider } from '#testing.ts'

const [flaw = 'none'] = process.argv.slice(2)

/** The far end of the wire: it records what the plugin writes. */
const written: Uint8Array[] = []
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => undefined)
  createInterface({ input: socket }).on('line', (line) =>
    written.push(new Uint8Array(Buffer.from(line, 'hex'))),
  )
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
// The plugins of the suite end first; then nothing must keep this process.
server.unref()
// A TCP server always has an address with a port.
const { port } = server.address() as AddressInfo

describeBusProvider(new URL('../plugins/flawed-bus.ts', import.meta.url), {
  settings: { flaw, port },
  observeMs: 200,
  wire: {
    written: () => written,
    receive: (topic) => {
      for (const socket of sockets) if (socket.writable) socket.write(`${topic}\n`)
    },
  },
  message: (number) => ({ topic: 'M1', payload: Uint8Array.of(7, number) }),
  topic: 'T1',
  readyMs: flaw === 'none' ? 20_000 : 3_000,
})
