import type { AnchorState, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { anchorPath, askAnchor, boatsWatch, home } from '../anchor-boat.ts'
import { getJson } from '@marinedata/testing/exchange'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { isFullForm } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 110_000 }
const stoppedMs = isFullForm ? 30_000 : 3_000
const radius = 'navigation.anchor.currentRadius'

test(
  'a server that was stopped for a while still watches the anchor, with the same plugin process',
  limit,
  async (context) => {
    await using server = await startCli({
      words: ['--plugin', boatsWatch.place],
      settings: { logLevel: 'error' },
    })
    await using stream = await StreamListener.open(server.url, '?subscribe=self')
    let fixes = 0
    const feeding = setInterval(() => {
      const latitude = home.latitude + (fixes++ % 5) / 1e6
      stream.put('navigation.position', { ...home, latitude }, 'gps')
    }, 200)
    context.after(() => clearInterval(feeding))
    await until(
      () => askAnchor(server.url, 'POST drop'),
      ({ status }) => status === 200,
    )
    assert.equal((await askAnchor(server.url, 'POST radius', { body: { value: 40 } })).status, 200)
    const report = () => getJson<PluginReport>(server.url, `/marinedata/v2/api/plugins/${boatsWatch.plugin}`)
    const before = await report()
    await stream.firstAt(radius)

    server.child.kill('SIGSTOP')
    await sleep(stoppedMs)
    stream.forget()
    server.child.kill('SIGCONT')
    // The plugin reports again and again; a hang would have been found by then.
    for (let reports = 0; reports < 5; reports++) {
      await stream.firstAt(radius)
      stream.forget()
    }
    const after = await report()
    assert.deepEqual([after.state, after.pid], ['running', before.pid])
    const anchor = await until(
      () => getJson<AnchorState>(server.url, anchorPath),
      ({ alert }) => alert?.level === 'normal',
    )
    assert.deepEqual([anchor.state, anchor.online], ['watching', true])
  },
)
