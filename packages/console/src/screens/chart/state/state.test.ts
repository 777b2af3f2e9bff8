import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadableChart } from '@marinedata/model'
import { Viewport } from '@marinedata/console-map'
import { toMap } from '@marinedata/console-map/earth'
import { nextName } from './resources.ts'
import { covers, isReadable, parseSettings } from '#navigation/chart-settings.ts'
import { blank, lifted, mostPoints, moved, reversed, undone, withoutPoint, withPoint } from './drawing.ts'
import { minutesToEnd, nextPlanSpeed, planOf, planSpeedLimits } from '#navigation/route-plan.ts'
import { Sketching } from './sketching.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('each point can be undone until the drawing is empty', () => {
  const two = withPoint(withPoint(blank, at(1, 1)), at(2, 2))
  assert.deepEqual(undone(two).points, [at(1, 1)])
  assert.deepEqual(undone(undone(two)), blank)
  assert.deepEqual(undone(blank), blank)
})

test('a drag is one change', () => {
  const one = withPoint(blank, at(1, 1))
  const dragged = moved(moved(lifted(one), 0, at(1.5, 1)), 0, at(2, 1))
  assert.deepEqual(dragged.points, [at(2, 1)])
  assert.deepEqual(undone(dragged).points, [at(1, 1)])
})

test('a point can be deleted and the way reversed, and both undone', () => {
  const three = [at(1, 1), at(2, 2), at(3, 3)].reduce((drawing, point) => withPoint(drawing, point), blank)
  const two = withoutPoint(three, 1)
  assert.deepEqual(two.points, [at(1, 1), at(3, 3)])
  assert.deepEqual(undone(two), three)
  assert.equal(withoutPoint(three, 3), three)
  assert.deepEqual(reversed(three).points, [at(3, 3), at(2, 2), at(1, 1)])
  assert.deepEqual(undone(reversed(three)), three)
})

test('the changes that can be undone are limited', () => {
  let drawing = blank
  for (let count = 0; count < 300; count++) drawing = lifted(drawing)
  assert.equal(drawing.past.length, 200)
})

test('a route has at most as many points as the server accepts', () => {
  let drawing = blank
  for (let index = 0; index < mostPoints + 5; index++) drawing = withPoint(drawing, at(index / 100, 0))
  assert.equal(drawing.points.length, mostPoints)
})

const viewport = new Viewport({
  center: toMap(at(59.8, 22.9)),
  resolution: 10,
  rotation: 0,
  width: 400,
  height: 400,
})

test('a tap adds a point, a tap on a point does not, and a drag moves it', () => {
  const sketching = new Sketching(() => viewport)
  sketching.draw('Route 1')
  sketching.tap([100, 100])
  sketching.tap([105, 98])
  sketching.tap([200, 200])
  assert.equal(sketching.sketch.value?.points.length, 2)
  assert.equal(sketching.take([300, 300]), false)
  assert.equal(sketching.take([202, 199]), true)
  sketching.drag([240, 200])
  sketching.drop()
  const second = () => viewport.pixelOfPlace(sketching.sketch.value?.points[1] ?? at(0, 0))
  const [x, y] = second()
  assert.ok(Math.hypot(x - 240, y - 200) < 0.01)
  sketching.undo()
  assert.ok(Math.abs(second()[0] - 200) < 0.01)
})

const pixels = (sketching: Sketching) =>
  sketching.sketch.value?.points.map((point) => viewport.pixelOfPlace(point).map(Math.round))

test('a tap on a leg inserts a point into it, and a tap on a point selects it for deletion', () => {
  const sketching = new Sketching(() => viewport)
  sketching.draw('Route 1')
  for (const pixel of [
    [50, 50],
    [350, 50],
    [350, 350],
  ] as const)
    sketching.tap(pixel)
  sketching.tap([250, 58])
  assert.deepEqual(pixels(sketching), [
    [50, 50],
    [250, 58],
    [350, 50],
    [350, 350],
  ])
  assert.equal(sketching.draft.value?.chosen, 1)
  sketching.tap([351, 52])
  assert.equal(sketching.draft.value?.chosen, 2)
  sketching.removeChosen()
  assert.deepEqual(pixels(sketching), [
    [50, 50],
    [250, 58],
    [350, 350],
  ])
  assert.equal(sketching.draft.value?.chosen, undefined)
  sketching.removeChosen()
  assert.equal(sketching.sketch.value?.points.length, 3)
})

test('dragging the middle of a leg inserts a point, as one change', () => {
  const sketching = new Sketching(() => viewport)
  sketching.draw('Route 1')
  sketching.tap([50, 200])
  sketching.tap([350, 200])
  assert.equal(sketching.take([203, 198]), true)
  sketching.drag([210, 120])
  sketching.drop()
  assert.deepEqual(pixels(sketching), [
    [50, 200],
    [210, 120],
    [350, 200],
  ])
  sketching.undo()
  assert.deepEqual(pixels(sketching), [
    [50, 200],
    [350, 200],
  ])
  sketching.tap([80, 200])
  assert.equal(sketching.take([65, 225]), false)
})

test('the plan adds the times of the legs, and the plan speed steps in the unit of the user', () => {
  const legs = planOf([at(0, 0), at(1, 0), at(1, 1)], 10)
  assert.deepEqual(
    legs.map(({ bearing, distance, secondsToEnd }) => [
      Math.round((bearing * 180) / Math.PI),
      Math.round(distance / 1_000),
      Math.round(secondsToEnd / 1_000),
    ]),
    [
      [0, 111, 11],
      [90, 111, 22],
    ],
  )
  const knots = (speed: number | undefined) => speed && Math.round((speed * 3_600) / 185.2) / 10
  assert.equal(knots(nextPlanSpeed(planSpeedLimits.usual, 1, 'nautical-metric')), 5.5)
  assert.equal(Math.round((nextPlanSpeed(planSpeedLimits.usual, 1, 'metric') ?? 0) * 36) / 10, 10)
  assert.equal(nextPlanSpeed(planSpeedLimits.least, -1, 'nautical-metric'), undefined)
  assert.equal(nextPlanSpeed(planSpeedLimits.most, 1, 'nautical-metric'), undefined)
})

test('the arrival at the end is unknown while the boat does not come nearer to the next point', () => {
  assert.equal(minutesToEnd(undefined, [at(0, 0), at(1, 0)], 5), undefined)
  assert.equal(minutesToEnd(7, [], 5), 7)
  assert.equal(Math.round(minutesToEnd(7, [at(0, 0), at(1, 0)], 5) ?? 0), 378)
})

test('a drag without movement is no change', () => {
  const sketching = new Sketching(() => viewport)
  sketching.draw('Route 1', at(59.8, 22.9))
  assert.equal(sketching.take([200, 200]), true)
  sketching.drop()
  assert.equal(sketching.draft.value?.drawing.past.length, 1)
})

test('a new route has an unused name', () => {
  assert.equal(nextName('chart.routeNumber', []), 'Route 1')
  const named = [{ name: 'Route 1' }, { name: 'Home' }, { name: 'Route 2' }]
  assert.equal(nextName('chart.routeNumber', named), 'Route 3')
  assert.equal(nextName('chart.waypointNumber', named), 'Waypoint 1')
})

test('stored chart settings are validated', () => {
  const usual = {
    orientation: 'north',
    hidden: [],
    hasLaylines: true,
    hasRings: true,
    hasPlaces: true,
    hidesResting: false,
    hasTrails: true,
    angles: { beat: 45, gybe: 150 },
    planSpeed: planSpeedLimits.usual,
  }
  const stored =
    '{"orientation":"head","hidden":["a",3],"hasLaylines":false,"hasRings":false,"hasPlaces":false,"hidesResting":true,"hasTrails":false,"angles":{"beat":38,"gybe":9},"planSpeed":3}'
  assert.deepEqual(parseSettings(stored), {
    orientation: 'head',
    hidden: ['a'],
    hasLaylines: false,
    hasRings: false,
    hasPlaces: false,
    hidesResting: true,
    hasTrails: false,
    angles: { beat: 38, gybe: 150 },
    planSpeed: 3,
  })
  for (const text of [
    null,
    '',
    '[]',
    'null',
    '{"orientation":"up"}',
    '{"angles":7}',
    '{"planSpeed":0}',
    '{"planSpeed":99}',
    '{',
  ])
    assert.deepEqual(parseSettings(text), usual)
})

const chart: ReadableChart = {
  id: 'world',
  name: 'World',
  kind: 'raster',
  format: 'png',
  bounds: [20, 59, 24, 61],
  minzoom: 5,
  maxzoom: 12,
}

test('a chart covers its bounds, over the date line too, from its minimum zoom', () => {
  assert.equal(covers(chart, at(59.8, 22.9), 9), true)
  assert.equal(covers(chart, at(59.8, 22.9), 4), false)
  assert.equal(covers(chart, at(58.8, 22.9), 9), false)
  const pacific: ReadableChart = { ...chart, bounds: [175, -20, -175, -10] }
  assert.equal(covers(pacific, at(-17, -179.99), 9), true)
  assert.equal(covers(pacific, at(-17, 0), 9), false)
})

test('raster and vector charts can be drawn; a broken file cannot', () => {
  assert.equal(isReadable(chart), true)
  assert.equal(isReadable({ ...chart, kind: 'vector', format: 'pbf' }), true)
  assert.equal(isReadable({ id: 'x', name: 'x', problem: 'It is no chart' }), false)
})
