import { AutopilotDetails, AutopilotReport, checkOf, noCourseGuidance } from '@marinedata/model'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { degrees, giveCourse, order, reportOf, sendGuidance, shows, startSimulator } from './aboard.ts'

const numberAt = (value: unknown): number => {
  assert.equal(typeof value, 'number')
  return Number(value)
}

// These tests mostly wait.
describe('the simulated boat', { concurrency: 3 }, () => {
  test('publishes ten times a second, each instrument with its own source', async () => {
    await using boat = await startSimulator()
    await boat.next('navigation.position')
    const before = boat.published.length
    await sleep(2_000)
    const own = boat.published.slice(before)
    assert.ok(own.length >= 15 && own.length <= 25, `${own.length} deltas in 2 s`)
    const sources = new Set(boat.published.flatMap(({ updates }) => updates.map(({ $source }) => $source)))
    assert.deepEqual(
      [...sources].map(String).toSorted(),
      ['battery', 'compass', 'gps', 'log', 'rudder', 'sounder', 'wind'].map((name) => `simulator.${name}`),
    )
    for (const path of [
      'navigation.headingMagnetic',
      'navigation.headingTrue',
      'navigation.magneticVariation',
      'navigation.courseOverGroundTrue',
      'navigation.speedOverGround',
      'navigation.speedThroughWater',
      'navigation.rateOfTurn',
      'environment.wind.angleApparent',
      'environment.wind.speedApparent',
      'environment.wind.angleTrueWater',
      'environment.wind.speedTrue',
      'environment.wind.directionTrue',
      'environment.depth.belowTransducer',
      'environment.depth.belowKeel',
      'environment.water.temperature',
      'electrical.batteries.house.voltage',
      'steering.rudderAngle',
    ])
      numberAt(boat.latest(path))
    assert.deepEqual(Object.keys(boat.latest('navigation.attitude') as object), ['roll', 'pitch', 'yaw'])
    assert.deepEqual(boat.refused, [])
  })

  test('is placed as requested', async () => {
    await using boat = await startSimulator({ current: { set: 0, drift: 0 } })
    const position = { latitude: 10, longitude: -150 }
    await boat.act('place', {
      position,
      heading: degrees(120),
      speed: 2,
      motoring: true,
      trueWindDirection: degrees(30),
      trueWindSpeed: 7,
    })
    await sleep(300)
    const near = (path: string, value: number, tolerance: number): void => {
      const found = numberAt(boat.latest(path))
      assert.ok(Math.abs(found - value) <= tolerance, `${path} is ${found} instead of ${value}`)
    }
    near('navigation.headingTrue', degrees(120), 0.01)
    near('navigation.speedThroughWater', 2, 0.01)
    near('environment.wind.speedTrue', 7, 0.2)
    near('environment.wind.directionTrue', degrees(30), 0.1)
    const found = boat.latest('navigation.position') as typeof position
    assert.ok(Math.abs(found.latitude - 10) < 0.001 && Math.abs(found.longitude + 150) < 0.001)
  })

  test('runs at the requested speed', async () => {
    await using boat = await startSimulator({ pace: 20 })
    await boat.act('place', { position: { latitude: 0, longitude: 0 }, heading: 0, speed: 5, motoring: true })
    await sleep(1_000)
    const { latitude } = boat.latest('navigation.position') as { latitude: number }
    const metres = latitude * 111_195
    assert.ok(metres > 60 && metres < 180, `${metres} m in a second`)
    await boat.act('pace', { factor: 1 })
    await assert.rejects(boat.act('pace', { factor: 0.5 }), /does not match/)
  })

  for (const [fault, path, other] of [
    ['compass-lost', 'navigation.headingMagnetic', 'navigation.position'],
    ['wind-lost', 'environment.wind.angleApparent', 'navigation.headingMagnetic'],
    ['gps-lost', 'navigation.position', 'environment.wind.angleApparent'],
  ] as const)
    test(`after ${fault} publishes no values of it until it is cleared`, async () => {
      await using boat = await startSimulator()
      await boat.act('fault', { name: fault, on: true })
      await boat.next(other)
      await assert.rejects(boat.next(path, 400), /No value/)
      await boat.act('fault', { name: fault, on: false })
      await boat.next(path)
    })

  test('has ships, an aircraft, a buoy and a beacon around it', async () => {
    await using boat = await startSimulator({ traffic: 50, pace: 10 })
    await sleep(2_000)
    const contexts = [...new Set(boat.published.map(({ context }) => context))]
    const count = (map: string): number => contexts.filter((context) => context.startsWith(`${map}.`)).length
    // The own vessel is one of them.
    assert.deepEqual(['vessels', 'aircraft', 'aton', 'sar'].map(count), [51, 1, 1, 1])
    assert.deepEqual(boat.refused, [])
    assert.deepEqual(boat.logs, [])
  })
})

describe('the pilots', { concurrency: 3 }, () => {
  test('registers two pilots with their details and valid reports', async () => {
    await using boat = await startSimulator({ pace: 20 })
    await boat.next('navigation.position')
    using _course = giveCourse(boat, degrees(60))
    await shows(boat, ({ unavailable }) => unavailable?.engage === undefined, { deadlineMs: 30_000 })
    await order(boat, { name: 'set-mode', input: { mode: 'route' } })
    await order(boat, 'engage')
    await order(boat, { name: 'dodge', input: { change: degrees(10) } })
    await order(boat, 'undodge')
    await sleep(1_000)
    await order(boat, 'disengage')
    const pilots = [...boat.devices].filter(([, { kind }]) => kind === 'autopilot')
    assert.deepEqual(
      pilots.map(([id]) => id),
      ['main', 'spare'],
    )
    for (const [, { details, reports }] of pilots) {
      assert.deepEqual(checkOf(AutopilotDetails).faults(details), [])
      for (const report of reports) assert.deepEqual(checkOf(AutopilotReport).faults(report), [])
    }
  })

  test('each pilot reports at least once a second', async () => {
    await using boat = await startSimulator()
    const counts = () => ['main', 'spare'].map((id) => boat.devices.get(id)?.reports.length ?? 0)
    const before = counts()
    await sleep(3_000)
    for (const [index, count] of counts().entries()) assert.ok(count - before[index]! >= 4)
  })

  test('neither pilot steers on its own', async () => {
    await using boat = await startSimulator()
    for (const device of ['main', 'spare']) assert.equal(reportOf(boat, device).state, 'disabled')
  })

  test('a report shows the effect of a command before the answer', async () => {
    await using boat = await startSimulator()
    await order(boat, 'engage')
    assert.equal(reportOf(boat).state, 'enabled')
    await order(boat, { name: 'set-target', input: { target: 1 } })
    assert.equal(reportOf(boat).target, 1)
    await order(boat, { name: 'set-mode', input: { mode: 'wind' } })
    assert.equal(reportOf(boat).mode, 'wind')
    await order(boat, { name: 'set-state', input: { state: 'disabled' } })
    assert.equal(reportOf(boat).state, 'disabled')
    await order(boat, { name: 'set-state', input: { state: 'enabled' } }, { device: 'spare' })
    assert.equal(reportOf(boat, 'spare').state, 'enabled')
    await assert.rejects(order(boat, 'engage'), /"spare" steers/)
  })

  test('ten degrees to starboard turn the boat ten degrees to starboard', async () => {
    await using boat = await startSimulator({ pace: 20 })
    await order(boat, 'engage')
    const { target } = reportOf(boat)
    await order(boat, { name: 'set-target', input: { target: (target ?? 0) + degrees(10) } })
    await shows(boat, ({ error }) => Math.abs(error ?? 1) < degrees(1.5))
    const turned = numberAt(boat.latest('navigation.headingMagnetic')) - (target ?? 0)
    assert.ok(Math.abs(turned - degrees(10)) < degrees(2), `${turned}`)
  })

  test('reports a tack from start to end', async () => {
    await using boat = await startSimulator({ pace: 20 })
    await boat.act('place', { heading: degrees(50), trueWindDirection: 0, trueWindSpeed: 6 })
    await order(boat, { name: 'set-mode', input: { mode: 'wind' } })
    await order(boat, 'engage')
    await order(boat, { name: 'tack', input: { direction: 'port' } })
    assert.deepEqual(reportOf(boat).manoeuvre, { kind: 'tack', direction: 'port' })
    await shows(boat, ({ manoeuvre }) => manoeuvre === null)
    assert.ok(numberAt(boat.latest('environment.wind.angleApparent')) > 0)
  })

  test('in route mode steers the course that the server gives, and holds its heading when it ends', async () => {
    await using boat = await startSimulator({ pace: 20 })
    await boat.act('place', { heading: degrees(60), trueWindDirection: 0, trueWindSpeed: 6 })
    await order(boat, { name: 'set-mode', input: { mode: 'route' } })
    await assert.rejects(order(boat, 'engage'), /no course to follow/)
    const course = giveCourse(boat, degrees(120))
    await shows(boat, ({ unavailable }) => unavailable?.engage === undefined, { deadlineMs: 30_000 })
    await order(boat, 'engage')
    await shows(
      boat,
      ({ target, error }) =>
        Math.abs((target ?? 0) - degrees(120)) < degrees(15) && Math.abs(error ?? 1) < degrees(2),
      { deadlineMs: 30_000 },
    )
    course[Symbol.dispose]()
    sendGuidance(boat, noCourseGuidance)
    const { mode, state } = await shows(boat, ({ target }) => target === null, { deadlineMs: 30_000 })
    assert.deepEqual([mode, state], ['route', 'enabled'])
    const heading = numberAt(boat.latest('navigation.headingTrue'))
    await sleep(1_000)
    const turned = Math.abs(numberAt(boat.latest('navigation.headingTrue')) - heading)
    assert.ok(turned < degrees(5), `turned by ${turned}`)
  })
})
