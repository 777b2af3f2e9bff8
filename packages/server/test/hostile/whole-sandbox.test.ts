import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { installPlugin, type Claims } from '@marinedata/testing/boats/installed-plugin'
import {
  startCli,
  switchOffUsual,
  temporaryFolder,
  type RunningCli,
} from '@marinedata/testing/boats/start-cli'
import { isFullForm, timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 60_000 }
const base = '/marinedata/v2/api/plugins'
/** 1,023 processes, if nothing ends them. */
const levels = '9'
/** Limit of the server for the processes of one plugin. */
const mostProcesses = 32
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

interface Attack {
  readonly file: string
  readonly claims: (word: string) => Claims
  /** Text in the command line of its processes; default the mark of the test. */
  readonly word?: (home: string) => string
}

/** First fault of an attack, and its times. */
interface Observed {
  readonly fault: NonNullable<PluginReport['lastFault']>
  /** Milliseconds since the first process. */
  readonly elapsedMs: number
  /** Milliseconds since the limit of processes was exceeded; `elapsedMs` if that was not observed. */
  readonly afterLimitMs: number
}

let boat: RunningCli
let folder = ''
const stack = new AsyncDisposableStack()
before(async () => {
  folder = stack.use(await temporaryFolder()).path
  switchOffUsual(folder)
  boat = stack.use(await startCli({ folder, hasPlugins: true, settings: {} }))
})
after(() => stack.disposeAsync())

/** Installs and enables the attack, and waits for its first fault and the end of its processes. */
const suffer = async (name: string, { file, claims, word }: Attack): Promise<Observed> => {
  const ownMark = `${mark}-${name}`
  const home = await installPlugin(folder, name, claims(ownMark))
  for (const target of ['main.js', file])
    copyFileSync(join(import.meta.dirname, 'attacks', file), join(home, target))
  const count = (): number => processesOf(word?.(home) ?? ownMark)
  const enabled = exchange(boat.url, `${base}/${name}/enable`, { method: 'POST' })
  await until(count, (present) => present > 0)
  const startedAt = performance.now()
  let limitAt: number | undefined
  const report = async (): Promise<PluginReport> => {
    if (count() > mostProcesses) limitAt ??= performance.now()
    return await getJson<PluginReport>(boat.url, `${base}/${name}`)
  }
  const { lastFault } = await until(report, (each) => each.lastFault !== null)
  const elapsedMs = performance.now() - startedAt
  const afterLimitMs = performance.now() - (limitAt ?? startedAt)
  assert.notEqual((await enabled).status, 200)
  assert.equal((await exchange(boat.url, `${base}/${name}/disable`, { method: 'POST' })).status, 200)
  assert.equal(await until(count, (present) => present === 0), 0)
  return { fault: lastFault!, elapsedMs, afterLimitMs }
}

const memory = 1_024
const bombs: Readonly<Record<string, Attack>> = {
  python: { file: 'fork-bomb.py', claims: (word) => ({ run: ['python3', 'fork-bomb.py', levels, word] }) },
  javascript: {
    file: 'fork-bomb.js',
    claims: () => ({ needs: ['processes'], memory }),
    word: (home) => join(home, 'main.js'),
  },
  shell: { file: 'fork-bomb.sh', claims: (word) => ({ run: ['sh', 'fork-bomb.sh', levels, word] }) },
  node: {
    file: 'fork-bomb.js',
    claims: (word) => ({ run: ['node', 'fork-bomb.js', levels, word], memory }),
  },
}
const shortBombs: ReadonlySet<string> = new Set(['python', 'javascript'])

for (const [language, bomb] of Object.entries(bombs))
  test(
    `a plugin in ${language} that keeps starting processes is ended with all of them`,
    { ...limit, skip: isFullForm || shortBombs.has(language) ? false : 'in the full form' },
    async (context) => {
      const { fault, elapsedMs, afterLimitMs } = await suffer(`bomb-${language}`, bomb)
      context.diagnostic(
        `ended ${Math.round(elapsedMs)} ms after its start, ${Math.round(afterLimitMs)} ms after its process ${mostProcesses + 1}`,
      )
      assert.equal(fault.kind, 'processes', fault.message)
      // Loading Node for each of 33 processes takes longer on a busy machine than ending them.
      assert.ok(afterLimitMs < endsWithinMs, `it took ${Math.round(afterLimitMs)} ms`)
    },
  )

test('memory in the children of a plugin counts', limit, async () => {
  const { fault } = await suffer('hoarder', {
    file: 'memory-in-children.py',
    claims: (word) => ({ run: ['python3', 'memory-in-children.py', word], memory: 64 }),
  })
  assert.equal(fault.kind, 'memory', fault.message)
  assert.match(fault.message, /MB in [2-4] processes; its limit is 64 MB$/)
})
