import { describePlugin, startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

// The package as it is installed on a boat: dist and marinedata-plugin.json, which `npm test` has built.
const plugin = join(import.meta.dirname, '..')
const level = 'tanks.fuel.main.currentLevel'

// What every plugin must do: start, answer, do only what it declares, and stop.
describePlugin(plugin, { settings: { period: 0.1 } })

test('the level of the tank is published repeatedly, and falls', async () => {
  await using running = await startPlugin(plugin, { settings: { period: 0.1 } })
  const first = Number(await running.next(level))
  const second = Number(await running.next(level))
  assert.ok(second < first, `${second} is not less than ${first}`)
})
