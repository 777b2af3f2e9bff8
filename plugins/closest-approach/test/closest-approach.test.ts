import { startPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { alarmPath, approachOf, here, motionDelta, north, ownMotion, vessel } from './aboard.ts'

const limit = { timeout: 300_000 }
const mmsi = 230012345
const headOn = motionDelta(vessel(mmsi), { position: north(2_000), course: Math.PI, speed: 5 })
const name = { context: vessel(mmsi), updates: [{ values: [{ path: 'name', value: 'TERN' }] }] }

interface Approach {
  readonly distance: number
  readonly timeTo: number
}

// These tests mostly wait.
describe('closest-approach as a process', { concurrency: 3 }, () => {
  test('publishes the closest approach of a head-on vessel and raises the alarm', limit, async () => {
    await using plugin = await startPlugin(here)
    plugin.send([ownMotion, headOn, name])
    const approach = (await until(
      () => approachOf(plugin, mmsi),
      (value) => value !== undefined,
    )) as Approach
    assert.ok(
      approach.distance < 1 && approach.timeTo > 190 && approach.timeTo <= 200,
      JSON.stringify(approach),
    )
    const alarm = await until(
      () => plugin.notifications.get(alarmPath(mmsi)),
      (raised) => raised !== undefined,
    )
    assert.deepEqual(alarm, {
      state: 'alarm',
      method: ['visual', 'sound'],
      message: 'TERN will come nearer than 0.2 NM',
      context: vessel(mmsi),
    })
    assert.deepEqual(plugin.refused, [])
    await plugin.stop()
    assert.equal(plugin.notifications.size, 0, 'ends its alerts when it stops')
  })

  test('publishes unknown as null', limit, async () => {
    await using plugin = await startPlugin(here)
    plugin.send([ownMotion, headOn])
    await until(
      () => plugin.notifications.size,
      (count) => count === 1,
    )
    plugin.send([motionDelta(vessel(mmsi), { position: null, course: null, speed: null })])
    await until(
      () => approachOf(plugin, mmsi),
      (value) => value === null,
    )
    assert.equal(plugin.notifications.size, 1)
  })

  test('raises no alert when it is disabled or at anchor', limit, async () => {
    await using silent = await startPlugin(here, { settings: { alarms: false } })
    await using anchored = await startPlugin(here)
    anchored.send([{ updates: [{ values: [{ path: 'navigation.anchor.state', value: 'watching' }] }] }])
    for (const plugin of [silent, anchored]) {
      plugin.send([ownMotion, headOn])
      await until(
        () => approachOf(plugin, mmsi),
        (value) => value !== undefined,
      )
      await until(
        () => plugin.published.length,
        (count) => count > 2,
      )
      assert.equal(plugin.notifications.size, 0)
    }
  })

  test('reports an unknown own vessel, or the number of vessels, in the status', limit, async () => {
    await using plugin = await startPlugin(here)
    await until(
      () => plugin.status,
      (status) => status?.level === 'warning' && /unknown/.test(status.message),
    )
    plugin.send([ownMotion, headOn])
    await until(
      () => plugin.status,
      (status) => status?.level === 'ok' && status.message === '1 vessel in range, 1 too close',
    )
  })
})
