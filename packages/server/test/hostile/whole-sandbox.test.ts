import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { installPlugin, type Claims } from '@marinedata/testing/boats/installed-plugin'
import { until } from '@marinedata/testing/boats/pilot-boat'
import {
  startCli,
  switchOffUsual,
  temporaryFolder,
  type RunningCli,
} from '@marinedata/testing/boats/start-cli'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 60_000 }
const base = '/marinedata/v2/api/plugins/bomb'
/** 1,023 processes, if nothing ends them. */
const levels = '9'
const mark = `bomb-${process.pid}-${Date.now()}`
const endsWithinMs = timeLimit(3_000)

/** The number of processes with this word in their command. */
const processesOf = (word: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^[0-9]+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
    } catch {
      return false
    }
  }).length

/** A server in whose data folder an attack is installed as a plugin. */
const boatWith = async (attack: string, claims: Claims): Promise<RunningCli & { readonly home: string }> => {
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await temporaryFolder())
  switchOffUsual(folder)
  const home = await installPlugin(folder, 'bomb', claims)
  copyFileSync(join(import.meta.dirname, 'attacks', attack), join(home, 'main.js'))
  copyFileSync(join(import.meta.dirname, 'attacks', attack), join(home, attack))
  const boat = stack.use(await startCli({ folder, hasPlugins: true, settings: {} }))
  const running = stack.move()
  return { ...boat, home, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Enables the plugin, waits for its first fault, disables it, and waits until nothing of it is left. */
const firstFault = async (boat: RunningCli, word = mark): Promise<NonNullable<PluginReport['lastFault']>> => {
  const enabled = exchange(boat.url, `${base}/enable`, { method: 'POST' })
  const count = (): number => processesOf(word)
  await until(count, (present) => present > 0)
  const startedAt = performance.now()
  const { lastFault } = await until(
    () => getJson<PluginReport>(boat.url, base),
    (report) => report.lastFault !== null,
  )
  const elapsedMs = performance.now() - startedAt
  assert.notEqual((await enabled).status, 200)
  assert.equal((await exchange(boat.url, `${base}/disable`, { method: 'POST' })).status, 200)
  assert.equal(await until(count, (present) => present === 0), 0)
  assert.ok(elapsedMs < endsWithinMs, `it took ${Math.round(elapsedMs)} ms`)
  return lastFault!
}

const memory = 1_024
const bombs: Readonly<Record<string, readonly [attack: string, claims: Claims]>> = {
  Python: ['fork-bomb.py', { run: ['python3', 'fork-bomb.py', levels, mark] }],
  'a shell': ['fork-bomb.sh', { run: ['sh', 'fork-bomb.sh', levels, mark] }],
  'Node, started by "run",': ['fork-bomb.js', { run: ['node', 'fork-bomb.js', levels, mark], memory }],
}

for (const [language, [attack, claims]] of Object.entries(bombs))
  test(`a plugin in ${language} that keeps starting processes is ended with all of them`, limit, async () => {
    await using boat = await boatWith(attack, claims)
    const { kind, message } = await firstFault(boat)
    assert.equal(kind, 'processes', message)
  })

test(
  'a plugin in JavaScript with the right to start processes is ended with all of them',
  limit,
  async () => {
    await using boat = await boatWith('fork-bomb.js', { needs: ['processes'], memory })
    const { kind, message } = await firstFault(boat, join(boat.home, 'main.js'))
    assert.equal(kind, 'processes', message)
  },
)

test('memory in the children of a plugin counts', limit, async () => {
  const run = ['python3', 'memory-in-children.py', mark]
  await using boat = await boatWith('memory-in-children.py', { run, memory: 64 })
  const { kind, message } = await firstFault(boat)
  assert.equal(kind, 'memory', message)
  assert.match(message, /MB in [2-4] processes; its limit is 64 MB$/)
})
