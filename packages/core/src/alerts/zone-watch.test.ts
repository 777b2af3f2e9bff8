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

/** A depth sounder, and what was told because of it. */
const sounder = (told?: Severity) => {
  const clock = new ManualClock()
  const heard: Condition[] = []
  const present: { value: unknown; isStale: boolean; metadata: Metadata } = {
    value: 10,
    isStale: false,
    metadata: depth,
  }
  const watch = new ZoneWatch({
    clock,
    values: (): ZonedValue[] => [{ path, ...present }],
    told: () => told,
    tell: (at, condition) => {
      assert.equal(at, `notifications.${path}`)
      heard.push(condition)
    },
  })
  /** The value for so long, looked at four times a second. */
  const show = (value: unknown, seconds: number, isStale = false): Severity[] => {
    Object.assign(present, { value, isStale })
    for (let look = 0; look <= seconds * 4; look++) {
      watch.watch()
      clock.advance(250)
    }
    return heard.map(({ state }) => state)
  }
  return { show, heard, present }
}

test('a value in its band for a second is told, with the words and the method of the band', () => {
  const { show, heard } = sounder()
  assert.deepEqual(show(10, 10), [])
  assert.deepEqual(show(5, 0.75), [])
  assert.deepEqual(show(5, 0.25), ['warn'])
  show(1, 1)
  assert.deepEqual(heard, [
    { state: 'warn', message: 'Depth is where it should not be', method: ['visual', 'sound'] },
    { state: 'alarm', message: 'Shallow water', method: ['visual', 'sound'] },
  ])
})

test('one wild reading wakes nobody', () => {
  const { show } = sounder()
  for (let round = 0; round < 20; round++) {
    show(0, 0.5)
    assert.deepEqual(show(10, 0.5), [])
  }
})

test('better is believed after five seconds, and a value that comes and goes is one alarm', () => {
  const { show } = sounder()
  show(1, 1)
  for (let round = 0; round < 20; round++) {
    show(10, 4)
    show(1, 2)
  }
  assert.deepEqual(show(10, 4.75), ['alarm'])
  assert.deepEqual(show(10, 0.25), ['alarm', 'normal'])
})

test('a value that is stale or not there clears nothing, and raises nothing', () => {
  const { show } = sounder()
  assert.deepEqual(show(1, 60, true), [])
  for (const nothing of [null, undefined, 'deep', { depth: 1 }, true]) assert.deepEqual(show(nothing, 60), [])
  show(1, 1)
  assert.deepEqual(show(10, 60, true), ['alarm'])
  assert.deepEqual(show(null, 60), ['alarm'])
  assert.deepEqual(show(10, 5), ['alarm', 'normal'])
})

test('between two bands it is the milder one that is told, until the worse one lasts', () => {
  const { show } = sounder()
  for (let round = 0; round < 4; round++) {
    show(4, 0.25)
    show(1, 0.25)
  }
  assert.deepEqual(show(4, 1), ['warn'])
  assert.deepEqual(show(1, 1), ['warn', 'alarm'])
})

test('what was told before the start is taken back when it is over', () => {
  const { show } = sounder('alarm')
  assert.deepEqual(show(10, 4.75), [])
  assert.deepEqual(show(10, 0.25), ['normal'])
})

test('bands that are taken away take their alarm with them', () => {
  const { show, present } = sounder()
  show(1, 1)
  present.metadata = { zones: [] }
  assert.deepEqual(show(1, 5), ['alarm', 'normal'])
})
