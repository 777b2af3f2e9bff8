import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphOf, heldSamples, rangeOf, recentMinutes, RecentValues, sampleMs } from './recent-values.ts'

const path = 'environment.wind.speedTrue'
const spanMs = recentMinutes * 60_000

test('samples that come too fast are left out', () => {
  const recent = new RecentValues()
  for (let at = 0; at < 10 * sampleMs; at += 100) recent.add(path, at, at)
  assert.equal(recent.stretches(path, 10 * sampleMs).flat().length, 10)
})

test('memory is bounded: only the last minutes of the last paths are stored', () => {
  const recent = new RecentValues()
  for (let at = 0; at <= 3 * spanMs; at += sampleMs) recent.add(path, 1, at)
  assert.equal(recent.stretches(path, 3 * spanMs).flat().length, spanMs / sampleMs + 1)
  for (let other = 0; other < 60; other++) recent.add(`p.${other}`, 1, 3 * spanMs + 1)
  assert.deepEqual(recent.stretches(path, 3 * spanMs + 1), [])
  assert.equal(recent.stretches('p.59', 3 * spanMs + 1).length, 1)
})

test('an unknown value and a pause are gaps, never zero', () => {
  const recent = new RecentValues()
  recent.add(path, 5, 0)
  recent.add(path, undefined, sampleMs)
  recent.add(path, 6, 2 * sampleMs)
  recent.add(path, 7, 20 * sampleMs)
  const stretches = recent.stretches(path, 20 * sampleMs)
  assert.deepEqual(
    stretches.map((stretch) => stretch.map(({ value }) => value)),
    [[5], [6], [7]],
  )
  assert.deepEqual(rangeOf(stretches), { least: 5, most: 7 })
})

test('now is at the right edge of a graph, and a steady value is a line in the middle', () => {
  const stretches = [
    [
      { at: 0, value: 4 },
      { at: spanMs, value: 4 },
    ],
  ]
  const { line, area } = graphOf(stretches, { now: spanMs, width: 200, height: 40, leastRange: 1 })
  assert.equal(line, 'M0 20L200 20')
  assert.equal(area, 'M0 40L0 20L200 20L200 40Z')
})

test('without values there is no line', () => {
  assert.equal(rangeOf([]), undefined)
  assert.deepEqual(graphOf([], { now: 0, width: 10, height: 10, leastRange: 1 }), { line: '', area: '' })
})

test('a graph begins with what the boat has recorded', () => {
  const recent = new RecentValues()
  recent.add(path, 7, 20_000)
  recent.putBefore(
    path,
    heldSamples([
      { at: 5_000, value: 5 },
      { at: 10_000, value: undefined },
      { at: 15_000, value: 6 },
      { at: 25_000, value: 9 },
    ]),
  )
  const [stretch] = recent.stretches(path, 21_000)
  assert.deepEqual(
    stretch?.map(({ value }) => value),
    [5, 5, 6, 7],
  )
})

test('an angle that begins again starts a new line', () => {
  const recent = new RecentValues()
  for (const [index, value] of [6.2, 6.25, 0.02, 0.1].entries()) recent.add(path, value, index * sampleMs)
  assert.equal(recent.stretches(path, 4 * sampleMs, true).length, 2)
})
