import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphPaths, graphsAtAnchor, graphsFrom, standardGraphs, toggled } from './graph-choice.ts'

const recorded = [
  'electrical.batteries.house.voltage',
  'environment.depth.belowTransducer',
  'environment.outside.pressure',
  'environment.wind.angleApparent',
  'environment.wind.speedApparent',
  'navigation.position',
  'navigation.speedOverGround',
]

test('the usual graphs are what this boat has recorded of speed, wind, depth, barometer and battery', () => {
  assert.deepEqual(standardGraphs(recorded), [
    'navigation.speedOverGround',
    'environment.wind.speedApparent',
    'environment.wind.angleApparent',
    'environment.depth.belowTransducer',
    'environment.outside.pressure',
    'electrical.batteries.house.voltage',
  ])
  assert.deepEqual(graphsAtAnchor(recorded), [
    'environment.wind.speedApparent',
    'environment.wind.angleApparent',
    'environment.depth.belowTransducer',
  ])
})

test('a boat that records something else gets what there is', () => {
  assert.deepEqual(standardGraphs(['tanks.fuel.0.currentLevel']), ['tanks.fuel.0.currentLevel'])
})

test('positions, alerts and texts are no graphs', () => {
  const paths = [...recorded, 'name', 'notifications.mob']
  assert.deepEqual(graphPaths(paths, new Set(['name'])), recorded.toSpliced(5, 1))
})

test('a stored choice is taken as it is, or not at all', () => {
  assert.deepEqual(graphsFrom({ graphs: ['a', 'b'] }), ['a', 'b'])
  for (const stored of [
    {},
    { graphs: [] },
    { graphs: [1] },
    { graphs: ['a', 'a'] },
    { graphs: 'abcdefg'.split('') },
    null,
  ])
    assert.equal(graphsFrom(stored), undefined)
})

test('a graph is added while there is room, and removed again', () => {
  assert.deepEqual(toggled(['a'], 'b'), ['a', 'b'])
  assert.deepEqual(toggled(['a', 'b'], 'a'), ['b'])
  assert.equal(toggled('abcdef'.split(''), 'g').length, 6)
})
