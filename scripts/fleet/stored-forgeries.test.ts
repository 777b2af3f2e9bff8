import { batchSubject, shardOf, Writer } from '@marinedata/fleet'
import { jetstream } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { segmentBody } from './segment-bodies.ts'
import { startTrialStore, type TrialStore } from './trial-store.ts'

const running = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'marinedata-forged-'))
let opened: TrialStore

before(async () => {
  running.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  opened = await startTrialStore(running, folder)
})
after(() => running.disposeAsync())

const vessel = 'urn-mrn-imo-mmsi-260000001'
const subject = batchSubject(vessel, 'minutes')
const otherShard = String((shardOf(vessel) + 1) % 64).padStart(2, '0')

/** Messages that no gateway stores, by subject and headers. */
const forgeries: readonly (readonly [subject: string, named: Readonly<Record<string, string>>])[] = [
  [subject, { 'Md-From': 'x', 'Md-To': '1', 'Md-Log': 'log-1' }],
  [subject, { 'Md-From': '0', 'Md-To': '1e300', 'Md-Log': 'log-1' }],
  [subject, { 'Md-From': '0', 'Md-To': '-1', 'Md-Log': 'log-1' }],
  [subject, {}],
  [subject, { 'Md-From': '0', 'Md-To': '1', 'Md-Log': 'log-1', 'Md-Before': 'x' }],
  [subject.replace(/\.m$/, '.z'), { 'Md-From': '0', 'Md-To': '1', 'Md-Log': 'log-1' }],
  [`md.up.${otherShard}.${vessel}.m`, { 'Md-From': '0', 'Md-To': '1', 'Md-Log': 'log-1' }],
]

test('a message in the stream that is no batch is rejected, and the batches behind it are stored', async () => {
  const { connection, store } = opened
  const client = jetstream(connection)
  for (const [place, named] of forgeries) {
    const head = headers()
    for (const [name, value] of Object.entries(named)) head.set(name, value)
    await client.publish(place, segmentBody('minutes', { from: 0, to: 1 }), { headers: head })
  }
  const other = 'urn-mrn-imo-mmsi-260000002'
  const range = { from: 0, to: 2 }
  const batch = { ...range, log: 'log-1', body: segmentBody('minutes', range) }
  await store.store({ vessel: other, layer: 'minutes', after: 0 }, batch, 3_000)
  const failures: string[] = []
  await using writer = await Writer.start({
    connection,
    streams: 1,
    folder: join(folder, 'shards'),
    owner: 'trial',
    replicas: 1,
    failed: (error) => void failures.push(String(error)),
  })
  const deadline = performance.now() + 30_000
  while (writer.counts.stored < 2 && performance.now() < deadline) await sleep(50)
  assert.equal(writer.counts.stored, 2)
  assert.equal(writer.counts.rejected, forgeries.length)
  assert.deepEqual(failures, [])
})
