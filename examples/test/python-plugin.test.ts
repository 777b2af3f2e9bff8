import { describePlugin, startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('../python-plugin', import.meta.url))
const pressure = 'environment.outside.pressure'
const tendency = 'environment.outside.pressureTendency'
const alarm = 'notifications.environment.outside.pressure'
const windowSeconds = 2

const hasPython = spawnSync('python3', ['--version']).status === 0
// A developer's machine may lack Python; CI may not.
const skip = !hasPython && process.env['CI'] === undefined ? 'python3 is not installed' : false

const starting = (
  storage: Readonly<Record<string, unknown>> = {},
  window = windowSeconds,
): Promise<StartedPlugin> => startPlugin(here, { settings: { window, threshold: 600 }, storage })

/** Sends barometer readings, forty a second, until disposed of. */
const barometer = (plugin: StartedPlugin, reading: (seconds: number) => number): Disposable => {
  const began = performance.now()
  const tell = (): void => {
    const value = reading((performance.now() - began) / 1000)
    plugin.send([{ updates: [{ values: [{ path: pressure, value }] }] }])
  }
  const timer = setInterval(tell, 25)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Samples of a whole window that ends now. */
const past = (pascals: number, window = windowSeconds): [number, number][] =>
  Array.from({ length: 40 }, (_, index) => [Date.now() / 1000 - (40 - index) * (window / 40), pascals])

describe('the barometer trend plugin in Python', { skip }, () => {
  describePlugin(here, { settings: { window: windowSeconds } })

  test('the tendency is unknown until the window is complete', async () => {
    await using plugin = await starting()
    using _readings = barometer(plugin, () => 101_300)
    assert.equal(await plugin.next(tendency), null)
    await until(() => plugin.latest(tendency) !== null, Boolean, { what: 'a tendency' })
    assert.equal(plugin.latest(tendency), 0)
    await until(() => plugin.status!.message.endsWith(' hPa in 2 s'), Boolean, { what: 'a status with it' })
    assert.match(plugin.status!.message, /^1013\.0 hPa, [+-]0\.0 hPa in 2 s$/)
    assert.deepEqual(plugin.refused, [])
  })

  test('publishes unit and description of the tendency with its first value', async () => {
    await using plugin = await starting()
    using _readings = barometer(plugin, () => 101_300)
    await plugin.next(tendency)
    const [described] = plugin.published[0]!.updates[0]!.meta ?? []
    assert.equal(described?.path, tendency)
    assert.equal(described.value.units, 'Pa')
    await plugin.next(tendency)
    assert.equal(plugin.published[1]!.updates[0]!.meta, undefined)
  })

  test('restores past readings from storage after a restart', async () => {
    await using plugin = await starting({ samples: past(101_500) })
    using _readings = barometer(plugin, () => 101_300)
    assert.equal(await plugin.next(tendency), -200)
    await plugin.stop()
    const stored = plugin.storage.get('samples') as [number, number][]
    assert.deepEqual([stored[0]![1], stored.at(-1)![1]], [101_500, 101_300])
  })

  test('a fast fall raises a warning immediately, and a rise ends it', async () => {
    await using plugin = await starting({ samples: past(101_900) })
    let level = 101_200
    using _readings = barometer(plugin, () => level)
    await until(() => plugin.notifications.has(alarm), Boolean, { what: 'the warning' })
    const { state, message } = plugin.notifications.get(alarm)!
    assert.equal(state, 'warn')
    assert.match(message, /^Pressure fell 7\.0 hPa within 2 s: expect wind$/)
    level = 101_900
    await until(() => !plugin.notifications.has(alarm), Boolean, { what: 'the all-clear' })
  })

  test('a slow fall raises no warning', async () => {
    await using plugin = await starting({ samples: past(101_700) })
    using _readings = barometer(plugin, () => 101_200)
    assert.equal(await plugin.next(tendency), -500)
    await plugin.next(tendency)
    assert.equal(plugin.notifications.size, 0)
  })

  test('ignores stale and null readings', async () => {
    await using plugin = await starting()
    const stale = { path: pressure, value: 101_300, stale: true }
    for (const value of [
      { path: pressure, value: null },
      { path: pressure, value: 'high' },
      { path: pressure, value: true },
      stale,
    ])
      plugin.send([{ updates: [{ values: [value] }] }])
    await sleep(500)
    assert.equal(plugin.latest(tendency), undefined)
    assert.deepEqual(plugin.status, { level: 'warning', message: `Waiting for ${pressure}` })
  })

  test('reset clears the readings and the warning', async () => {
    // A long window, of which little passes while the plugin starts.
    const window = 60
    await using plugin = await starting({ samples: past(101_900, window) }, window)
    const readings = barometer(plugin, () => 101_200)
    await until(() => plugin.notifications.has(alarm), Boolean, { what: 'the warning' })
    readings[Symbol.dispose]()
    const { forgotten } = (await plugin.act('reset')) as { forgotten: number }
    assert.ok(forgotten >= 30, `${forgotten} samples`)
    assert.deepEqual(plugin.storage.get('samples'), [])
    assert.equal(plugin.notifications.size, 0)
  })
})
