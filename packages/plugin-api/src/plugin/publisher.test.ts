import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Publisher } from './publisher.ts'

interface SentDelta {
  readonly context?: string
  readonly updates: { $source?: string; timestamp: string; values: { path: string; value: unknown }[] }[]
}

interface Answer {
  readonly refused?: { delta: number; reason: string }[]
  readonly error?: Error
}

/** A server that answers batches when the test tells it to. */
const atServer = () => {
  const warnings: string[] = []
  const batches: {
    deltas: SentDelta[]
    bytes: number
    at: number
    answer: (answer?: Answer) => Promise<void>
  }[] = []
  const timers: { run: () => void; at: number }[] = []
  const clock = { now: 1_000 }
  const publisher = new Publisher({
    send: async ({ text }) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ delta: number; reason: string }[]>()
      batches.push({
        deltas: (JSON.parse(text) as { deltas: SentDelta[] }).deltas,
        bytes: Buffer.byteLength(text),
        at: clock.now,
        answer: async ({ refused = [], error } = {}) => {
          if (error) reject(error)
          else resolve(refused)
          await turn()
        },
      })
      return await promise
    },
    warn: (message) => warnings.push(message),
    now: () => clock.now,
    later: (run, ms) => void timers.push({ run, at: clock.now + ms }),
  })
  const pass = async (ms: number): Promise<void> => {
    const until = clock.now + ms
    await turn()
    for (let next = timers[0]; next !== undefined && next.at <= until; next = timers[0]) {
      timers.shift()
      clock.now = next.at
      next.run()
      await turn()
    }
    clock.now = until
  }
  const level = (value: unknown): void => publisher.publish({ 'tanks.fuel.level': value as number }, {})
  const sent = (): number => batches.reduce((sum, { deltas }) => sum + deltas.length, 0)
  return { publisher, warnings, batches, clock, pass, level, sent }
}

const turn = async (): Promise<void> => await new Promise((resolve) => void setImmediate(resolve))

const isResolved = async (promise: Promise<unknown>): Promise<boolean> =>
  await Promise.race([promise.then(() => true), turn().then(() => false)])

test('sends values of one turn in one batch, at once', async () => {
  const { publisher, batches } = atServer()
  publisher.publish(
    { 'tanks.fuel.level': 0.5, 'tanks.fuel.capacity': 0.2 },
    { timestamp: '2026-06-01T12:00:00Z' },
  )
  publisher.publish(
    { 'navigation.log': null },
    { source: 'gps', context: 'vessels.self', timestamp: new Date(Date.UTC(2026, 5, 1)) },
  )
  assert.equal(batches.length, 0)
  await turn()
  assert.deepEqual(
    batches.map(({ deltas }) => deltas),
    [
      [
        {
          updates: [
            {
              timestamp: '2026-06-01T12:00:00Z',
              values: [
                { path: 'tanks.fuel.level', value: 0.5 },
                { path: 'tanks.fuel.capacity', value: 0.2 },
              ],
            },
          ],
        },
        {
          context: 'vessels.self',
          updates: [
            {
              $source: 'gps',
              timestamp: '2026-06-01T00:00:00.000Z',
              values: [{ path: 'navigation.log', value: null }],
            },
          ],
        },
      ],
    ],
  )
})

test('a value has the time of its publication', async () => {
  const { level, batches } = atServer()
  const before = Date.now()
  level(1)
  await turn()
  const at = Date.parse(batches[0]!.deltas[0]!.updates[0]!.timestamp)
  assert.ok(at >= before && at <= Date.now())
})

test('publishes a number that is not finite as null', async () => {
  const { level, batches } = atServer()
  level(Number.NaN)
  await turn()
  assert.equal(batches[0]!.deltas[0]!.updates[0]!.values[0]!.value, null)
})

test('sends batches at least 8 ms apart', async () => {
  const { level, batches, pass } = atServer()
  level(1)
  await turn()
  await batches[0]!.answer()
  level(2)
  await pass(4)
  level(3)
  assert.equal(batches.length, 1)
  await pass(4)
  assert.deepEqual(
    batches.map(({ at, deltas }) => [at, deltas.length]),
    [
      [1_000, 1],
      [1_008, 2],
    ],
  )
})

test('sends at most two unanswered batches', async () => {
  const { level, batches, pass } = atServer()
  for (let round = 0; round < 5; round++) {
    level(round)
    await pass(20)
  }
  assert.equal(batches.length, 2)
  await batches[0]!.answer()
  await pass(20)
  assert.deepEqual(
    batches.map(({ deltas }) => deltas.length),
    [1, 1, 3],
  )
})

test('limits a batch to 256 deltas and its bytes', async () => {
  const { level, batches, pass } = atServer()
  for (let index = 0; index < 300; index++) level(index)
  for (let index = 0; index < 100; index++) level('x'.repeat(1_500))
  await turn()
  for (let round = 0; round < 10; round++) {
    await batches[round]?.answer()
    await pass(10)
  }
  assert.equal(batches[0]!.deltas.length, 256)
  assert.equal(
    batches.reduce((sum, { deltas }) => sum + deltas.length, 0),
    400,
  )
  for (const { bytes } of batches) assert.ok(bytes <= 61_000, `${bytes} bytes`)
})

test('rejects a delta that does not fit into one message', async () => {
  const { level, sent, batches } = atServer()
  assert.throws(
    () => level('ü'.repeat(40_000)),
    (error) =>
      error instanceof MarineDataError && error.code === 'too-large' && error.message.includes('65536'),
  )
  level('x'.repeat(64_000))
  level(1)
  await turn()
  assert.equal(sent(), 1)
  assert.ok(batches[0]!.bytes < 65_536)
})

test('drops the oldest deltas when the server does not answer, and logs how many', async () => {
  const { level, warnings, batches, pass, clock } = atServer()
  level(-1)
  await pass(10)
  level(-2)
  await pass(10)
  for (let index = 0; index < 10_300; index++) level(index)
  assert.deepEqual(warnings, ['1 deltas dropped: the plugin publishes faster than the server accepts'])
  clock.now += 1_000
  level(10_300)
  assert.equal(warnings[1], '300 deltas dropped: the plugin publishes faster than the server accepts')
  await batches[0]!.answer()
  await pass(10)
  assert.equal(batches[2]!.deltas[0]!.updates[0]!.values[0]!.value, 301)
})

test('flushed resolves when everything published before is answered, in any order', async () => {
  const { publisher, level, batches, pass } = atServer()
  await publisher.flushed()
  level(1)
  level(2)
  const flushed = publisher.flushed()
  await pass(10)
  level(3)
  const flushedToo = publisher.flushed()
  await pass(10)
  await batches[1]!.answer()
  assert.deepEqual(await Promise.all([isResolved(flushed), isResolved(flushedToo)]), [false, false])
  await batches[0]!.answer()
  assert.deepEqual(await Promise.all([isResolved(flushed), isResolved(flushedToo)]), [true, true])
})

test('flushed does not wait for later deltas', async () => {
  const { publisher, level, batches, pass } = atServer()
  level(1)
  const flushed = publisher.flushed()
  await pass(10)
  level(2)
  await batches[0]!.answer()
  assert.equal(await isResolved(flushed), true)
})

test('flushed resolves after dropped deltas and unanswered batches', async () => {
  const { publisher, level, batches, pass } = atServer()
  for (let index = 0; index < 10_001; index++) level(index)
  const flushed = publisher.flushed()
  for (let round = 0; round < 60; round++) {
    await pass(10)
    await batches[round]?.answer({
      error: new MarineDataError('unconfirmed', 'No answer to "publish" within 5 s'),
    })
  }
  assert.equal(await isResolved(flushed), true)
})

test('logs the reason of a refusal once at once, and again after ten seconds', async () => {
  const { publisher, warnings, batches, pass } = atServer()
  const refuse = async (reason: string): Promise<void> => {
    publisher.publish({ 'navigation.log': 1 }, { source: 'gps', context: 'vessels.self' })
    await pass(10)
    await batches.at(-1)!.answer({ refused: [{ delta: 0, reason }] })
  }
  await refuse('undeclared-path')
  await refuse('undeclared-path')
  const warning =
    'Refused as undeclared-path: "navigation.log" from source "gps" of vessels.self; add it to `writes.paths` in the manifest'
  assert.deepEqual(warnings, [warning])
  await refuse('too-many-values')
  assert.equal(warnings[1], 'Refused as too-many-values: "navigation.log" from source "gps" of vessels.self')
  await pass(10_000)
  await refuse('undeclared-path')
  assert.deepEqual(warnings.slice(2), [warning])
})

test('logs a refused delta that is malformed', async () => {
  const { publisher, warnings, batches } = atServer()
  publisher.publishDelta({} as never)
  publisher.publishDelta({ updates: [] })
  await turn()
  await batches[0]!.answer({
    refused: [
      { delta: 0, reason: 'invalid-delta' },
      { delta: 7, reason: 'invalid-delta' },
    ],
  })
  assert.equal(warnings.length, 2)
})

test('logs a lost batch', async () => {
  const { level, warnings, batches } = atServer()
  level(1)
  await turn()
  await batches[0]!.answer({ error: new Error('The connection ended') })
  assert.deepEqual(warnings, ['1 deltas were lost: The connection ended'])
})
