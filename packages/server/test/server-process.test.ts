import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJson } from '@marinedata/testing/exchange'
import { runCli, startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'

const main = new URL('../src/cli/main.ts', import.meta.url).pathname
const stuck = new URL('plugins/stuck-at-load.ts', import.meta.url).pathname
const limit = { timeout: 300_000 }

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean).map(Number)

/** A zombie process has ended. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

test('Ctrl-C during the start ends the queried plugins and closes the store', limit, async () => {
  await using folder = await temporaryFolder()
  const words = ['--open', '--port', '0', '--data', folder.path, '--plugin', stuck]
  const server = spawn(process.execPath, ['--conditions=@marinedata/source', main, ...words])
  const ended = once(server, 'exit') as Promise<[number | null, string | null]>
  let children: number[] = []
  while (children.length === 0) {
    await sleep(20)
    children = childrenOf(server.pid!)
  }
  assert.ok(existsSync(join(folder.path, 'marinedata.db')))
  server.kill('SIGINT')
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(children.filter(isAlive), [])
  // SQLite removes its journal when the last connection is closed properly.
  assert.ok(!existsSync(join(folder.path, 'marinedata.db-wal')))
})

const planted = `data:text/javascript,${encodeURIComponent(`
  // Worker threads run the preload too, and have no channel to the parent process.
  if (process.channel !== undefined) process.on('message', (kind) => {
    if (kind === 'throw') setImmediate(() => { throw new Error('planted throw') })
    if (kind === 'reject') Promise.reject(new Error('planted rejection'))
  })
  process.channel?.unref()
`)}`

const untilLogged = async (log: () => string, text: string): Promise<void> => {
  while (!log().includes(text)) await sleep(10)
}

test('an uncaught error is logged and the server continues; repeated ones shut it down', limit, async () => {
  await using server = await startCli({ settings: {}, nodeOptions: ['--import', planted] })
  for (const [kind, event] of [
    ['throw', 'process.uncaught_exception'],
    ['reject', 'process.unhandled_rejection'],
  ] as const) {
    server.child.send(kind)
    await untilLogged(server.stderr, event)
    assert.equal((await getJson<{ self: string }>(server.url, '/marinedata/v1/api')).self.length > 0, true)
  }
  const ended = once(server.child, 'exit') as Promise<[number | null]>
  for (let count = 0; count < 3; count++) server.child.send('throw')
  assert.equal((await ended)[0], 1)
  assert.match(server.stderr(), /too many uncaught errors/)
})

test('an unexpected error of the start is one sentence, and the process ends with 1', limit, async () => {
  await using folder = await temporaryFolder()
  // Another program holds the database.
  using database = new DatabaseSync(join(folder.path, 'marinedata.db'))
  database.exec('CREATE TABLE fact (name TEXT, value TEXT); BEGIN EXCLUSIVE')
  const { code, stderr } = await runCli('--open', '--safe', '--port', '0', '--data', folder.path)
  assert.match(stderr, /^marinedata: The server cannot start: database is locked$/m)
  assert.doesNotMatch(stderr, /server continues/)
  assert.equal(code, 1)
})
