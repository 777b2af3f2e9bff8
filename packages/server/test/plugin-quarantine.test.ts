import type { PluginReport, PluginState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertProblem, getJson } from '@marinedata/testing/exchange'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { installPlugin } from './measured/installed-plugin.ts'
import { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'
import { plugin } from './plugins/feeble.ts'

const name = 'feeble'
const waitsMs = [250, 500, 1_000, 2_000]
/** Timestamps are truncated to milliseconds. */
const earlyMs = 2

/** Every state of a plugin until the given one, with its start time. */
const statesUntil = async (
  plugins: PluginsOverRest,
  last: PluginState,
): Promise<{
  readonly states: readonly (readonly [PluginState, number])[]
  readonly report: PluginReport
}> => {
  const sinceByState = new Map<string, readonly [PluginState, number]>()
  const { report } = await plugins.until(name, ({ state, since }) => {
    sinceByState.set(`${state} ${since}`, [state, Date.parse(since)])
    return state === last
  })
  return { states: [...sinceByState.values()], report }
}

const alarmOf = async (url: string): Promise<{ state: string; message: string }> => {
  const path = `/marinedata/v1/api/vessels/self/notifications/plugins/${name}`
  return (await getJson<{ value: { state: string; message: string } }>(url, path)).value
}

const assertKeptDown = async (
  { url }: RunningCli,
  { state, pid, enabled, quarantine }: PluginReport,
): Promise<void> => {
  assert.deepEqual([state, pid, enabled], ['quarantined', null, true])
  assert.match(quarantine ?? '', /^it failed 5 times within 5 minutes; last fault: .*too feeble/s)
  const alarm = await alarmOf(url)
  // Nobody relies on it, so it does not fill the screens.
  assert.equal(alarm.state, 'warn')
  assert.match(alarm.message, /is stopped after repeated failures: it failed 5 times/)
}

test(
  'a failing plugin is restarted at growing intervals, then stopped until a person restarts it or the server restarts',
  { timeout: 300_000 },
  async (context) => {
    await using folder = await temporaryFolder()
    await installPlugin(folder.path, { name, fixture: name, manifest: plugin.manifest })
    {
      await using server = await startCli({ folder: folder.path, hasPlugins: true })
      const plugins = new PluginsOverRest(server.url)
      assertProblem(await plugins.post(name, 'enable'), 'plugin-failed')
      const { states, report } = await statesUntil(plugins, 'quarantined')
      const rests = states.flatMap(([state, at], index) =>
        state === 'waiting' ? [states[index + 1]![1] - at] : [],
      )
      context.diagnostic(`it rested ${rests.join(', ')} ms`)
      assert.equal(rests.length, waitsMs.length)
      for (const [index, waitMs] of waitsMs.entries()) {
        const rest = rests[index]!
        // A busy machine can only make an interval longer.
        assert.ok(rest >= waitMs - earlyMs, `${rest} ms instead of ${waitMs}`)
      }
      assert.deepEqual([report.faults, report.restarts], [{ 'start-failed': 5 }, 4])
      await assertKeptDown(server, report)
      assert.equal((await server.end('SIGTERM')).code, 0)
    }
    await using server = await startCli({ folder: folder.path, hasPlugins: true })
    const plugins = new PluginsOverRest(server.url)
    // A restart of the server ends the quarantine: the plugin is tried again.
    const { report: tried } = await plugins.until(name, ({ faults }) => (faults['start-failed'] ?? 0) > 0)
    assert.equal(tried.quarantine, null)
    // A fixed plugin runs.
    assert.equal((await plugins.configure(name, { isFeeble: false })).status, 200)
    const { state, quarantine } = await plugins.report(name)
    assert.deepEqual([state, quarantine], ['running', null])
    assert.equal((await alarmOf(server.url)).state, 'normal')
  },
)

const childrenOf = (pid: number): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim()

test('in safe mode no plugin runs, not even to read its manifest', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder()
  await installPlugin(folder.path, { name, fixture: name, manifest: plugin.manifest })
  {
    await using server = await startCli({ folder: folder.path, hasPlugins: true })
    const plugins = new PluginsOverRest(server.url)
    await plugins.configure(name, { isFeeble: false })
    assert.equal((await plugins.post(name, 'enable')).status, 200)
    assert.equal((await server.end('SIGTERM')).code, 0)
  }
  const given = new URL('./plugins/stuck-at-load.ts', import.meta.url).pathname
  await using server = await startCli({ folder: folder.path, words: ['--safe', '--plugin', given] })
  const plugins = new PluginsOverRest(server.url)
  const { state, pid, enabled } = await plugins.report(name)
  assert.deepEqual([state, pid, enabled], ['safe-mode', null, true])
  assert.equal((await plugins.report('stuck-at-load')).pid, null)
  assertProblem(await plugins.post(name, 'enable'), 'plugin-not-running')
  assert.equal(childrenOf(server.pid), '')
})
