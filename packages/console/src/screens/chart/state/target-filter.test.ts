import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownTargets } from './target-filter.ts'
import type { Target } from '#navigation/targets.ts'
import { Trails } from './trails.ts'

const ship = (name: string, more: Partial<Target> = {}): Target => ({
  context: name,
  kind: 'vessel',
  name,
  place: { latitude: 59, longitude: 22 },
  age: 0,
  isLost: false,
  course: undefined,
  heading: undefined,
  speed: undefined,
  length: undefined,
  approach: undefined,
  danger: undefined,
  identity: {
    mmsi: name,
    callSign: undefined,
    shipType: undefined,
    beam: undefined,
    destination: undefined,
    state: undefined,
  },
  aidType: undefined,
  isVirtual: false,
  isOffPosition: false,
  isTest: false,
  isCallForHelp: false,
  ...more,
})

test('ships at rest can be hidden, but never a danger, a beacon, an aid, the selected or an unknown one', () => {
  const moored = { ...ship('').identity, state: 'moored' }
  const targets = [
    ship('sails', { speed: 3 }),
    ship('lies', { speed: 0.1 }),
    ship('moored', { identity: moored }),
    ship('drifts, moored by its status', { identity: moored, speed: 1 }),
    ship('unknown'),
    ship('dangerous', { speed: 0, danger: 'warn' }),
    ship('selected', { speed: 0 }),
    ship('buoy', { kind: 'aid', speed: 0 }),
    ship('beacon', { kind: 'beacon', speed: 0 }),
  ]
  assert.equal(shownTargets(targets, { hidesResting: false, chosen: undefined }), targets)
  assert.deepEqual(
    shownTargets(targets, { hidesResting: true, chosen: 'selected' }).map(({ name }) => name),
    ['sails', 'drifts, moored by its status', 'unknown', 'dangerous', 'selected', 'buoy', 'beacon'],
  )
})

test('a trail has the last ten minutes, and ends with its ship', () => {
  const trails = new Trails()
  const at = (second: number) => ship('sails', { place: { latitude: 59 + second / 1e5, longitude: 22 } })
  for (let second = 0; second <= 1_200; second++) trails.add([at(second)], second * 1_000)
  const [trail] = trails.of([at(1_200)])
  assert.equal(trail?.length, 61)
  assert.ok((trail?.[0]?.[1] ?? 0) < (trail?.at(-1)?.[1] ?? 0), 'the oldest point is not first')
  trails.add([ship('sails', { isLost: true })], 1_300_000)
  assert.equal(trails.of([at(0)])[0]?.length, 61, 'a lost ship keeps its trail and adds nothing')
  trails.add([], 1_301_000)
  assert.deepEqual(trails.of([at(0)]), [])
})

test('a trail over the date line is one line', () => {
  const trails = new Trails()
  for (const [step, longitude] of [179.999, -179.999].entries())
    trails.add([ship('sails', { place: { latitude: 0, longitude } })], step * 10_000)
  const [[from, to] = []] = trails.of([ship('sails')])
  assert.ok(Math.abs((from?.[0] ?? 0) - (to?.[0] ?? 1e9)) < 1_000)
})
