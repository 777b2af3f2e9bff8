import type { Condition, Metadata, Severity } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { ZoneWatch, type ZonedValue } from './zone-watch.ts'

const path = 'environment.depth.belowKeel'
const depth: Metadata = {
  displayName: 'Depth',
  warnMethod: ['visual', 'sound'],
  zones: [
    { upper: 5, state: 'warn' },
    { upper: 2, state: 'alarm', message: 'Shallow water' },
    { lower: 50, state: 'nominal' },
  ],
}

/** A depth value, and the conditions published because of it. */
const sounder = (before?: Severity) => {
  const clock = new ManualClock()
  const published: Condition[] = []
  const present: { value: unknown; isStale: boolean; metadata: Metadata } = {
    value: 10,
    isStale: false,
    metadata: depth,
  }
  const watch = new ZoneWatch({
    clock,
    values: (): ZonedValue[] => [{ path, ...present }],
    stateAt: () => before,
    publish: (at, condition) => {
      assert.equal(at, `notifications.${path}`)
      published.push(condition)
    },
  })
  /** Shows a value for some seconds, checked four times a second. */
  const show = (value: unknown, seconds: number, isStale = false): Severity[] => {
    Object.assign(present, { value, isStale })
    for (let look = 0; look <= seconds * 4; look++) {
      watch.watch()
      clock.advance(250)
    }
    return published.map(({ state }) => state)
  }
  return { show, published, present, watch }
}

test('raises an alert after one second in the zone, with the message and method of the zone', () => {
  const { show, published } = sounder()
  assert.deepEqual(show(10, 10), [])
  assert.deepEqual(show(5, 0.75), [])
  assert.deepEqual(show(5, 0.25), ['warn'])
  show(1, 1)
  assert.deepEqual(published, [
    { state: 'warn', message: 'Depth is out of range', method: ['visual', 'sound'] },
    { state: 'alarm', message: 'Shallow water', method: ['visual', 'sound'] },
  ])
})

test('a single outlier raises no alert', () => {
  const { show } = sounder()
  for (let round = 0; round < 20; round++) {
    show(0, 0.5)
    assert.deepEqual(show(10, 0.5), [])
  }
})

test('lowers the severity after five seconds, and an oscillating value is one alarm', () => {
  const { show } = sounder()
  show(1, 1)
  for (let round = 0; round < 20; round++) {
    show(10, 4)
    show(1, 2)
  }
  assert.deepEqual(show(10, 4.75), ['alarm'])
  assert.deepEqual(show(10, 0.25), ['alarm', 'normal'])
})

test('a stale or missing value neither clears nor raises an alert', () => {
  const { show } = sounder()
  assert.deepEqual(show(1, 60, true), [])
  for (const nothing of [null, undefined, 'deep', { depth: 1 }, true]) assert.deepEqual(show(nothing, 60), [])
  show(1, 1)
  assert.deepEqual(show(10, 60, true), ['alarm'])
  assert.deepEqual(show(null, 60), ['alarm'])
  assert.deepEqual(show(10, 5), ['alarm', 'normal'])
})

test('between two zones publishes the lower severity until the higher one lasts', () => {
  const { show } = sounder()
  for (let round = 0; round < 4; round++) {
    show(4, 0.25)
    show(1, 0.25)
  }
  assert.deepEqual(show(4, 1), ['warn'])
  assert.deepEqual(show(1, 1), ['warn', 'alarm'])
})

test('clears an alert from before the start when the value is normal', () => {
  const { show } = sounder('alarm')
  assert.deepEqual(show(10, 4.75), [])
  assert.deepEqual(show(10, 0.25), ['normal'])
})

test('removing the zones clears the alert', () => {
  const { show, present } = sounder()
  show(1, 1)
  present.metadata = { zones: [] }
  assert.deepEqual(show(1, 5), ['alarm', 'normal'])
})

test('removing the zones of a stale or missing value also clears the alert', () => {
  for (const value of [1, null]) {
    const { show, present } = sounder()
    show(1, 1)
    present.metadata = { zones: [] }
    assert.deepEqual(show(value, 5, true), ['alarm', 'normal'])
  }
})

test('a cleared path can raise its alert again', () => {
  const { show, watch } = sounder()
  watch.clear(path)
  assert.deepEqual(show(1, 1), ['alarm'])
  watch.clear(path)
  assert.deepEqual(show(10, 1), ['alarm', 'normal'])
  assert.deepEqual(show(1, 1), ['alarm', 'normal', 'alarm'])
})

test('clearing ends an alert from before the start', () => {
  const { published, watch } = sounder('warn')
  watch.clear(path)
  assert.deepEqual(published, [{ state: 'normal', message: '', method: [] }])
})
