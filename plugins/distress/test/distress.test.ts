import { startPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { activeBeacon, alertAt, here, mob, mobPath, near, station, testedBeacon } from './aboard.ts'

const limit = { timeout: 300_000 }

describe('distress as a process', { concurrency: 3 }, () => {
  test('raises an emergency for an active beacon, and keeps it when it stops', limit, async () => {
    await using plugin = await startPlugin(here)
    plugin.send([activeBeacon()])
    const { state, method, position, context, endable } = (await alertAt(plugin, mobPath)) ?? {}
    assert.deepEqual(
      [state, method, position, context, endable],
      ['emergency', ['visual', 'sound'], near, `sar.urn:mrn:imo:mmsi:${mob}`, true],
    )
    assert.deepEqual(plugin.refused, [])
    await plugin.stop()
    assert.ok(plugin.notifications.has(mobPath), 'a casualty is not safe because the plugin stops')
  })

  test('raises the same alert again after it was killed', limit, async () => {
    const first = await startPlugin(here)
    first.send([activeBeacon()])
    const before = await alertAt(first, mobPath)
    await until(
      () => first.storage.get(`casualty.${mob}`),
      (saved) => saved !== undefined,
    )
    await first.kill()
    await using second = await startPlugin(here, { storage: Object.fromEntries(first.storage) })
    assert.deepEqual(await alertAt(second, mobPath), before)
  })

  test('a text of message 14 raises the alert of a beacon; another text is listed', limit, async () => {
    await using plugin = await startPlugin(here)
    plugin.send([
      station(mob, { 'communication.safetyText': { text: 'MOB ACTIVE' } }),
      station('232009905', { 'communication.safetyText': { text: 'CONTAINER ADRIFT' } }),
      station('232009906', { 'communication.safetyText': { text: 'CALL', to: '232009905' } }),
      station('232009907', { 'communication.dscCall': { format: 116, category: 110, from: '232009907' } }),
    ])
    const text = await alertAt(plugin, 'notifications.safetyText.232009905')
    assert.deepEqual([text?.state, text?.message], ['alert', '232009905: CONTAINER ADRIFT'])
    const call = await alertAt(plugin, 'notifications.dscCall.232009907')
    assert.deepEqual(
      [call?.state, call?.message],
      ['warn', 'DSC 232009907: urgency call, listen on channel 16'],
    )
    const active = await alertAt(plugin, mobPath)
    assert.equal(active?.message, 'MOB beacon 972009901 active, position unknown')
    assert.equal(plugin.notifications.size, 3)
  })

  test('in a drill the test of a beacon sounds at a path of its own', limit, async () => {
    await using plugin = await startPlugin(here)
    await assert.rejects(() => plugin.act('drill', { minutes: 4 }), { code: 'invalid-body' })
    await plugin.act('drill', { minutes: 5 })
    plugin.send([testedBeacon()])
    const drill = await alertAt(plugin, `notifications.distress.drill.${mob}`)
    assert.deepEqual([drill?.state, drill?.method], ['alarm', ['visual', 'sound']])
    assert.match(drill?.message ?? '', /^DRILL: MOB beacon 972009901/)
    assert.ok(!plugin.notifications.has(mobPath))
    await plugin.act('endDrill')
    await until(
      () => plugin.notifications.size,
      (size) => size === 0,
    )
  })

  test('a beacon of the crew that is tested is counted', limit, async () => {
    await using plugin = await startPlugin(here, {
      settings: { ownBeacons: [{ mmsi: mob, name: 'Anna' }] },
    })
    assert.match(JSON.stringify(await plugin.act('testBeacon')), /"state":"listening","messages":0/)
    plugin.send([testedBeacon()])
    await alertAt(plugin, mobPath)
    assert.match(JSON.stringify(await plugin.act('testBeacon')), /"state":"listening","messages":1/)
    await using unlisted = await startPlugin(here)
    await assert.rejects(() => unlisted.act('testBeacon'), { code: 'invalid-value' })
  })
})
