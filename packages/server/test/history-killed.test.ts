import type { HistoryValuesAnswer, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const api = '/marinedata/v2/api'
const plugin = join(import.meta.dirname, '..', '..', '..', 'plugins', 'recorder')
const alert = 'notifications.navigation.gnss'

const running = async (boat: Boat, otherThan: number | null = null): Promise<number> => {
  const { pid } = await until(
    () => getJson<PluginReport>(boat.url, `${api}/plugins/recorder`),
    (report) => report.state === 'running' && report.pid !== otherThan,
  )
  assert.ok(pid !== null)
  return pid
}

test(
  'a recorder that is killed while values arrive has no gap afterwards',
  { timeout: 300_000 },
  async () => {
    await using boat = await startBoat({ plugins: { given: [plugin] } })
    const pid = await running(boat)
    await using stream = await StreamListener.open(boat.url, '?subscribe=none')
    const startedAt = Date.now()
    // Each value has a path of its own: at most ten a second of a path are recorded, and a busy machine sends them together.
    const sent: string[] = []
    const send = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) {
        const path = `electrical.batteries.${sent.length}.voltage`
        stream.put(path, 12)
        sent.push(path)
        await sleep(50)
      }
    }
    await send(10)
    stream.put(alert, { state: 'alert', method: [], message: 'No fix' })
    await send(10)
    await stream.settled()
    process.kill(pid, 'SIGKILL')
    await send(10)
    await running(boat, pid)
    await send(10)
    await stream.settled()
    const query = `?startTime=${new Date(startedAt - 500).toISOString()}&playbackRate=10`
    await using player = await StreamListener.open(boat.url, query, { kind: 'playback' })
    await player.firstValue(({ path }) => path === sent.at(-1))
    const played = player.values.filter(({ isStale }) => !isStale).map(({ path }) => path)
    assert.deepEqual(
      sent.filter((path) => !played.includes(path)),
      [],
    )
    assert.equal(played.filter((path) => path === alert).length, 1, 'the alert is recorded once')
    const { gaps } = await getJson<HistoryValuesAnswer>(
      boat.url,
      `${api}/history/values?paths=${sent[0]}&duration=PT10M&resolution=60`,
    )
    assert.deepEqual(gaps, [])
  },
)
