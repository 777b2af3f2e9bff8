import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const rogue = '/marinedata/v2/api/plugins/rogue'

test(
  'a plugin that floods stderr is stopped with that reason and restarted',
  { timeout: 300_000 },
  async () => {
    await using boat = await startBoat({
      plugins: { given: [join(import.meta.dirname, 'plugins', 'rogue.ts')] },
    })
    const report = (): Promise<PluginReport> => getJson(boat.url, rogue)
    const before = await until(report, ({ state }) => state === 'running')
    const { status, text } = await exchange(boat.url, `${rogue}/actions/misbehave`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ how: 'flood-stderr' }),
    })
    assert.equal(status, 200, text)
    const after = await until(report, ({ state, pid }) => state === 'running' && pid !== before.pid, {
      timeoutMs: 150_000,
    })
    assert.deepEqual(after.faults, { 'stderr-flooding': 1 })
  },
)
