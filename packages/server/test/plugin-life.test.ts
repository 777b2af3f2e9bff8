import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startServer } from '../src/start-server.ts'
import { exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { talk, type RawAnswer } from './raw-connection.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const base = '/marinedata/v2/api/plugins'
const name = 'trips'
const limit = { timeout: 300_000 }

interface Installed {
  readonly version?: string
  /** The process exits right after its start. */
  readonly isBroken?: boolean
}

/** Installs a plugin, or replaces it by another version. */
const install = async (folder: string, { version = '1.0.0', isBroken = false }: Installed = {}) => {
  const home = join(folder, 'plugins', name)
  const main = `main-${version}.js`
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'package.json'), JSON.stringify({ name, type: 'module', main }))
  await writeFile(
    join(home, 'marinedata-plugin.json'),
    JSON.stringify({ name, version, description: 'Says hello' }),
  )
  if (isBroken) await writeFile(join(home, main), 'process.exit(3)')
  else await copyFile(join(import.meta.dirname, 'plugins', 'plain.js'), join(home, main))
}

const post = (boat: Boat, verb: string): Promise<Exchange> =>
  exchange(boat.url, `${base}/${name}/${verb}`, { method: 'POST' })

/** Sends requests on one connection: on several, the server may read them in another order. */
const postInOrder = async (boat: Boat, verbs: readonly string[]): Promise<readonly RawAnswer[]> => {
  const requests = verbs.map((verb, index) => {
    const connection = index === verbs.length - 1 ? 'close' : 'keep-alive'
    const headers = `host: localhost\r\ncontent-length: 0\r\nconnection: ${connection}`
    return `POST ${base}/${name}/${verb} HTTP/1.1\r\n${headers}\r\n\r\n`
  })
  return (await talk(boat.url, Buffer.from(requests.join('')))).answers
}

const report = (boat: Boat): Promise<PluginReport> => getJson(boat.url, `${base}/${name}`)

test('two quick switches leave the plugin in the last state', limit, async () => {
  await using boat = await startBoat({ prepare: (folder) => install(folder) })
  assert.equal((await post(boat, 'enable')).status, 200)
  for (const verbs of [
    ['disable', 'enable'],
    ['restart', 'disable', 'enable'],
    ['disable', 'enable', 'restart'],
  ]) {
    const answers = await postInOrder(boat, verbs)
    assert.equal(answers.length, verbs.length)
    assert.equal(answers.at(-1)?.status, 200, answers.at(-1)?.body)
    const { state, enabled, pid } = await report(boat)
    assert.deepEqual([state, enabled, pid !== null], ['running', true, true], verbs.join())
  }
  assert.equal((await postInOrder(boat, ['enable', 'disable'])).length, 2)
  const { state, enabled, pid } = await report(boat)
  assert.deepEqual([state, enabled, pid], ['disabled', false, null])
})

test(
  'a quarantined plugin is tried again after a restart of the server, and its new version runs on restart',
  limit,
  async () => {
    await using boat = await startBoat({ prepare: (folder) => install(folder, { isBroken: true }) })
    await post(boat, 'enable')
    await until(
      () => report(boat),
      ({ state }) => state === 'quarantined',
    )
    await boat.restart()
    const fresh = await until(
      () => report(boat),
      ({ faults }) => Object.keys(faults).length > 0,
    )
    assert.equal(fresh.quarantine, null)
    await until(
      () => report(boat),
      ({ state }) => state === 'quarantined',
    )
    await install(boat.folder, { version: '1.0.1' })
    const { status, text } = await post(boat, 'restart')
    assert.equal(status, 200, text)
    const { state, version, quarantine } = await report(boat)
    assert.deepEqual([state, version, quarantine], ['running', '1.0.1', null])
  },
)

test('a plugin installed while the server runs can be enabled and updated', limit, async () => {
  await using boat = await startBoat()
  assert.equal((await post(boat, 'enable')).status, 404)
  await install(boat.folder)
  assert.equal((await post(boat, 'enable')).status, 200)
  await install(boat.folder, { version: '2.0.0' })
  assert.equal((await post(boat, 'disable')).status, 200)
  assert.equal((await post(boat, 'enable')).status, 200)
  const { state, version } = await report(boat)
  assert.deepEqual([state, version], ['running', '2.0.0'])
})

/** A plugin named at the start, with that name in its manifest. */
const writeGiven = async (home: string, given: string): Promise<void> => {
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'package.json'), '{"name":"given","type":"module","main":"main.js"}')
  await writeFile(
    join(home, 'marinedata-plugin.json'),
    JSON.stringify({ name: given, version: '1.0.0', description: 'Says hello' }),
  )
  await copyFile(join(import.meta.dirname, 'plugins', 'plain.js'), join(home, 'main.js'))
}

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

test(
  'a reloaded plugin cannot take the name of another plugin, and ends with the server',
  limit,
  async () => {
    await using folder = await temporaryFolder()
    const [north, south] = ['north', 'south'].map((place) => join(folder.path, place)) as [string, string]
    await writeGiven(north, 'north')
    await writeGiven(south, 'south')
    const server = await startServer({
      settings: { port: 0 },
      folder: join(folder.path, 'data'),
      log: pino({ level: 'silent' }),
      isOpen: true,
      plugins: { given: [north, south] },
    })
    await Promise.all([server.plugins.enable('north'), server.plugins.enable('south')])
    const before = server.plugins.report('north').pid
    await writeGiven(south, 'north')
    await assert.rejects(server.plugins.reload(south), /Another plugin has the name "north"/)
    assert.deepEqual(
      Object.keys(server.plugins.list()).filter((known) => /north|south/.test(known)),
      ['north', 'south'],
    )
    assert.equal(server.plugins.report('north').pid, before)
    await writeGiven(south, 'west')
    const reloading = server.plugins.reload(south).catch(() => undefined)
    while (!('west' in server.plugins.list())) await sleep(1)
    const pids = (): number[] => Object.values(server.plugins.list()).flatMap(({ pid }) => pid ?? [])
    const running = pids()
    await server[Symbol.asyncDispose]()
    await reloading
    assert.deepEqual(
      [...running, ...pids()].filter((pid) => !isGone(pid)),
      [],
    )
  },
)

test('a choice that cannot be saved changes nothing', limit, async () => {
  await using boat = await startBoat({ prepare: (folder) => install(folder) })
  assert.equal((await post(boat, 'enable')).status, 200)
  const before = await report(boat)
  {
    using database = new DatabaseSync(join(boat.folder, 'marinedata.db'), { timeout: 10_000 })
    database.exec('BEGIN IMMEDIATE')
    assert.ok((await post(boat, 'disable')).status >= 500)
    const { state, enabled, pid } = await report(boat)
    assert.deepEqual([state, enabled, pid], ['running', true, before.pid])
  }
  assert.equal((await post(boat, 'disable')).status, 200)
})
