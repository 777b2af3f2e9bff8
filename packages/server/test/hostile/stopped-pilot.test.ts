import type { Notification, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { askPilot } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 110_000 }
const scribe = join(import.meta.dirname, '..', 'plugins', 'scribe.ts')
const plugin = '/marinedata/v2/api/plugins/scribe'
const heading = '/marinedata/v1/api/vessels/self/notifications/steering/autopilot/heading'

test(
  'while the plugin of an engaged autopilot is stopped the alarm sounds, and disengage works afterwards',
  limit,
  async () => {
    await using boat = await startBoat({ plugins: { given: [scribe] } })
    const command = (ask: string) => askPilot(boat.url, ask)
    await until(
      () => command('POST scribe/engage'),
      ({ status }) => status === 200,
    )
    const { pid } = await getJson<PluginReport>(boat.url, plugin)
    process.kill(pid!, 'SIGSTOP')
    const alarm = await until(
      async () => {
        const { status, text } = await exchange(boat.url, heading)
        // The leaf is a notification.
        return status === 200 ? (JSON.parse(text) as { value: Notification }).value : undefined
      },
      (value) => value?.state === 'alarm',
    )
    assert.ok(alarm?.method.includes('sound'))
    await until(
      () => command('POST scribe/disengage'),
      ({ status }) => status === 200,
    )
    assert.equal((await command('GET scribe/state')).text, '{"value":"standby"}')
    const after = await getJson<PluginReport>(boat.url, plugin)
    assert.equal(after.lastFault?.kind, 'hung')
    assert.notEqual(after.pid, pid)
  },
)
