import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveState } from './live-state.ts'

const self = 'vessels.urn:mrn:imo:mmsi:230123250'
const path = 'navigation.headingTrue'
const any = (): boolean => true

const state = (sources?: 'all') => {
  let now = 0
  const live = new LiveState({ self, now: () => now, ...(sources && { sources }) })
  const take = (context: string, value: unknown, more: { stale?: boolean; source?: string } = {}): void => {
    const { stale, source = 'n2k' } = more
    const values = [{ path, value, ...(stale === true && { stale }) }]
    live.handle({ context, updates: [{ $source: source, timestamp: '2026-01-01T00:00:00Z', values }] })
  }
  return { live, take, pass: (ms: number) => (now += ms) }
}

test('zero is a value; null and a stale value are none', () => {
  const { live, take } = state()
  const own = live.ownValues(any)
  take('vessels.self', 0)
  assert.equal(own.get(path), 0)
  take(self, null)
  assert.equal(own.get(path), undefined)
  take(self, 1)
  take(self, 1, { stale: true })
  assert.equal(own.get(path), undefined)
})

test('no value is live when the server has sent nothing for 10 s', () => {
  const { live, take, pass } = state()
  take('vessels.self', 1)
  pass(10_000)
  assert.equal(live.ownValues(any).get(path), 1)
  pass(1)
  assert.equal(live.ownValues(any).get(path), undefined)
})

test('a source that may not be sent has no values', () => {
  const { live, take } = state()
  take('vessels.self', 1, { source: 'nmea0183.wifi' })
  assert.equal(live.ownValues((source) => source !== 'nmea0183.wifi').get(path), undefined)
})

test('remembers 1,000 craft, without those that were silent for longest', () => {
  const { live, take } = state()
  for (let count = 0; count < 2_000; count++) {
    take('vessels.ferry', count)
    take(`vessels.${count}`, count)
  }
  const contexts = new Set([...live.craft(any)].map(([context]) => context))
  assert.deepEqual(
    [contexts.size, contexts.has('vessels.ferry'), contexts.has('vessels.0')],
    [1_000, true, false],
  )
})

test('of all sources the one with a value for longest counts, until it is stale', () => {
  const { live, take } = state('all')
  const own = live.ownValues((source) => source !== 'bus')
  take(self, 1, { source: 'bus' })
  assert.deepEqual([own.get(path), own.paths()], [undefined, []])
  take(self, 2, { source: 'gyro' })
  take(self, 3, { source: 'phone' })
  take(self, 4, { source: 'gyro' })
  assert.deepEqual([own.get(path), own.paths()], [4, [path]])
  take(self, 4, { source: 'gyro', stale: true })
  assert.equal(own.get(path), 3)
  take(self, 5, { source: 'gyro' })
  assert.equal(own.get(path), 3)
})

test('of preferred sources only the last one counts', () => {
  const { live, take } = state()
  take(self, 1, { source: 'gyro' })
  take(self, 2, { source: 'phone' })
  assert.equal(live.ownValues(any).get(path), 2)
  assert.equal(live.ownValues((source) => source === 'gyro').get(path), undefined)
})

test('values that belong together are of one source', () => {
  const { live, take } = state('all')
  const speed = 'navigation.speedOverGround'
  take(self, 1, { source: 'gyro' })
  take(self, 1, { source: 'phone' })
  const values = [{ path: speed, value: 3 }]
  live.handle({
    context: self,
    updates: [{ $source: 'phone', timestamp: '2026-01-01T00:00:00Z', values }],
  })
  const own = live.ownValues(any)
  assert.equal(own.get(speed), 3)
  assert.equal(own.withSourceOf(path).get(speed), undefined)
  assert.equal(own.withSourceOf(speed).get(path), 1)
  assert.equal(own.withSourceOf('navigation.position').get(speed), undefined)
})
