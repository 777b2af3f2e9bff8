import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { decodeEvents, decodeLive, layers, subprotocol, type Layer } from '@marinedata/uplink-protocol'
import { batchSubject, tokenOf } from '@marinedata/fleet'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { WebSocketServer, type WebSocket } from 'ws'
import { fleetHost } from './certificate.ts'
import { copyOf } from './copy-ashore.ts'
import { trialCode } from './joined-boats.ts'
import { OneNodeShore } from './one-node-shore.ts'
import { TlsGateway } from './tls-gateway.ts'
import { recordedLog, TrialVoyage } from './trial-voyage.ts'

const place = join(import.meta.dirname, '..', '..', 'plugins', 'uplink')
/** The own vessel of the test kit. */
const vessel = 'urn:mrn:imo:mmsi:230099999'
const limit = { timeout: 180_000 }
const hourMs = 3_600_000

/** A folder that is removed after the test. */
const temporaryFolder = (): { readonly path: string } & Disposable => {
  const path = mkdtempSync(join(tmpdir(), 'marinedata-uplink-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

let shore: OneNodeShore
before(async () => void (shore = await OneNodeShore.start()))
after(async () => await shore[Symbol.asyncDispose]())

interface Boat {
  readonly voyage: TrialVoyage
  readonly folder: string
  readonly address?: string
  readonly settings?: Readonly<Record<string, unknown>>
}

const startUplink = async ({ voyage, folder, address, settings }: Boat): Promise<StartedPlugin> =>
  await startPlugin(place, {
    folder,
    log: recordedLog(voyage.log),
    settings: {
      fleet: address ?? shore.address,
      code: trialCode,
      host: fleetHost,
      certificate: shore.certificate.file,
      tariff: 'wifi',
      ...settings,
    },
  })

const status = (plugin: StartedPlugin): string => plugin.status?.message ?? ''

const cursorAshore = async (log: string, layer: Layer): Promise<number> => {
  const batches = (await shore.stored()).get(batchSubject(tokenOf(vessel) ?? '', layer)) ?? []
  return Math.max(0, ...batches.filter((batch) => batch.log === log).map(({ to }) => to))
}

const isComplete = async ({ log }: TrialVoyage): Promise<boolean> => {
  const { event, number } = log.head()
  for (const layer of layers)
    if ((await cursorAshore(log.logId, layer)) < (layer === 'events' ? event : number)) return false
  return true
}

/** Everything of the log is ashore, once. */
const assertCopied = async ({ log }: TrialVoyage): Promise<void> => {
  const stored = await shore.stored()
  for (const layer of layers) {
    const { lost, doubled, unnamed, equal } = copyOf(log, layer, { vessel, stored })
    assert.deepEqual({ lost, doubled, unnamed }, { lost: 0, doubled: 0, unnamed: 0 }, layer)
    assert.ok(equal > 0, layer)
  }
}

const sailed = (folder: string, hours = 3): TrialVoyage => {
  const voyage = new TrialVoyage(folder)
  voyage.sail(hours * hourMs)
  voyage.alarm(true)
  voyage.sail(60_000)
  return voyage
}

test('a boat joins, and everything of its log arrives once, with its latest values', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path)
  await shore.deleteStreams()
  await shore.beginGateway()
  const live: unknown[] = []
  const subscription = shore.connection.subscribe('md.live.>', {
    callback: (_error, message) => void live.push(decodeLive(message.data)),
  })
  await using plugin = await startUplink({ voyage, folder: own.path })
  await until(() => status(plugin).startsWith('Connected to Trial fleet'), Boolean, { what: 'connected' })
  const timestamp = new Date().toISOString()
  const alarm = { state: 'alarm', method: ['visual'], message: 'Shallow' }
  plugin.send([
    {
      updates: [{ $source: 'gps', timestamp, values: [{ path: 'navigation.speedOverGround', value: 3.1 }] }],
    },
    { updates: [{ $source: 'depth', timestamp, values: [{ path: 'notifications.depth', value: alarm }] }] },
  ])
  await until(() => isComplete(voyage), Boolean, { what: 'everything is ashore' })
  await assertCopied(voyage)
  const update = { $source: 'gps', timestamp, values: [{ path: 'navigation.speedOverGround', value: 3.1 }] }
  await until(() => live.length > 0, Boolean, { what: 'live' })
  assert.deepEqual(live[0], { updates: [update] })
  // A new event goes ashore within seconds, with the open notifications.
  voyage.alarm(false)
  await until(() => isComplete(voyage), Boolean, { what: 'the event is ashore', timeoutMs: 10_000 })
  const events = (await shore.stored()).get(batchSubject(tokenOf(vessel) ?? '', 'events')) ?? []
  assert.deepEqual(decodeEvents(events.at(-1)?.body ?? new Uint8Array()).open, [
    { path: 'notifications.depth', value: alarm, source: 'depth' },
  ])
  subscription.unsubscribe()
  assert.equal(statSync(join(own.path, 'fleet.json')).mode & 0o777, 0o600)
  const report = (await plugin.act('report')) as { fleet: string; usage: { bytes: { wifi: number } } }
  assert.equal(report.fleet, 'Trial fleet')
  assert.ok(report.usage.bytes.wifi > 10_000)
  // Leaving deletes the key at both ends, and the boat does not join again with the same code.
  assert.ok(shore.boats.keyByVessel[vessel] !== undefined)
  assert.deepEqual(await plugin.act('leave', {}, { deadlineMs: 10_000 }), { left: true })
  assert.equal(shore.boats.keyByVessel[vessel], undefined)
  assert.doesNotMatch(readFileSync(join(own.path, 'fleet.json'), 'utf8'), /PRIVATE KEY/)
  await until(() => /enter a new code/.test(status(plugin)), Boolean, { what: 'status' })
})

test('nothing is lost or doubled when the plugin and the gateway are killed', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path, 12)
  await shore.deleteStreams()
  await shore.beginGateway()
  let plugin = await startUplink({ voyage, folder: own.path })
  for (let round = 0; round < 3; round++) {
    await until(async () => (await cursorAshore(voyage.log.logId, 'minutes')) > round * 100, Boolean, {
      what: 'something is ashore',
    })
    await plugin.kill()
    plugin = await startUplink({ voyage, folder: own.path })
    await until(() => status(plugin).startsWith('Connected'), Boolean, { what: 'connected' })
    await shore.beginGateway()
    voyage.sail(5 * 60_000)
  }
  await until(() => isComplete(voyage), Boolean, { what: 'everything is ashore' })
  await plugin.stop()
  await assertCopied(voyage)
})

test('a lost acknowledgement doubles nothing', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path)
  await shore.deleteStreams()
  let cuts = 0
  await using gateway = await TlsGateway.start({
    connection: shore.connection,
    certificate: shore.certificate,
    boats: shore.boats,
    streams: 1,
    liveMs: 1_000,
    port: 0,
    storeOf: (store) => ({
      last: (...question) => store.last(...question),
      sendLive: (...live) => store.sendLive(...live),
      store: async (...batch) => {
        const sequence = await store.store(...batch)
        // Stored, and the connection ends before the boat hears of it.
        if (++cuts % 3 === 1 && cuts < 20) gateway.cut()
        return sequence
      },
    }),
  })
  const address = `https://127.0.0.1:${gateway.port}`
  await using plugin = await startUplink({ voyage, folder: own.path, address })
  await until(() => isComplete(voyage), Boolean, { what: 'everything is ashore' })
  assert.ok(cuts >= 3 && plugin.pid !== undefined)
  await assertCopied(voyage)
})

test('the shore may have less than it acknowledged: the boat sends again from there', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path)
  await shore.deleteStreams()
  await shore.beginGateway()
  await using plugin = await startUplink({ voyage, folder: own.path })
  await until(() => isComplete(voyage), Boolean, { what: 'everything is ashore' })
  await shore.deleteStreams()
  await shore.beginGateway()
  await until(() => isComplete(voyage), Boolean, { what: 'everything is ashore again' })
  assert.ok(plugin.pid !== undefined)
  await assertCopied(voyage)
})

test('a replaced log starts at 0, and an older copy starts again under a new identity', limit, async () => {
  using first = temporaryFolder()
  using second = temporaryFolder()
  using own = temporaryFolder()
  await shore.deleteStreams()
  await shore.beginGateway()
  using old = sailed(first.path)
  {
    await using plugin = await startUplink({ voyage: old, folder: own.path })
    await until(() => isComplete(old), Boolean, { what: 'everything is ashore' })
    assert.ok(plugin.pid !== undefined)
  }
  using replaced = sailed(second.path, 1)
  assert.notEqual(replaced.log.logId, old.log.logId)
  await using plugin = await startUplink({ voyage: replaced, folder: own.path })
  await until(() => isComplete(replaced), Boolean, { what: 'the new log is ashore' })
  await assertCopied(replaced)
  await assertCopied(old)
  assert.match(status(plugin), /^Connected/)
})

test('a boat that the fleet does not know waits for its owner', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path, 1)
  await shore.deleteStreams()
  await shore.beginGateway()
  await using plugin = await startUplink({ voyage, folder: own.path })
  await until(() => status(plugin).startsWith('Connected'), Boolean, { what: 'connected' })
  shore.boats.set(vessel, undefined)
  await shore.beginGateway()
  await until(() => /refuses this boat: .* Leave the fleet/.test(status(plugin)), Boolean, {
    what: 'refused',
  })
  assert.equal(plugin.status?.level, 'error')
})

test('a wrong code is refused once, and no key stays', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path, 1)
  await shore.beginGateway()
  const settings = { code: 'AAAA-BBBB-CCCC-9999' }
  await using plugin = await startUplink({ voyage, folder: own.path, settings })
  await until(() => /refuses the code: The code is not known/.test(status(plugin)), Boolean, {
    what: 'refused',
  })
  for (const name of readdirSync(own.path))
    assert.doesNotMatch(readFileSync(join(own.path, name), 'utf8'), /PRIVATE KEY/)
})

/** A gateway that accepts connections and then behaves as told. */
const badGateway = async (
  greet: (socket: WebSocket) => void,
): Promise<{ readonly address: string; readonly connections: () => number } & AsyncDisposable> => {
  const server = createServer(
    shore.certificate,
    (request, response) => void shore.boats.answer(request, response),
  )
  const upgrades = new WebSocketServer({ server, handleProtocols: () => subprotocol })
  let connections = 0
  upgrades.on('connection', (socket) => {
    connections++
    socket.on('error', () => undefined)
    greet(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  assert.ok(typeof bound === 'object' && bound !== null)
  return {
    address: `https://127.0.0.1:${bound.port}`,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of upgrades.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a silent gateway is left when its deadline has passed, and dialled again', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path, 1)
  await using gateway = await badGateway(() => undefined)
  await using plugin = await startUplink({ voyage, folder: own.path, address: gateway.address })
  await until(() => /The fleet does not greet/.test(status(plugin)), Boolean, {
    what: 'the deadline',
    timeoutMs: 20_000,
  })
  await until(() => gateway.connections() > 1, Boolean, { what: 'another attempt', timeoutMs: 20_000 })
})

test('a gateway that floods the boat is left, and the plugin stays small', limit, async () => {
  using logFolder = temporaryFolder()
  using own = temporaryFolder()
  using voyage = sailed(logFolder.path, 1)
  const accept = { type: 'accept', cursor: { events: 0, minutes: 0, full: 0 }, live: 0, batchBytes: 262_144 }
  const lease = JSON.stringify({ type: 'lease', period: 1_000, seconds: 60 })
  await using gateway = await badGateway((socket) => {
    socket.send(JSON.stringify({ type: 'challenge', nonce: 'A'.repeat(43) }))
    socket.once('message', () => {
      socket.send(JSON.stringify(accept))
      const flood = setInterval(() => {
        for (let count = 0; count < 1_000 && socket.bufferedAmount < 10_000_000; count++) socket.send(lease)
      }, 10)
      socket.once('close', () => clearInterval(flood))
    })
  })
  await using plugin = await startUplink({ voyage, folder: own.path, address: gateway.address })
  await until(() => /The fleet sends too much/.test(status(plugin)), Boolean, {
    what: 'the flood is noticed',
    timeoutMs: 20_000,
  })
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${plugin.pid}/status`, 'utf8'))?.[1]
  assert.ok(Number(memory) < 150_000, `${memory} kB`)
})
