import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { PluginsOverRest } from '@marinedata/testing/measured/plugins-over-rest'
import { metric } from './measured/server-vitals.ts'

const fixture = (name: string): string => new URL(`./plugins/${name}.ts`, import.meta.url).pathname
const name = 'trespasser'
const tree = '/marinedata/v1/api'

/** The attempts, the reason and count of their refusals, and the error that the plugin receives. */
const attempts: readonly (readonly [how: string, reason: string, count: number, answer?: string])[] = [
  ['foreign-source', 'foreign-source', 1],
  ['undeclared-path', 'undeclared-path', 1],
  ['reserved-path', 'reserved-path', 2],
  ['prototype-path', 'invalid-path', 2],
  ['foreign-context', 'undeclared-context', 1],
  ['foreign-device', 'device-taken', 3, 'device-taken'],
  ['undeclared-alarm', 'not-declared', 1, 'not-declared'],
  ['undeclared-answer', 'not-declared', 1, 'not-declared'],
  ['undeclared-listening', 'not-declared', 1, 'not-declared'],
  ['huge-message', 'too-large', 1],
]

test('a plugin has only the rights of its manifest', { timeout: 300_000 }, async (context) => {
  await using server = await startCli({
    settings: { logLevel: 'info' },
    words: ['--plugin', fixture('steady'), '--plugin', fixture(name)],
  })
  const { url } = server
  const plugins = new PluginsOverRest(url)
  const { pid } = (await plugins.running(name)).report
  const device = (await plugins.running('steady')).report.devices
  for (const [how, reason, count, answer] of attempts)
    await context.test(`${how} is refused as ${reason}`, async () => {
      const before = (await plugins.report(name)).refused[reason] ?? 0
      const { status, text } = await plugins.post(name, 'actions/trespass', { how })
      assert.equal(status, 200, text)
      assert.equal((JSON.parse(text) as { result?: unknown }).result, answer)
      const { report } = await plugins.until(name, ({ refused }) => (refused[reason] ?? 0) >= before + count)
      assert.equal(report.refused[reason], before + count)
      const counted = await metric(
        url,
        `marinedata_plugin_refused_total{plugin="${name}",reason="${reason}"}`,
      )
      assert.equal(counted, before + count)
    })
  assert.equal((await plugins.post(name, 'actions/behave')).status, 200)
  const text = JSON.stringify(await getJson(url, tree))
  assert.ok(text.includes('well-behaved') && !text.includes('trespassed'), text)
  assert.equal((await exchange(url, `${tree}/vessels/urn:mrn:imo:mmsi:230099999`)).status, 404)
  const { state, pid: lastPid, faults, devices } = await plugins.report(name)
  assert.deepEqual([state, lastPid, faults, devices], ['running', pid, {}, []])
  assert.deepEqual((await plugins.report('steady')).devices, device)
})
