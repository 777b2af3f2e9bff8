import { sentenceOf, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { east, Harbour, heading, inputOf, isIn, skip } from './aboard.ts'

const limit = { timeout: 300_000 }
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

// These tests mostly wait.
describe('serial ports', { skip, concurrency: 3 }, () => {
  for (const speed of [4_800, 38_400, 230_400])
    test(`finds a port at ${speed} baud within 10 s without publishing its data`, limit, async () => {
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
    })

  test('finds a port that sends two sentences a second', limit, async () => {
    await using harbour = await Harbour.make()
    // One line every 100 ms, of which eight are empty.
    await harbour.port('pilot', { lines: [east, east, ...Array<string>(8).fill('')] })
    const plugin = await harbour.plugin()
    const { speed } = await inputOf(plugin, harbour.idOf('pilot'), isIn('found'))
    assert.equal(speed, 4_800)
  })

  test('publishes the values of a port with its name as source, only while it is used', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gyro')
    await harbour.port('gyro')
    const plugin = await harbour.plugin()
    await inputOf(plugin, id, isIn('found'))
    await plugin.act('use', { id })
    const used = plugin.inputs.find((input) => input.id === id)
    assert.deepEqual([used?.state, used?.chosen, used?.lastMessage], ['used', true, east.trim()])
    assert.ok((used?.rate ?? 0) > 0)
    assert.equal(await plugin.next(heading), Math.PI / 2)
    // Ten a second. A busy machine receives some of them late, then several at once.
    await inputOf(plugin, id, ({ rate = 0 }) => rate > 8 && rate < 12)
    assert.deepEqual(sourcesOf(plugin), [`nmea0183.${id}`])
    await plugin.act('release', { id })
    const released = plugin.inputs.find((input) => input.id === id)
    assert.deepEqual([released?.state, released?.chosen, released?.rate], ['found', false, 0])
    const { length } = headings(plugin)
    await sleep(500)
    assert.equal(headings(plugin).length, length)
    assert.deepEqual(plugin.refused, [])
  })

  test(
    'reports an unplugged port as lost with the time, and reads it again when it is plugged in',
    limit,
    async () => {
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
    },
  )

  test('uses the chosen ports again after a restart, and waits for missing ones', limit, async () => {
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

  test('finds a port again at another speed after 10 s of silence', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gyro')
    await harbour.port('gyro', { speed: 9_600 })
    const device = join(harbour.folder, 'gyro')
    const plugin = await harbour.plugin({ chosen: [{ id, name: 'gyro', device, speed: 4_800 }] })
    const { speed } = await inputOf(plugin, id, isIn('used'))
    assert.equal(speed, 9_600)
  })

  test('counts damaged sentences and publishes none of their values', limit, async () => {
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
    'a flooding port or an endless line affects neither the other ports nor the plugin',
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
        const { rate = 0 } = plugin.inputs.find((input) => input.id === id) ?? assert.fail('it is gone')
        assert.ok(rate > 5, `${rate} sentences a second beside the flood`)
      }
      const drowned = plugin.inputs.find((input) => input.id === wild)
      assert.ok((drowned?.damaged ?? 0) > 0 && (drowned?.rate ?? 0) < 5_000, JSON.stringify(drowned))
      await plugin.act('release', { id: wild })
      const end = await plugin.stop()
      assert.deepEqual([end.code, end.signal], [0, null])
    },
  )

  test('refuses to use a port without valid sentences, with the reason', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('mute')
    await harbour.port('mute', { lines: [] })
    await symlink('/dev/null', join(harbour.folder, 'null'))
    const plugin = await harbour.plugin()
    await inputOf(plugin, id, isIn('silent'))
    await assert.rejects(plugin.act('use', { id }), /no valid NMEA 0183 received/)
    const mute = await inputOf(plugin, id, isIn('silent'))
    assert.equal(mute.chosen, false)
    const nothing = await inputOf(plugin, harbour.idOf('null'), isIn('refused'))
    assert.match(nothing.error?.message ?? '', /is not a serial port/)
    await assert.rejects(plugin.act('use', { id: nothing.id }), /is not a serial port/)
    await assert.rejects(plugin.act('use', { id: 'no-such-port' }), /There is no input "no-such-port"/)
  })

  test('says that a port speaks NMEA 2000, and does not use it', limit, async () => {
    await using harbour = await Harbour.make()
    const id = harbour.idOf('gateway')
    await harbour.port('gateway', { speed: 115_200, lines: ['\u0010\u0002\u0093\u0013\u0002\u0010\u0003'] })
    const plugin = await harbour.plugin()
    const { state, error } = await inputOf(plugin, id, (input) => input.error !== undefined)
    assert.deepEqual([state, error?.message], ['silent', 'it speaks NMEA 2000'])
    await assert.rejects(plugin.act('use', { id }), /it speaks NMEA 2000/)
  })

  test('a silent port does not delay the stop', limit, async () => {
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
