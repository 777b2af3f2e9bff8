import type { PluginBudget, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertProblem, exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'
import type { Settings } from '../src/settings/settings.ts'

const api = '/marinedata/v2/api'
const limit = { timeout: 300_000 }
type Budget = NonNullable<NonNullable<Settings['plugins']>['budget']>

/** Installs two small plugins. */
const installBoth = async (folder: string): Promise<void> => {
  for (const name of ['first', 'second']) {
    const place = join(folder, 'plugins', name)
    await mkdir(place, { recursive: true })
    const described = { name, version: '1.0.0', type: 'module', main: 'main.js' }
    const manifest = { name, version: '1.0.0', description: 'Does nothing' }
    await writeFile(join(place, 'package.json'), JSON.stringify(described))
    await writeFile(join(place, 'marinedata-plugin.json'), JSON.stringify(manifest))
    await copyFile(join(import.meta.dirname, 'plugins', 'plain.js'), join(place, 'main.js'))
  }
}

const boatWith = (budget: Budget): Promise<Boat> =>
  startBoat({ settings: { plugins: { budget } }, prepare: installBoth })

const post = ({ url }: Boat, path: string): Promise<Exchange> =>
  exchange(url, `${api}/plugins/${path}`, { method: 'POST' })
const done = async (boat: Boat, path: string): Promise<void> =>
  assert.equal((await post(boat, path)).status, 200)
const refused = async (boat: Boat, path: string, reason: RegExp): Promise<void> =>
  assert.match(assertProblem(await post(boat, path), 'plugin-budget').detail, reason)
const budgetOf = ({ url }: Boat): Promise<PluginBudget> => getJson(url, `${api}/plugin-budget`)
const stateOf = async ({ url }: Boat, name: string): Promise<string> =>
  (await getJson<PluginReport>(url, `${api}/plugins/${name}`)).state

/** The warning about the budget; undefined when it was never raised. */
const warningOf = async ({ url }: Boat): Promise<{ state: string; message: string } | undefined> => {
  const { status, text } = await exchange(
    url,
    '/marinedata/v1/api/vessels/self/notifications/plugins/server/value',
  )
  // The shape of every notification.
  return status === 200 ? (JSON.parse(text) as { state: string; message: string }) : undefined
}

test('beyond the number of plugins another one is refused, but not the anchor watch', limit, async () => {
  await using boat = await boatWith({ plugins: 1 })
  const answers = await Promise.all([post(boat, 'first/enable'), post(boat, 'second/enable')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
    'two at the same time do not both get the last place',
  )
  const [running, other] = answers[0].status === 200 ? ['first', 'second'] : ['second', 'first']
  await refused(boat, `${other}/enable`, /^1 plugins are enabled, and the budget is 1\./)
  assert.equal(await stateOf(boat, other), 'disabled')
  // What is enabled already is not asked again.
  await done(boat, `${running}/restart`)
  await done(boat, `${running}/enable`)

  await done(boat, 'anchor-watch/enable')
  assert.deepEqual((await budgetOf(boat)).plugins, { used: 2, limit: 1 })
  await boat.restart()
  for (const name of [running, 'anchor-watch'])
    await until(
      () => stateOf(boat, name),
      (state) => state === 'running',
      { timeoutMs: 150_000 },
    )

  await done(boat, 'anchor-watch/disable')
  await done(boat, `${running}/disable`)
  await done(boat, `${other}/enable`)
})

test(
  'above the memory of all plugins the largest is named, none is stopped, and no other is enabled',
  { ...limit, skip: process.platform !== 'linux' },
  async () => {
    await using boat = await boatWith({ memory: 1 })
    await done(boat, 'first/enable')
    const warned = await until(
      () => warningOf(boat),
      (value) => value?.state === 'warn',
      { timeoutMs: 150_000 },
    )
    assert.match(
      warned?.message ?? '',
      /^All plugins use [0-9]+ MB of memory, and the budget is 1 MB\. The largest is "first" with [0-9]+ MB$/,
    )
    await refused(boat, 'second/enable', /MB of memory, and the budget is 1 MB/)
    const { memory } = await budgetOf(boat)
    assert.ok(memory.usedBytes !== null && memory.usedBytes > memory.limitBytes)
    assert.equal(await stateOf(boat, 'first'), 'running')

    await done(boat, 'first/disable')
    await until(
      () => warningOf(boat),
      (value) => value?.state === 'normal',
      { timeoutMs: 150_000 },
    )
    assert.equal((await budgetOf(boat)).memory.usedBytes, null)
    await done(boat, 'second/enable')
  },
)

test('above the storage of all plugins no other is enabled until files are deleted', limit, async () => {
  await using boat = await boatWith({ storage: 1 })
  const file = join(boat.folder, 'plugin-data', 'second', 'deep', 'tides.bin')
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, Buffer.alloc(2_000_000, 1))
  await refused(boat, 'first/enable', /^The files of all plugins use 2 MB, and the budget is 1 MB\./)
  const { storage } = await budgetOf(boat)
  assert.ok(storage.usedBytes !== null && storage.usedBytes >= 2_000_000)
  await writeFile(file, 'small')
  await done(boat, 'first/enable')
})
