import type { LogbookEntry } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conditions } from './conditions.ts'
import { EventBudget } from './event-budget.ts'
import { Pages } from './pages.ts'
import { Situation } from './situation.ts'

const delta = (values: Readonly<Record<string, unknown>>, $source = 'test', more: object = {}) => ({
  context: 'vessels.self',
  updates: [
    {
      $source,
      timestamp: '',
      values: Object.entries(values).map(([path, value]) => ({ path, value, ...more })),
    },
  ],
})
const alarm = (state: string, message = '') => ({ state, method: [], message })

test('changes of the boat are events, in words, and nothing else is', () => {
  const conditions = new Conditions({})
  const kinds = (...args: Parameters<typeof delta>) =>
    conditions.take(delta(...args)).map(({ kind, text }) => (text === undefined ? kind : `${kind}: ${text}`))
  assert.deepEqual(kinds({ 'navigation.anchor.state': 'raised' }), [])
  assert.deepEqual(kinds({ 'navigation.anchor.state': 'setting' }), ['anchor-down'])
  assert.deepEqual(kinds({ 'navigation.anchor.state': 'watching' }), [])
  assert.deepEqual(kinds({ 'navigation.anchor.state': 'raised' }), ['anchor-up'])
  assert.deepEqual(kinds({ 'propulsion.main.revolutions': 20 }), ['engine-started: main'])
  assert.equal(conditions.isEngineRunning, true)
  assert.deepEqual(kinds({ 'propulsion.main.revolutions': 20 }, 'test', { stale: true }), [])
  assert.equal(conditions.isEngineRunning, false, 'unknown is not running')
  assert.deepEqual(kinds({ 'propulsion.main.revolutions': 0 }), ['engine-stopped: main'])
  assert.deepEqual(kinds({ 'steering.autopilot.engaged': true }, 'main'), ['pilot-engaged: main'])
  assert.deepEqual(kinds({ 'steering.autopilot.engaged': false }, 'spare'), [])
  const mark = 'navigation.courseGreatCircle.nextPoint.position'
  assert.deepEqual(kinds({ [mark]: { latitude: 1, longitude: 2 } }), ['course-started'])
  assert.deepEqual(kinds({ [mark]: null }), ['course-ended'])
})

test('an alarm begins and ends once, also when its severity changes in between', () => {
  const conditions = new Conditions({})
  const kinds = (path: string, value: unknown) =>
    conditions.take(delta({ [path]: value })).map(({ kind, text }) => `${kind}: ${text}`)
  const path = 'notifications.environment.depth.belowKeel'
  assert.deepEqual(kinds(path, alarm('warn', 'Shallow')), [])
  assert.deepEqual(kinds(path, alarm('alarm', 'Very shallow')), ['alarm-raised: Very shallow'])
  assert.deepEqual(kinds(path, alarm('emergency', 'Aground')), [])
  assert.deepEqual(kinds(path, alarm('warn', 'Shallow')), [])
  assert.deepEqual(kinds(path, alarm('normal')), ['alarm-cleared: Very shallow'])
  assert.deepEqual(kinds('notifications.mob', alarm('emergency', 'MOB')), ['man-overboard: MOB'])
})

test('after a restart only what has changed meanwhile is an event', () => {
  const before = new Conditions({})
  before.take(delta({ 'navigation.anchor.state': 'watching', 'propulsion.main.state': 'started' }))
  const after = new Conditions(before.saved)
  assert.equal(after.isAnchored, true)
  assert.deepEqual(after.take(delta({ 'navigation.anchor.state': 'watching' })), [])
  assert.deepEqual(after.take(delta({ 'propulsion.main.state': 'stopped' })), [
    { kind: 'engine-stopped', text: 'main' },
  ])
})

test('an entry has what is known, and nothing that is stale or old', () => {
  const situation = new Situation()
  situation.take(
    delta({
      'navigation.position': { latitude: 54.1234567, longitude: 10 },
      'navigation.speedOverGround': 2.987,
      'environment.outside.pressure': 101_325.4,
      'environment.depth.belowKeel': 4.26,
    }),
    0,
  )
  assert.deepEqual(situation.describe(1), {
    position: { latitude: 54.12346, longitude: 10 },
    speed: 2.99,
    pressure: 101_325,
    depth: 4.3,
    depthFrom: 'keel',
  })
  situation.take(delta({ 'navigation.position': {} }, 'test', { stale: true }), 2)
  assert.deepEqual(situation.describe(100), { pressure: 101_325 })
})

const note = (time: string, text: string): LogbookEntry => ({ time, kind: 'note', text })

test('a full page is followed by another, and the oldest pages make room', () => {
  const pages = new Pages([], null)
  let removed = 0
  for (let day = 0; day < 60; day++) {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString()
    for (let count = 0; count < 40; count++) removed += pages.add(note(date, 'x'.repeat(500))).removed.length
  }
  const bytes = pages.all.reduce((sum, page) => sum + JSON.stringify(page).length, 0)
  assert.ok(bytes <= 900_000 && bytes > 850_000, `${bytes}`)
  for (const page of pages.all) assert.ok(JSON.stringify(page).length <= 15_000)
  const [first] = pages.all
  assert.ok(removed > 0 && pages.removed !== null && pages.removed.until <= (first?.day ?? ''))
  const left = pages.all.reduce((sum, { entries }) => sum + entries.length, 0)
  assert.equal(pages.removed.entries + left, 60 * 40)
  assert.equal(pages.all.at(-1)?.id, '2026-03-01.2')
})

test('the totals of a day are on its first page', () => {
  const pages = new Pages([], null)
  for (let count = 0; count < 40; count++) pages.add(note('2026-07-01T00:00:00.000Z', 'x'.repeat(500)))
  const totals = { distance: 1, underWay: 2, unknown: 3, engine: 4, averageSpeed: 5, maximumSpeed: 6 }
  assert.equal(pages.setTotals('2026-07-01', totals)?.id, '2026-07-01')
  assert.equal(pages.setTotals('2026-07-02', totals), undefined)
})

test('alarms that come and go for hours are counted instead of recorded', () => {
  const budget = new EventBudget(0)
  const recorded = Array.from({ length: 100 }, () => budget.take(1)).filter(Boolean).length
  assert.equal(recorded, 20)
  assert.equal(budget.takeSkipped(2), 0)
  assert.equal(budget.takeSkipped(61), 80)
  assert.equal(budget.takeSkipped(62), 0)
})
