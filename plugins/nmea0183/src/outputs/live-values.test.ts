import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveState } from './live-values.ts'

const self = 'vessels.urn:mrn:imo:mmsi:230123250'
const path = 'navigation.headingTrue'
const any = (): boolean => true

const state = () => {
  let now = 0
  const live = new LiveState(self, () => now)
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
