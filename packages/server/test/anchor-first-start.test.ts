import type { AnchorState, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorPath, askAnchor } from './anchor-boat.ts'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const plugin = '/marinedata/v2/api/plugins/anchor-watch'
const report = (url: string): Promise<PluginReport> => getJson(url, plugin)

test('the anchor watch is enabled at the first start, and stays disabled once disabled', limit, async () => {
  await using folder = await temporaryFolder()
  {
    await using boat = await startCli({ folder: folder.path, hasPlugins: true })
    const { text } = await until(
      () => askAnchor(boat.url, 'GET'),
      ({ status }) => status === 200,
    )
    const { state, device, online } = JSON.parse(text) as AnchorState
    assert.deepEqual([state, device, online], ['raised', 'anchor-watch', true])
    const { enabled, origin } = await report(boat.url)
    assert.deepEqual([enabled, origin], [true, 'first-party'])
    assert.equal((await exchange(boat.url, `${plugin}/disable`, { method: 'POST' })).status, 200)
    await boat.end('SIGTERM')
  }
  await using again = await startCli({ folder: folder.path, hasPlugins: true })
  assert.deepEqual(await report(again.url).then(({ state, enabled }) => [state, enabled]), [
    'disabled',
    false,
  ])
  assertProblem(await exchange(again.url, anchorPath), 'no-provider')
})

test('the anchor watch is enabled on a boat that was first started without plugins', limit, async () => {
  await using folder = await temporaryFolder()
  {
    await using safe = await startCli({ folder: folder.path, words: ['--safe'] })
    assert.equal((await report(safe.url)).state, 'safe-mode')
    await safe.end('SIGTERM')
  }
  await using boat = await startCli({ folder: folder.path, hasPlugins: true })
  await until(
    () => report(boat.url),
    ({ state }) => state === 'running',
  )
})
