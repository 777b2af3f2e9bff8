import { startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { alarmPath, approachOf, here, motionDelta, north, ownMotion, until, vessel } from './aboard.ts'

const limit = { timeout: 30_000 }
const mmsi = 230012345
const headOn = motionDelta(vessel(mmsi), { position: north(2_000), course: Math.PI, speed: 5 })
const name = { context: vessel(mmsi), updates: [{ values: [{ path: 'name', value: 'TERN' }] }] }

interface Approach {
  readonly distance: number
  readonly timeTo: number
}

// They wait more than they work.
describe('closest-approach, as a process', { concurrency: 3 }, () => {
  test(
    'a vessel head-on has a closest approach below its own name, and the crew is alarmed',
    limit,
    async () => {
      await using plugin = await startPlugin(here)
      plugin.tell([ownMotion, headOn, name])
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
      })
      assert.deepEqual(plugin.refused, [])
      await plugin.stop()
      assert.equal(plugin.notifications.size, 0, 'whoever stops looking takes back what it has said')
    },
  )

  test('what is not known is told as null, and not as safe', limit, async () => {
    await using plugin = await startPlugin(here)
    plugin.tell([ownMotion, headOn])
    await until(
      () => plugin.notifications.size,
      (count) => count === 1,
    )
    plugin.tell([motionDelta(vessel(mmsi), { position: null, course: null, speed: null })])
    await until(
      () => approachOf(plugin, mmsi),
      (value) => value === null,
    )
    assert.equal(plugin.notifications.size, 1)
  })

  test('it tells and does not warn when that is not wanted, nor at anchor', limit, async () => {
    await using silent = await startPlugin(here, { settings: { alarms: false } })
    await using anchored = await startPlugin(here)
    anchored.tell([{ updates: [{ values: [{ path: 'navigation.anchor.state', value: 'watching' }] }] }])
    for (const plugin of [silent, anchored]) {
      plugin.tell([ownMotion, headOn])
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

  test('it says so when the own vessel is not known, and how many it sees when it is', limit, async () => {
    await using plugin = await startPlugin(here)
    await until(
      () => plugin.status,
      (status) => status?.level === 'warning' && /is not known/.test(status.message),
    )
    plugin.tell([ownMotion, headOn])
    await until(
      () => plugin.status,
      (status) => status?.level === 'ok' && status.message === '1 vessel in sight, 1 of them too near',
    )
  })
})
