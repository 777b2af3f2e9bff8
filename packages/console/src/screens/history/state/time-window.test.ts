import assert from 'node:assert/strict'
import { test } from 'node:test'
import { panned, ranges, resolutionFor, ticksOf, windowOf, zoomed, type View } from './time-window.ts'

const hour = 3_600_000
const now = Date.parse('2026-07-01T12:00:00Z')
const utc = (): number => 0
const texts = (at: readonly number[]): string[] => at.map((each) => new Date(each).toISOString())

test('a view that ends now moves on with the time', () => {
  const view: View = { span: hour, end: 'now' }
  assert.deepEqual(windowOf(view, now), { from: now - hour, to: now })
  assert.deepEqual(windowOf(view, now + 1_000), { from: now - hour + 1_000, to: now + 1_000 })
})

test('a view that is moved back stays at its time, and at the end it follows the time again', () => {
  const back = panned({ span: hour, end: 'now' }, -2 * hour, now)
  assert.deepEqual(back, { span: hour, end: now - 2 * hour })
  assert.deepEqual(panned(back, 5 * hour, now), { span: hour, end: 'now' })
})

test('zooming keeps the moment under the finger in its place', () => {
  const view: View = { span: 4 * hour, end: now - 10 * hour }
  const at = now - 13 * hour
  const near = zoomed(view, { factor: 0.5, at }, now)
  const { from, to } = windowOf(near, now)
  assert.equal((at - from) / (to - from), 0.25)
  assert.equal(to - from, 2 * hour)
})

test('zooming ends at a minute and at three years', () => {
  assert.equal(zoomed({ span: hour, end: 'now' }, { factor: 1e-9, at: now }, now).span, 60_000)
  assert.equal(zoomed({ span: hour, end: 'now' }, { factor: 1e9, at: now }, now).span, 3 * 365 * 24 * hour)
})

test('every range has at most the rows that fit', () => {
  for (const { ms } of ranges) assert.ok(ms / 1_000 / resolutionFor(ms, 700) <= 700)
  assert.equal(resolutionFor(hour, 720), 5)
  assert.equal(resolutionFor(365 * 24 * hour, 700), 86_400)
})

test('the axis names round times of the shown clock', () => {
  const window = { from: now - 6 * hour, to: now }
  assert.deepEqual(ticksOf(window, 7, utc), {
    unit: 'minute',
    at: [6, 7, 8, 9, 10, 11, 12].map((each) => Date.UTC(2026, 6, 1, each)),
  })
  // Half an hour ahead of UTC, as in India.
  const inIndia = ticksOf({ from: now - 24 * hour, to: now }, 5, () => 330).at
  assert.deepEqual(texts(inIndia.slice(0, 2)), ['2026-06-30T12:30:00.000Z', '2026-06-30T18:30:00.000Z'])
})

test('the axis of a year names months', () => {
  const { at, unit } = ticksOf({ from: now - 365 * 24 * hour, to: now }, 7, utc)
  assert.equal(unit, 'day')
  assert.ok(at.length >= 5 && at.length <= 7)
  for (const text of texts(at)) assert.match(text, /-01T00:00:00/)
})
