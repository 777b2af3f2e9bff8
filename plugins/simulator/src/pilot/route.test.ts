import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moved, wayBetween } from '../earth.ts'
import { SeaTrial } from '../sea-trial.ts'
import { degrees, inDegrees, nauticalMiles, turnBetween } from '../units.ts'
import { lengthOf } from '../vector.ts'
import { Leg } from './leg.ts'
import { execute } from './commands.ts'
import { reportOf } from './pilot-report.ts'
import { Route, roundFrom, type Alarm } from './route.ts'

const start = { latitude: 54.75, longitude: 2.9 }

const texts = (alarms: readonly Alarm[]): string[] =>
  alarms.map(({ name, notification: { state, message } }) => `${name} ${state} ${message}`.trim())

test('a leg gives the distance along and across it', () => {
  const leg = new Leg(start, moved(start, { north: 0, east: 1_000 }))
  assert.ok(Math.abs(inDegrees(leg.bearing) - 90) < 0.01)
  const { along, across, toGo } = leg.place(moved(start, { north: -30, east: 400 }))
  assert.ok(Math.abs(along - 400) < 1 && Math.abs(across - 30) < 1 && Math.abs(toGo - 600.7) < 1)
})

test('the route ends where it started', () => {
  const waypoints = roundFrom(start, degrees(250), nauticalMiles(1))
  assert.equal(waypoints.length, 4)
  const last = waypoints.at(-1)
  assert.ok(last !== undefined && lengthOf(wayBetween(start, last)) < 2)
})

test('steers back to the track', () => {
  const route = new Route([moved(start, { north: 2_000, east: 0 })])
  route.begin(start)
  assert.equal(route.crossTrack, 0)
  assert.ok(Math.abs(turnBetween(0, route.course ?? 1)) < 1e-6)
  route.step(0.1, moved(start, { north: 100, east: 80 }))
  assert.ok(Math.abs((route.crossTrack ?? 0) - 80) < 0.1, 'it is to starboard of the track')
  assert.ok(turnBetween(0, route.course ?? 0) < degrees(-20), 'it goes back to port')
  route.step(0.1, undefined)
  assert.deepEqual([route.crossTrack, route.course], [undefined, undefined])
})

test('reports waypoints when they are reached, and ends the alerts after a minute', () => {
  const [first, second] = [moved(start, { north: 500, east: 0 }), moved(start, { north: 500, east: 500 })]
  const route = new Route([first, second])
  assert.deepEqual(route.begin(start), [])
  assert.deepEqual(route.step(1, moved(start, { north: 400, east: 0 })), [])
  assert.deepEqual(texts(route.step(1, moved(start, { north: 460, east: 0 }))), [
    'waypointArrival alert Waypoint 1 is reached',
    'waypointAdvance warn Waypoint 2 is next: 90° to starboard',
  ])
  assert.deepEqual(route.step(59, moved(start, { north: 500, east: 100 })), [])
  assert.deepEqual(texts(route.step(1, moved(start, { north: 500, east: 100 }))), [
    'waypointArrival normal',
    'waypointAdvance normal',
  ])
  assert.deepEqual(texts(route.step(1, moved(start, { north: 480, east: 490 }))), [
    'waypointArrival alert Waypoint 2 is reached',
    'routeComplete alert The route is complete',
  ])
  assert.ok(route.isComplete)
  assert.deepEqual(texts(route.leave()), ['waypointArrival normal', 'routeComplete normal'])
})

test('a waypoint that is passed abeam counts as reached', () => {
  const route = new Route([moved(start, { north: 500, east: 0 }), moved(start, { north: 1_500, east: 0 })])
  route.begin(start)
  assert.deepEqual(texts(route.step(1, moved(start, { north: 501, east: 300 }))), [
    'waypointArrival alert Waypoint 1 is reached',
    'waypointAdvance alert Waypoint 2 is next: 0° to starboard',
  ])
})

test('a pilot follows the whole route across a tide and starts again', () => {
  const trial = new SeaTrial({ heading: degrees(60), current: { set: degrees(150), drift: 0.4 } }).engage(
    'route',
  )
  const names: string[] = []
  let off = 0
  trial.sail(1_500, (time) => {
    names.push(...texts(trial.simulation.main.takeAlarms()).filter((text) => !text.endsWith('normal')))
    const { crossTrack } = reportOf(trial.simulation.main)
    if (time > 60) off = Math.max(off, Math.abs(crossTrack ?? 0))
  })
  const raised = names.map((text) => text.split(' ')[0])
  const [arrival, advance] = ['waypointArrival', 'waypointAdvance']
  assert.deepEqual(raised, [arrival, advance, arrival, advance, arrival, advance, arrival, 'routeComplete'])
  assert.ok(off < 100, `${off} m off the track`)
  assert.equal(trial.simulation.main.isSteering, true)
  const { target, mode } = reportOf(trial.simulation.main)
  assert.equal(mode, 'route')
  assert.ok(Math.abs(inDegrees(turnBetween(target ?? 0, degrees(300)))) < 1)
})

test('the bearing of a leg stays constant', () => {
  const trial = new SeaTrial({ heading: degrees(60), noise: 1, waves: 1 }).engage('route')
  const { target } = trial.simulation.main
  trial.sail(60, () => assert.equal(trial.simulation.main.target, target))
  execute(trial.simulation.main, { name: 'disengage', input: {} })
  assert.deepEqual(
    [reportOf(trial.simulation.main).target, reportOf(trial.simulation.main).crossTrack],
    [null, null],
  )
})
