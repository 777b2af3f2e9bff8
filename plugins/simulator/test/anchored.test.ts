import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startSimulator } from './aboard.ts'

const anchored = { scenario: 'anchored', position: { latitude: 50.6, longitude: -1.9 } }

// These tests mostly wait.
describe('the simulated boat at anchor', { concurrency: 3 }, () => {
  test('publishes all inputs of an anchor watch, each instrument with its own source', async () => {
    await using boat = await startSimulator(anchored)
    await boat.next('navigation.position')
    for (const path of [
      'navigation.headingTrue',
      'navigation.headingMagnetic',
      'navigation.magneticVariation',
      'navigation.speedOverGround',
      'navigation.courseOverGroundTrue',
      'navigation.speedThroughWater',
      'navigation.gnss.horizontalDilution',
      'navigation.gnss.satellites',
      'environment.wind.directionTrue',
      'environment.wind.speedTrue',
      'environment.wind.angleApparent',
      'environment.wind.speedApparent',
      'environment.depth.belowSurface',
      'environment.depth.belowTransducer',
      'design.bowAnchorHeight',
      'sensors.gps.fromBow',
      'sensors.gps.fromCenter',
    ])
      assert.equal(typeof boat.latest(path), 'number', path)
    assert.equal(boat.latest('navigation.gnss.methodQuality'), 'GNSS Fix')
    assert.deepEqual(boat.latest('design.length'), { overall: 12 })
    assert.deepEqual(boat.refused, [])
    const kinds = new Set([...boat.devices.values()].map(({ kind }) => kind))
    assert.deepEqual([...kinds], ['control'], 'a switchboard, and no autopilots at anchor')
  })

  test('can lose and restore its receiver; refuses pilot faults and placing', async () => {
    await using boat = await startSimulator(anchored)
    await boat.next('navigation.position')
    await boat.act('fault', { name: 'gps-lost', on: true })
    await boat.next('navigation.headingTrue')
    const before = boat.latest('navigation.position')
    await boat.next('navigation.headingTrue')
    assert.deepEqual(boat.latest('navigation.position'), before)
    await boat.act('fault', { name: 'gps-lost', on: false })
    await boat.next('navigation.position')
    await assert.rejects(boat.act('fault', { name: 'pilot-off', on: true }), { code: 'unsupported-action' })
    await assert.rejects(boat.act('place', { speed: 3 }), { code: 'unsupported-action' })
  })

  test('has traffic around it', async () => {
    await using boat = await startSimulator({ ...anchored, traffic: 20, pace: 20 })
    const isOther = (): boolean =>
      boat.published.some(({ context }) => context !== boat.published[0]?.context)
    for (let count = 0; count < 30 && !isOther(); count++) await boat.next('navigation.position')
    assert.ok(isOther())
  })

  test('refuses a rode that does not reach the ground', async () => {
    await assert.rejects(
      startSimulator({ ...anchored, anchorage: { depth: 20, rode: 21 } }),
      /does not reach/,
    )
  })
})
