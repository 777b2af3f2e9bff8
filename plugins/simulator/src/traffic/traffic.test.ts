import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wayBetween } from '../earth.ts'
import { nauticalMiles } from '../units.ts'
import { contextOf, type AisReport } from './ais-report.ts'
import { Traffic } from './traffic.ts'

const own = { latitude: 54.75, longitude: 2.9 }

const receivedIn = (seconds: number, ships = 50, seed = 1): AisReport[] => {
  const traffic = new Traffic({ traffic: ships, tracks: [], position: own, seed })
  return Array.from({ length: seconds }, () => traffic.step(1, own)).flat()
}

const contextsIn = (reports: readonly AisReport[], map: string): Set<string> =>
  new Set(reports.map(({ context }) => context).filter((context) => context.startsWith(`${map}.`)))

test('receives fifty ships, an aircraft, a buoy and a beacon with their names within ten seconds', () => {
  const reports = receivedIn(10)
  assert.equal(contextsIn(reports, 'vessels').size, 50)
  assert.deepEqual([...contextsIn(reports, 'aircraft')], [contextOf('aircraft', '111232511')])
  assert.deepEqual([...contextsIn(reports, 'aton')], [contextOf('aton', '992351042')])
  assert.deepEqual([...contextsIn(reports, 'sar')], [contextOf('sar', '970123456')])
  const names = reports.flatMap(({ values }) => (values['name'] === undefined ? [] : [values['name']]))
  assert.equal(new Set(names).size, 53)
})

test('every MMSI matches its context', () => {
  for (const context of contextsIn(receivedIn(10, 500), 'vessels'))
    assert.match(context, /^vessels\.urn:mrn:imo:mmsi:[2-7][0-9]{8}$/)
})

test('the same seed gives the same ships', () => {
  assert.deepEqual(receivedIn(60, 10, 3), receivedIn(60, 10, 3))
  assert.notDeepEqual(receivedIn(60, 10, 3), receivedIn(60, 10, 4))
})

test('ships move as reported and report at the AIS rates', () => {
  const minutes = 5
  const motions = receivedIn(minutes * 60).filter(({ values }) => 'navigation.speedOverGround' in values)
  const perShip = new Map<string, number>()
  for (const { context } of motions) perShip.set(context, (perShip.get(context) ?? 0) + 1)
  for (const [context, count] of perShip) {
    if (!context.startsWith('vessels.')) continue
    assert.ok(count >= minutes * 2 - 1 && count <= minutes * 30 + 1, `${context} was heard ${count} times`)
  }
})

test('ships stay in range, return, and keep their identity', () => {
  const reports = receivedIn(3 * 3_600, 20)
  assert.equal(contextsIn(reports, 'vessels').size, 20)
  for (const { context, values } of reports) {
    const position = values['navigation.position'] as typeof own | undefined
    if (position === undefined || !context.startsWith('vessels.')) continue
    const { north, east } = wayBetween(own, position)
    assert.ok(Math.max(Math.abs(north), Math.abs(east)) < nauticalMiles(8.2))
  }
  const lastHour = new Set(reports.slice(-2_000).map(({ context }) => context))
  assert.ok(lastHour.size > 10, 'all ships are gone')
})

test('no ships, no reports', () => {
  assert.deepEqual(receivedIn(600, 0), [])
})

test('the beacon near the start is under test, so a demo does not sound', () => {
  const states = new Set(receivedIn(300).map(({ values }) => values['navigation.state']))
  assert.ok(states.has('default') && !states.has('ais-sart'))
})

test('the beacon of a person in the water is active for five minutes, and drifts', () => {
  const traffic = new Traffic({ traffic: 0, tracks: [], position: own, seed: 1 })
  traffic.activateBeacon(own)
  const reports = Array.from({ length: 600 }, () => traffic.step(1, own)).flat()
  assert.deepEqual([reports.length, [...contextsIn(reports, 'sar')]], [38, [contextOf('sar', '972123456')]])
  assert.ok(reports.every(({ values }) => values['navigation.state'] === 'ais-sart'))
  const [first, last] = [reports[0], reports.at(-1)].map(
    (report) => report?.values['navigation.position'] as typeof own,
  )
  const { north, east } = wayBetween(first!, last!)
  assert.ok(Math.hypot(north, east) > 100)
})
