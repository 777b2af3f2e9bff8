import type { HistoryValuesHead } from '@marinedata/model'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mountSmallDisk, type SmallDisk } from '@marinedata/history/testing'
import { until } from '@marinedata/testing/until'

const here = join(import.meta.dirname, '..')
const limit = { timeout: 300_000 }
const patience = { deadlineMs: 30_000 }
const alert = 'notifications.history.recording'
const path = 'environment.depth.belowKeel'

const isRaised = (plugin: StartedPlugin): boolean => plugin.notifications.get(alert)?.state === 'warn'

const send = (plugin: StartedPlugin, value: number): void => {
  const values = [{ path, value }]
  assert.equal(
    plugin.send([{ updates: [{ $source: 'sounder', timestamp: new Date().toISOString(), values }] }]),
    1,
  )
}

const valuesOf = async (plugin: StartedPlugin): Promise<unknown[]> => {
  const to = Date.now() + 1_000
  const question = { context: 'vessels.self', from: to - 300_000, to, resolution: 1, columns: [{ path }] }
  const [head, ...rows] = await plugin.askHistory({ ask: 'values', question })
  assert.equal((head as HistoryValuesHead).values[0]?.path, path)
  return rows.flatMap((row) => (row as unknown[])[1] ?? [])
}

test(
  'a full disk raises an alert that ends with it, also when the recorder is restarted meanwhile',
  limit,
  async (context) => {
    let mounted: SmallDisk
    try {
      mounted = mountSmallDisk(8)
    } catch (error) {
      context.skip(`Mounting a tmpfs is not permitted here; run this test as root. ${String(error)}`)
      return
    }
    using disk = mounted
    const options = { ...patience, folder: disk.path }
    {
      await using plugin = await startPlugin(here, options)
      send(plugin, 3)
      await sleep(1_100)
      assert.equal(isRaised(plugin), false)
      disk.fill()
      await until(() => isRaised(plugin), Boolean, { what: 'the alert is raised' })
      send(plugin, 4)
      assert.deepEqual(await valuesOf(plugin), [3, 4])
      disk.empty()
      await until(() => !isRaised(plugin), Boolean, { what: 'the alert is ended' })
    }
    disk.fill()
    await using plugin = await startPlugin(here, options)
    await until(() => isRaised(plugin), Boolean, { what: 'the alert is raised at the start' })
    disk.empty()
    await until(() => !isRaised(plugin), Boolean, { what: 'the alert is ended' })
    await until(
      () => {
        const values = [{ path, value: 5 }]
        return (
          plugin.send([
            { updates: [{ $source: 'sounder', timestamp: new Date().toISOString(), values }] },
          ]) === 1
        )
      },
      Boolean,
      { what: 'the recorder has subscribed' },
    )
    const found = await valuesOf(plugin)
    assert.deepEqual([found[0], found[1], found.at(-1)], [3, 4, 5])
  },
)
