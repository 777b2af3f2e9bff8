import { decode, encodeById, simulateGateway, type Packet } from '@marinedata/nmea2000'
import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemTimer } from '#system-timer.ts'
import { Harbour, inputOf, isIn, until } from './aboard.ts'

const limit = { timeout: 60_000 }

/** A program that passes its input to a socket and prints what comes from there. */
const passer = (port: number): string => `#!${process.execPath}
const socket = require('node:net').connect(${port}, '127.0.0.1')
process.stdin.pipe(socket)
socket.pipe(process.stdout)
socket.on('close', () => process.exit(0))
socket.on('error', () => process.exit(1))
`

const writeProgram = async (folder: string, name: string, text: string): Promise<void> => {
  await writeFile(join(folder, name), text)
  await chmod(join(folder, name), 0o755)
}

/**
 * Programs are searched only here: the sandbox would not see this folder, so it must not be found either. This file runs
 * in a process of its own.
 */
const searchOnly = (folder: string): void => {
  process.env['PATH'] = folder
}

test(
  'a CAN interface is read by candump and written by canplayer, with an address of our own',
  limit,
  async () => {
    await using harbour = await Harbour.make()
    await using stack = new AsyncDisposableStack()
    const clients = new Set<Socket>()
    const can = stack.use(
      simulateGateway('socketcan', {
        bus: harbour.bus,
        timer: systemTimer,
        address: 0,
        write: (bytes) => {
          for (const client of clients) client.write(bytes)
        },
      }),
    )
    const server = createServer((socket) => {
      clients.add(socket)
      socket.on('data', (bytes: Buffer) => can.read(bytes))
      socket.on('error', () => undefined)
      socket.on('close', () => clients.delete(socket))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    stack.defer(() => {
      for (const client of clients) client.destroy()
      server.close()
    })
    // A TCP server always has an address with a port.
    const { port } = server.address() as AddressInfo
    const programs = join(harbour.folder, 'programs')
    await mkdir(programs)
    await writeProgram(programs, 'candump', passer(port))
    await writeProgram(programs, 'canplayer', passer(port))
    searchOnly(programs)
    const own: Packet[] = []
    stack.use(harbour.bus.attach({ handle: (packet) => void (packet.source === 100 && own.push(packet)) }))
    const settings = {
      gateways: [{ kind: 'socketcan', address: 'can0' }],
      ports: [],
      sends: true,
      sendsMessages: ['129025'],
    }
    const plugin = await harbour.plugin(settings)
    const values = [{ path: 'navigation.position', value: { latitude: 59, longitude: 22 } }]
    const update = { $source: 'nmea0183.gps', timestamp: new Date().toISOString(), values }
    plugin.send([{ context: 'vessels.self', updates: [update] }])
    await inputOf(plugin, 'can0', isIn('used'))
    const ownClaim = await until(() =>
      harbour.bus.frames.find(({ pgn, source }) => pgn === 60_928 && source === 100),
    )
    const asked = await until(() =>
      harbour.bus.frames.find(({ pgn, source }) => pgn === 59_904 && source === 100),
    )
    assert.ok(asked.at > ownClaim.at)
    await plugin.next('navigation.headingMagnetic')
    const sources = plugin.published.flatMap(({ updates }) => updates.map(({ $source }) => $source ?? ''))
    assert.ok(
      sources.every((source) => /^nmea2000\.can0\.[0-9a-f]{16}$/.test(source)),
      sources[0],
    )
    assert.deepEqual(plugin.refused, [])
    // Messages are sent from the claimed address only, and our list says so.
    const position = await until(() =>
      harbour.bus.frames.find(({ pgn, source }) => pgn === 129_025 && source === 100),
    )
    assert.ok(position.at >= ownClaim.at + 250)
    const request = encodeById('isoRequest', { pgn: 126_464 })
    harbour.bus.send({ priority: 6, pgn: 59_904, source: 12, destination: 100, data: request })
    const list = await until(() => own.find(({ pgn }) => pgn === 126_464))
    const rows = decode(126_464, list.payload)?.lists.flat() ?? []
    assert.ok(rows.some(({ pgn }) => pgn === 129_025))
  },
)

test('without candump the input says what is missing', limit, async () => {
  await using harbour = await Harbour.make()
  searchOnly(harbour.folder)
  const settings = { gateways: [{ kind: 'socketcan', address: 'can9' }], ports: [] }
  const plugin = await harbour.plugin(settings)
  const refused = await inputOf(plugin, 'can9', isIn('refused'))
  assert.match(refused.error?.message ?? '', /candump/)
})
