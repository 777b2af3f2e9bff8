import type { DoctorReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { BoatStore } from '../src/storage/boat-store.ts'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { runCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'

const path = '/marinedata/v2/api/backup'
const limit = { timeout: 300_000 }

test('an owner downloads a backup, one at a time, and it can be restored', limit, async () => {
  await using folder = await temporaryFolder()
  await using boat = await startBoat({
    settings: { name: 'Aura' },
    prepare: async (data) => {
      await mkdir(join(data, 'charts'))
      // Too large for the buffers of the connection, so that the first download waits for its reader.
      await writeFile(join(data, 'charts', 'large.pmtiles'), randomBytes(16e6))
    },
  })
  const waiting = new AbortController()
  const first = await fetch(`${boat.url}${path}`, { signal: waiting.signal })
  assert.equal(first.status, 200)
  assertProblem(await exchange(boat.url, `${path}?without=charts`), 'too-many-requests')
  waiting.abort()
  const wanted = `${boat.url}${path}?without=charts,history`
  let second = await fetch(wanted)
  while (second.status === 429) second = await fetch(wanted)
  assert.match(
    second.headers.get('content-disposition') ?? '',
    /^attachment; filename="marinedata-aura-\d+T\d+Z\.tar\.gz"$/,
  )
  const file = join(folder.path, 'boat.tar.gz')
  await writeFile(file, Buffer.from(await second.arrayBuffer()))
  const { manifest } = await restoreBackup({ file, folder: join(folder.path, 'data') })
  assert.deepEqual(manifest.without, ['charts', 'history'])
  using store = new BoatStore(join(folder.path, 'data'))
  assert.ok(boat.self.endsWith(store.readFact('vessel-uuid') ?? 'none'))
  assert.ok(!(await readdir(boat.folder)).includes('.backup'))
})

test('the doctor checks the machine and says what to do about every problem', limit, async () => {
  await using boat = await startBoat()
  const { findings } = (await getJson(boat.url, '/marinedata/v2/api/doctor')) as DoctorReport
  const checks = new Set(findings.map(({ check }) => check))
  for (const check of [
    'program',
    'folder',
    'disk',
    'clock',
    'port',
    'devices',
    'network',
    'plugins',
    'sandbox',
  ] as const)
    assert.ok(checks.has(check), check)
  for (const { level, action, message } of findings)
    assert.equal(level === 'ok', action === undefined, message)
  // The boat listens on a port of its own, which is not the one of the settings.
  const { port } = new URL(boat.url)
  const portOf = (list: DoctorReport['findings']) => list.find(({ check }) => check === 'port')?.details
  assert.deepEqual(portOf(findings), { port })
  const { stdout } = await runCli('doctor', '--json', '--data', boat.folder)
  assert.deepEqual(portOf((JSON.parse(stdout) as DoctorReport).findings), { port })
})
