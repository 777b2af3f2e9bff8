/**
 * Saves a data folder as this version writes it, for the test that later versions open it:
 * `packages/server/test/data-folders/VERSION.tgz`, and what must be found in it beside it. Needs a built server.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestIn, run } from './package/release.ts'

const root = join(import.meta.dirname, '..')
const main = join(root, 'packages/server/dist/cli/main.js')
const fixtures = join(root, 'packages/server/test/data-folders')
const { version } = manifestIn(join(root, 'packages/server'))
const home = mkdtempSync(join(tmpdir(), 'marinedata-fixture-'))
const data = join(home, 'data')
mkdirSync(data)
mkdirSync(fixtures, { recursive: true })
try {
  writeFileSync(
    join(data, 'settings.json'),
    JSON.stringify({ name: 'Fixture', logLevel: 'warn', announce: { plotters: false } }),
  )
  const server = spawn(
    process.execPath,
    [main, '--safe', '--port', '0', '--host', '127.0.0.1', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 120_000,
    },
  )
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const url = /listening on (\S+)/.exec(line.toString())?.[1] ?? ''
  const words = [main, 'access', 'token', 'create', 'fixture', '--role', 'owner', '--data', data]
  const token = execFileSync(process.execPath, words, { encoding: 'utf8' }).trim()
  const path = '/marinedata/v2/api/resources/waypoints'
  const waypoint = { name: 'Harbour', position: { latitude: 54.32, longitude: 10.15 } }
  const saved = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(waypoint),
  })
  server.kill('SIGTERM')
  await once(server, 'exit')
  if (!saved.ok) throw new Error(`the waypoint was not saved: ${saved.status} ${await saved.text()}`)
  // Certificates contain keys, and each boat makes its own.
  for (const name of ['tls', 'plugin-data']) rmSync(join(data, name), { recursive: true, force: true })
  run('tar', ['-czf', join(fixtures, `${version}.tgz`), '-C', data, '.'])
  const expected = { token, waypoint: 'Harbour', name: 'Fixture' }
  writeFileSync(join(fixtures, `${version}.json`), `${JSON.stringify(expected, null, 2)}\n`)
} finally {
  rmSync(home, { recursive: true, force: true })
}
