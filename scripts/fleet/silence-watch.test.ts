import { SilenceWatch, TenantRegistry } from '@marinedata/fleet'
import { connect } from '@nats-io/transport-node'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { NatsCluster } from './nats-cluster.ts'
import { ready } from './ready.ts'

/** Milliseconds without contact, by boat. The last one may be silent. */
const limits = new Map([
  ['hasty', 5_000],
  ['calm', 60_000],
  ['laid-up', undefined],
])
const hourMs = 3_600_000

test('boats are not blamed for a shore that did not listen', { timeout: 120_000 }, async () => {
  await using running = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-silence-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = running.use(await NatsCluster.start(folder, 1))
  const connection = await connect({ servers: cluster.servers, waitOnFirstConnect: true })
  running.defer(() => connection.close())
  const { silences } = await ready(async () => {
    const opened = await TenantRegistry.open(connection)
    await opened.create(1)
    return opened
  })
  const began = Date.now()
  let now = began
  const failures: unknown[] = []
  const watch = running.use(
    new SilenceWatch({
      silences,
      boats: () => [...limits.keys(), 'never-heard'],
      limitOf: (vessel) => (limits.has(vessel) ? limits.get(vessel) : 1),
      now: () => now,
      changed: () => undefined,
      failed: (error) => failures.push(error),
    }),
  )
  for (const vessel of limits.keys()) watch.restore(vessel, began)
  running.use(await silences.watch((vessel, silence) => watch.set(vessel, silence)))
  const silent = (): string[] => [...limits.keys()].filter((vessel) => watch.silenceOf(vessel) !== undefined)
  const pass = (ms: number): void => {
    now += ms
    watch.report([])
  }
  // No gateway has reported for an hour. From the first report on, each boat has its whole time.
  now += hourMs
  pass(0)
  pass(6_000)
  await ready(async () => assert.deepEqual(await Promise.resolve(silent()), ['hasty']))
  assert.equal(watch.silenceOf('hasty')?.since, new Date(began).toISOString())
  // The shore is deaf again, for longer than the other boat may be silent.
  now += hourMs
  watch.report(['hasty'])
  await ready(async () => assert.deepEqual(await Promise.resolve(silent()), []))
  for (let times = 0; times < 7; times++) pass(10_000)
  await ready(async () => assert.deepEqual(await Promise.resolve(silent()), ['hasty', 'calm']))
  assert.equal(watch.silent, 2)
  assert.equal(watch.silenceOf('never-heard'), undefined)
  assert.deepEqual(failures, [])
})
