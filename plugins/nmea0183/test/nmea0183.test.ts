import { sentenceOf, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { east, Harbour, heading, inputOf, isIn, skip } from './aboard.ts'

const limit = { timeout: 60_000 }
const foundWithinMs = 10_000

const sourcesOf = (plugin: StartedPlugin): string[] => [
  ...new Set(plugin.published.flatMap(({ updates }) => updates.map(({ $source }) => $source ?? ''))),
]

const headings = (plugin: StartedPlugin): unknown[] =>
  plugin.published.flatMap(({ updates }) =>
    updates.flatMap(({ values = [] }) =>
      values.filter(({ path }) => path === heading).map(({ value }) => value),
    ),
  )

// They wait more than they work.
describe('serial ports', { skip, concurrency: 3 }, () => {
  for (const speed of [4_800, 38_400, 230_400])
    test(
      `a port that speaks at ${speed} baud is found within 10 s, and nothing of it flows`,
      limit,
      async () => {
        await using harbour = await Harbour.make()
        const plugin = await harbour.plugin()
        const pluggedInAt = performance.now()
        await harbour.port('gyro', { speed })
        const found = await inputOf(plugin, harbour.idOf('gyro'), isIn('found'))
        const took = performance.now() - pluggedInAt
        assert.ok(took < foundWithinMs, `${took} ms`)
        assert.deepEqual(
          [found.name, found.protocol, found.speed, found.chosen, found.rate],
          ['gyro', 'NMEA 0183', speed, false, 0],
        )
        await sleep(500)
        assert.deepEqual(plugin.published, [])
        assert.deepEqual(plugin.refused, [])
      },
    )

  test('once it is used its values come in its own name; when it is not, none do', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gyro')
    await harbour.port('gyro')
    const plugin = await harbour.plugin()
    await inputOf(plugin, id, isIn('found'))
    await plugin.act('use', { id })
    const used = plugin.inputs.find((input) => input.id === id)
    assert.deepEqual([used?.state, used?.chosen, used?.lastSentence], ['used', true, east.trim()])
    assert.ok((used?.rate ?? 0) > 0)
    assert.equal(await plugin.next(heading), Math.PI / 2)
    // Ten a second; a machine that was busy hears some of them late, and then more at once.
    await inputOf(plugin, id, ({ rate }) => rate > 8 && rate < 12)
    assert.deepEqual(sourcesOf(plugin), [`nmea0183.${id}`])
    await plugin.act('release', { id })
    const released = plugin.inputs.find((input) => input.id === id)
    assert.deepEqual([released?.state, released?.chosen, released?.rate], ['found', false, 0])
    const { length } = headings(plugin)
    await sleep(500)
    assert.equal(headings(plugin).length, length)
    assert.deepEqual(plugin.refused, [])
  })

  test('pulled out it is lost, with the time; plugged in again it is read by itself', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gyro')
    const port = await harbour.port('gyro')
    const plugin = await harbour.plugin()
    await inputOf(plugin, id, isIn('found'))
    await plugin.act('use', { id })
    const pulledAt = Date.now()
    await port.unplug()
    const lost = await inputOf(plugin, id, isIn('lost'))
    assert.equal(lost.error?.message, 'it was unplugged')
    assert.ok(Math.abs(Date.parse(lost.error.at) - pulledAt) < 2_000)
    assert.deepEqual([lost.chosen, lost.rate, plugin.status?.level], [true, 0, 'warning'])
    const pluggedAt = performance.now()
    await port.plugIn()
    await inputOf(plugin, id, isIn('used'))
    assert.ok(performance.now() - pluggedAt < 5_000)
    assert.equal(await plugin.next(heading), Math.PI / 2)
  })

  test('what is used is used again after a restart, and what is gone by then is awaited', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gyro')
    const port = await harbour.port('gyro', { speed: 38_400 })
    const before = await harbour.plugin()
    await inputOf(before, id, isIn('found'))
    await before.act('use', { id })
    await before.stop()
    await port.unplug()
    const plugin = await harbour.plugin(Object.fromEntries(before.storage))
    const lost = await inputOf(plugin, id, isIn('lost'))
    assert.deepEqual([lost.chosen, lost.speed, lost.error?.message], [true, 38_400, 'it is not plugged in'])
    await port.plugIn()
    await inputOf(plugin, id, isIn('used'))
    assert.equal(await plugin.next(heading), Math.PI / 2)
    await plugin.act('release', { id })
    assert.deepEqual(plugin.storage.get('chosen'), [])
  })

  test(
    'a port at another speed than before is found again when it has said nothing for 10 s',
    limit,
    async () => {
      await using harbour = await Harbour.make()
      const id = harbour.idOf('gyro')
      await harbour.port('gyro', { speed: 9_600 })
      const device = join(harbour.folder, 'gyro')
      const plugin = await harbour.plugin({ chosen: [{ id, name: 'gyro', device, speed: 4_800 }] })
      const { speed } = await inputOf(plugin, id, isIn('used'))
      assert.equal(speed, 9_600)
    },
  )

  test('what is damaged is counted and never becomes a value', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gyro')
    const wrong = sentenceOf('HEHDT,45.0,T').replace('45.0', '46.0')
    await harbour.port('gyro', { lines: [east, wrong, east, '\u0000\u00ffgarbage\r\n'] })
    const plugin = await harbour.plugin()
    await inputOf(plugin, id, isIn('found'))
    await plugin.act('use', { id })
    await inputOf(plugin, id, ({ damaged }) => damaged >= 4)
    assert.deepEqual([...new Set(headings(plugin))], [Math.PI / 2])
  })

  test(
    'a port that floods, or never ends a line, harms neither the others nor the plugin',
    limit,
    async () => {
      await using harbour = await Harbour.make()
      const [id, wild] = [harbour.idOf('gyro'), harbour.idOf('wild')]
      await harbour.port('gyro')
      const flooding = await harbour.port('wild')
      const plugin = await harbour.plugin()
      for (const each of [id, wild]) {
        await inputOf(plugin, each, isIn('found'))
        await plugin.act('use', { id: each })
      }
      for (const text of ['x'.repeat(1_000), east.repeat(20)]) {
        await flooding.flood(text)
        await sleep(2_000)
        const { rate } = plugin.inputs.find((input) => input.id === id) ?? assert.fail('it is gone')
        assert.ok(rate > 5, `${rate} sentences a second beside the flood`)
      }
      const drowned = plugin.inputs.find((input) => input.id === wild)
      assert.ok((drowned?.damaged ?? 0) > 0 && (drowned?.rate ?? 0) < 5_000, JSON.stringify(drowned))
      await plugin.act('release', { id: wild })
      const end = await plugin.stop()
      assert.deepEqual([end.code, end.signal], [0, null])
    },
  )

  test('a port from which nothing can be understood is not used, and the reason is told', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('mute')
    await harbour.port('mute', { lines: [] })
    await symlink('/dev/null', join(harbour.folder, 'null'))
    const plugin = await harbour.plugin()
    await inputOf(plugin, id, isIn('silent'))
    await assert.rejects(plugin.act('use', { id }), /nothing that can be understood comes from it/)
    const mute = await inputOf(plugin, id, isIn('silent'))
    assert.equal(mute.chosen, false)
    const nothing = await inputOf(plugin, harbour.idOf('null'), isIn('refused'))
    assert.match(nothing.error?.message ?? '', /is not a serial port/)
    await assert.rejects(plugin.act('use', { id: nothing.id }), /is not a serial port/)
    await assert.rejects(plugin.act('use', { id: 'no-such-port' }), /There is no input "no-such-port"/)
  })

  test('a silent port does not hold up the end', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gyro')
    const port = await harbour.port('gyro')
    const plugin = await harbour.plugin()
    await inputOf(plugin, id, isIn('found'))
    await plugin.act('use', { id })
    await port.say([])
    await sleep(300)
    const askedAt = performance.now()
    await plugin.stop()
    assert.ok(performance.now() - askedAt < 500, `${performance.now() - askedAt} ms`)
  })
})
