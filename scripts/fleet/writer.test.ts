import { shardOf, UplinkStore } from '@marinedata/fleet'
import { layers, type Layer } from '@marinedata/uplink-protocol'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { NatsCluster } from './nats-cluster.ts'
import { ready } from './ready.ts'
import { segmentBody } from './segment-bodies.ts'
import { WriterChild } from './writer-child.ts'
import { placeOf, writtenNumbers } from './written-numbers.ts'

const streams = 2
const running = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'marinedata-writer-'))
const files = join(folder, 'shards')
let connection: NatsConnection
let store: UplinkStore
let servers: string[]

before(async () => {
  running.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const cluster = running.use(await NatsCluster.start(folder, 1))
  servers = cluster.servers
  connection = await connect({ servers, waitOnFirstConnect: true })
  running.defer(() => connection.close())
  store = await UplinkStore.open(connection, streams)
  await ready(() => store.createStreams(1))
})
after(() => running.disposeAsync())

const startWriter = (): Promise<WriterChild> =>
  WriterChild.start({ servers, streams, replicas: 1, folder: files })

/** Boats whose logs grow, without gateways. */
class Logs {
  readonly heads = new Map<string, { vessel: string; layer: Layer; head: number; sequence: number }>()

  constructor(vessels: readonly string[]) {
    for (const vessel of vessels)
      for (const layer of layers)
        this.heads.set(placeOf(vessel, layer), { vessel, layer, head: 0, sequence: 0 })
  }

  async grow(): Promise<void> {
    for (const place of this.heads.values()) {
      const range = { from: place.head, to: place.head + 1 + Math.floor(Math.random() * 4) }
      const body = segmentBody(place.layer, range)
      const at = { vessel: place.vessel, layer: place.layer, after: place.sequence }
      place.sequence = await store.store(at, { ...range, log: 'log-1', body }, 3_000)
      place.head = range.to
    }
  }

  /** What is missing or doubled in the files. */
  faults(): string[] {
    const { numbers, cursors, rejected } = writtenNumbers(files)
    const faults = [...this.heads].flatMap(([place, { head }]) => {
      const found = (numbers.get(place) ?? []).toSorted((one, other) => one - other)
      const isWhole = found.length === head && found.every((number, index) => number === index + 1)
      return isWhole && cursors.get(place) === head
        ? []
        : [`${place}: ${found.length} of ${head}, ${cursors.get(place)}`]
    })
    return rejected > 0 ? [...faults, `${rejected} rejected`] : faults
  }

  async settle(): Promise<string[]> {
    const deadline = performance.now() + 30_000
    while (performance.now() < deadline) {
      if (this.faults().length === 0) return []
      await sleep(250)
    }
    return this.faults()
  }
}

test('killed writers lose and double nothing, and another one takes over', { timeout: 120_000 }, async () => {
  const logs = new Logs(Array.from({ length: 6 }, (_, index) => `urn-mrn-imo-mmsi-23000000${index}`))
  const ended = new AbortController()
  const growing = (async () => {
    while (!ended.signal.aborted) await logs.grow()
  })()
  await using stack = new AsyncDisposableStack()
  stack.defer(() => ended.abort())
  let writer = stack.use(await startWriter())
  for (let kills = 0; kills < 3; kills++) {
    const deadline = performance.now() + 20_000
    while ((await writer.state()).stored === 0 && performance.now() < deadline) await sleep(100)
    assert.ok((await writer.state()).stored > 0, 'the writer took over in time')
    const next = stack.use(await startWriter())
    await writer[Symbol.asyncDispose]()
    writer = next
  }
  ended.abort()
  await growing
  assert.deepEqual(await logs.settle(), [])
  assert.equal((await writer.state()).holes, 0)
})

test('two writers at once write no record twice, and share no stream', { timeout: 60_000 }, async () => {
  await using one = await startWriter()
  await using other = await startWriter()
  const logs = new Logs(['urn-mrn-imo-mmsi-240000001', 'urn-mrn-imo-mmsi-240000002'])
  for (let round = 0; round < 20; round++) await logs.grow()
  assert.deepEqual(await logs.settle(), [])
  const held = [(await one.state()).held, (await other.state()).held]
  assert.equal(
    held.reduce((sum, count) => sum + count, 0),
    streams,
  )
})

test(
  'the writer reports a hole to the gateways, stores what follows it, and its cursor stays before the hole',
  { timeout: 60_000 },
  async () => {
    const vessel = 'urn-mrn-imo-mmsi-250000001'
    const layer = 'minutes'
    const told: unknown[] = []
    connection.subscribe(`md.rewind.${vessel}`, {
      callback: (_error, message) => void told.push(message.json()),
    })
    const send = (from: number, to: number, sequence: number): Promise<number> =>
      store.store(
        { vessel, layer, after: sequence },
        { from, to, log: 'log-1', body: segmentBody(layer, { from, to }) },
        3_000,
      )
    const first = await send(0, 2, 0)
    await send(2, 4, first)
    // As if the stream had lost a batch before the writer had it.
    const manager = await jetstreamManager(connection)
    await manager.streams.purge(`UP0${shardOf(vessel) % streams}`, { seq: first + 1 })
    await using _writer = await startWriter()
    const last = await store.last(vessel, layer, 'leader')
    assert.equal(last?.from, 2)
    const deadline = performance.now() + 20_000
    while (told.length === 0 && performance.now() < deadline) await sleep(100)
    assert.deepEqual(told[0], { log: 'log-1', layer, to: 0 })
    assert.deepEqual(writtenNumbers(files).numbers.get(placeOf(vessel, layer)), [3, 4])
    const question = JSON.stringify({ vessel, log: 'log-1', layer })
    const shard = String(shardOf(vessel)).padStart(2, '0')
    const cursor = async (): Promise<number> =>
      (await connection.request(`md.cursor.${shard}`, question, { timeout: 3_000 })).json<{ to: number }>().to
    assert.equal(await cursor(), 0)
    await send(0, 4, last?.sequence ?? 0)
    while ((await cursor()) !== 4 && performance.now() < deadline) await sleep(100)
    assert.equal(await cursor(), 4)
    assert.deepEqual(writtenNumbers(files).numbers.get(placeOf(vessel, layer)), [1, 2, 3, 4])
  },
)
