import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadableChart } from '@marinedata/model'
import { Viewport } from '../geo/viewport.ts'
import { toMap } from '#screens/chart/geo/earth.ts'
import { nextName } from './resources.ts'
import { covers, isReadable, parseSettings } from './chart-settings.ts'
import { blank, lifted, mostPoints, moved, undone, withPoint, Sketching } from './sketching.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('each point can be undone until none is left', () => {
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
  const usual = { orientation: 'north', hidden: [], hasLaylines: true, angles: { beat: 45, gybe: 150 } }
  const stored = '{"orientation":"head","hidden":["a",3],"hasLaylines":false,"angles":{"beat":38,"gybe":9}}'
  assert.deepEqual(parseSettings(stored), {
    orientation: 'head',
    hidden: ['a'],
    hasLaylines: false,
    angles: { beat: 38, gybe: 150 },
  })
  for (const text of [null, '', '[]', 'null', '{"orientation":"up"}', '{"angles":7}', '{'])
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
