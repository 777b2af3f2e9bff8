// @ts-check
import { describePlugin, startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const here = import.meta.dirname

// What every plugin must do: start, answer, keep to its manifest, stop.
describePlugin(here, { settings: { period: 0.1 } })

test('the level of the tank is told again and again, and falls', async () => {
  await using plugin = await startPlugin(here, { settings: { period: 0.1 } })
  const first = await plugin.next('tanks.fuel.main.currentLevel')
  const second = await plugin.next('tanks.fuel.main.currentLevel')
  assert.ok(Number(second) < Number(first), `${second} is not less than ${first}`)
})
