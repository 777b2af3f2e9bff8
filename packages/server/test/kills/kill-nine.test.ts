import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoatStore } from '#storage/boat-store.ts'
import { examineDatabase } from '#storage/database-check.ts'
import { exchange } from '@marinedata/testing/exchange'
import { askPilot } from '@marinedata/testing/boats/pilot-boat'
import { plugin as notebook } from '../plugins/notebook.ts'
import {
  startCli,
  temporaryFolder,
  type RunningCli,
  switchOffUsual,
} from '@marinedata/testing/boats/start-cli'
import { installPlugin } from '../measured/installed-plugin.ts'
import { inForm, reportFigures } from '@marinedata/testing/measured/judgement'
import { until } from '@marinedata/testing/until'
import { storeWriters } from './store-writers.ts'

// A hundred rounds in total in the full form. Most run a process with only the store: it starts quickly and writes
// continuously. The others run the whole server, with requests over HTTP.
const rounds = { store: inForm(80, 10), server: inForm(20, 4) }
const goals = { reopenMs: 500, copyLoopMs: 20 }
const longestRoundMs = 80

const writerModule = new URL('store-writers.ts', import.meta.url).pathname
const scribe = new URL('../plugins/scribe.ts', import.meta.url).pathname

const after = (ms: number): Promise<void> => sleep(Math.random() * ms)

/** Opens the store as the next start does and checks it; returns the duration of opening. */
const reopen = (folder: string, look: (store: BoatStore) => void): number => {
  const startedAt = performance.now()
  using store = new BoatStore(folder)
  const ms = performance.now() - startedAt
  assert.deepEqual(store.repairs, [])
  assert.equal(store.audit.findBreak(), undefined)
  look(store)
  return ms
}

const startWriter = (cache: string, ...words: readonly string[]) =>
  spawn(process.execPath, ['--conditions=@marinedata/source', writerModule, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })

/** Kills a process that writes to the store; returns the acknowledged numbers of each writer. */
const killWriter = async (child: ReturnType<typeof startWriter>): Promise<number[][]> => {
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const closed = once(child, 'close')
  await once(child.stdout, 'data', { signal: AbortSignal.timeout(10_000) })
  await after(longestRoundMs)
  child.kill('SIGKILL')
  await closed
  const acknowledged = storeWriters.map((): number[] => [])
  // An incomplete last line was not acknowledged.
  for (const line of text.split('\n').slice(0, -1)) {
    const [writer, number] = line.split(' ').map(Number)
    acknowledged[writer!]!.push(number!)
  }
  return acknowledged
}

/** The results of a boat that was killed repeatedly. */
interface KillFigures {
  readonly writes: number
  readonly worstMs: number
}

const both = (figures: readonly KillFigures[]): KillFigures => ({
  writes: figures.reduce((sum, { writes }) => sum + writes, 0),
  worstMs: Math.max(...figures.map(({ worstMs }) => worstMs)),
})

const killStoreOften = async (context: TestContext, cache: string, times: number): Promise<KillFigures> => {
  await using folder = await temporaryFolder()
  const copy = join(folder.path, 'marinedata.db.good')
  const all = storeWriters.map((): number[] => [])
  let first = 1
  let worstMs = 0
  let copies = 0
  for (let round = 1; round <= times; round++) {
    const acknowledged = await killWriter(startWriter(cache, folder.path, String(first)))
    for (const [index, numbers] of acknowledged.entries()) all[index]!.push(...numbers)
    const ms = reopen(folder.path, (store) => {
      for (const [index, { name, lost }] of storeWriters.entries())
        assert.deepEqual(lost(store, all[index]!), [], `${name}, round ${round}`)
    })
    worstMs = Math.max(worstMs, ms)
    if (existsSync(copy)) {
      assert.ok(examineDatabase(copy) !== undefined, 'the copy is damaged')
      copies++
    }
    // The last number may have been written but not acknowledged.
    first = Math.max(first, ...all.map((numbers) => numbers.at(-1) ?? 0)) + 2
  }
  context.diagnostic(`${copies} of ${times} rounds found a copy of an earlier one`)
  return { writes: all.reduce((sum, { length }) => sum + length, 0), worstMs }
}

test(
  `a store that is killed ${rounds.store} times loses no acknowledged write`,
  { timeout: 300_000 },
  async (context) => {
    await using cache = await temporaryFolder()
    // Warms up the compile cache, which Node writes when a process exits normally.
    const [code] = (await once(startWriter(cache.path), 'close')) as [number]
    assert.equal(code, 0)
    // Two boats at once: most of the time is start-up.
    const figures = await Promise.all([1, 2].map(() => killStoreOften(context, cache.path, rounds.store / 2)))
    const { writes, worstMs } = both(figures)
    context.diagnostic(`${writes} writes; reopened within ${worstMs.toFixed(0)} ms`)
    assert.ok(writes > rounds.store)
    reportFigures(context, [{ name: 'reopened within', value: worstMs, goal: goals.reopenMs, unit: 'ms' }])
  },
)

/** Concurrent clients: each sends its next request after the response, and records completed changes. */
interface HttpWriter {
  readonly name: string
  readonly ask: (url: string, number: number) => Promise<{ readonly status: number; readonly text: string }>
  readonly check: (store: BoatStore, acknowledged: readonly number[]) => void
}

const pilot = 'scribe'
const wordOf = (number: number): string => (number % 2 === 0 ? 'engage' : 'disengage')

/** Everything that can be changed over HTTP and must be saved. Add new kinds here. */
const httpWriters: readonly HttpWriter[] = [
  {
    name: 'settings of a plugin',
    ask: (url, number) =>
      exchange(url, '/marinedata/v2/api/plugins/notebook/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ period: number }),
      }),
    check: (store, acknowledged) => {
      const kept = Number(store.plugins.choice('notebook')?.settings?.['period'] ?? 0)
      assert.ok(kept >= (acknowledged.at(-1) ?? 0), `${kept} instead of ${acknowledged.at(-1)}`)
    },
  },
  {
    name: 'default autopilot',
    ask: (url) => askPilot(url, `POST _providers/_default/${pilot}`),
    check: (store, acknowledged) => {
      if (acknowledged.length > 0) assert.match(store.readFact('default-autopilot') ?? '', /scribe/)
    },
  },
  {
    name: 'commands',
    ask: (url, number) => askPilot(url, `POST ${pilot}/${wordOf(number)}`),
    check: (store, acknowledged) => {
      const done = store.audit.of(pilot, { limit: 500, before: Number.MAX_SAFE_INTEGER }).flatMap((entry) => {
        // Commands to the device have a kind; choosing the default has none.
        const { kind } = entry.asked as { kind: string }
        return entry.outcome === 'OK' && kind !== 'choose-default' ? [kind] : []
      })
      const words = acknowledged.map(wordOf).toReversed()
      // The newest may have been executed but not answered.
      const kept = [done.slice(0, words.length), done.slice(1, words.length + 1)].map((each) =>
        each.join(' '),
      )
      assert.ok(kept.includes(words.join(' ')), `${kept[1]} instead of ${words.join(' ')}`)
    },
  },
]

const askUntilGone = async (url: string, { name, ask }: HttpWriter, first: number): Promise<number[]> => {
  const acknowledged: number[] = []
  for (let number = first; ; number++) {
    const answer = await ask(url, number).catch(() => undefined)
    if (answer === undefined) return acknowledged
    // The autopilot saves every command, at most ten times per second.
    assert.ok(
      answer.status === 200 || answer.text.includes('10 writes per second'),
      `${name}: ${answer.text}`,
    )
    if (answer.status === 200) acknowledged.push(number)
  }
}

const startScribe = async (folder: string): Promise<RunningCli> => {
  const server = await startCli({ folder, words: ['--plugin', scribe] })
  await until(
    async () => (await askPilot(server.url, `GET ${pilot}/state`)).text,
    (text) => /^\{"value":"(standby|auto)"\}$/.test(text),
  )
  return server
}

const killServerOften = async (times: number): Promise<KillFigures> => {
  await using folder = await temporaryFolder()
  switchOffUsual(folder.path)
  await installPlugin(folder.path, { name: 'notebook', fixture: 'notebook', manifest: notebook.manifest })
  let first = 1
  let writes = 0
  let worstMs = 0
  for (let round = 1; round <= times; round++) {
    await using server = await startScribe(folder.path)
    const asking = httpWriters.map((writer) => askUntilGone(server.url, writer, first))
    const answered = Promise.all(asking)
    await Promise.race([after(4 * longestRoundMs), answered])
    await server.end('SIGKILL')
    const acknowledged = await answered
    const ms = reopen(folder.path, (store) => {
      for (const [index, { check }] of httpWriters.entries()) check(store, acknowledged[index]!)
    })
    worstMs = Math.max(worstMs, ms)
    writes += acknowledged.reduce((sum, { length }) => sum + length, 0)
    first = Math.max(first, ...acknowledged.map((numbers) => numbers.at(-1) ?? 0)) + 2
  }
  return { writes, worstMs }
}

test(
  `a server that is killed ${rounds.server} times loses no acknowledged change`,
  { timeout: 330_000 },
  async (context) => {
    const { writes, worstMs } = both(await Promise.all([1, 2].map(() => killServerOften(rounds.server / 2))))
    context.diagnostic(`${writes} writes; reopened within ${worstMs.toFixed(0)} ms`)
    assert.ok(writes > rounds.server)
    reportFigures(context, [{ name: 'reopened within', value: worstMs, goal: goals.reopenMs, unit: 'ms' }])
  },
)

test('copying twenty megabytes does not block the event loop', { timeout: 300_000 }, async (context) => {
  await using folder = await temporaryFolder()
  using store = new BoatStore(folder.path)
  const room = { keys: 1_000, valueBytes: 100_000, totalBytes: 100_000_000 }
  for (let key = 0; key < 230; key++)
    void store.plugins.saveValues('heavy', { [`k${key}`]: 'x'.repeat(90_000) }, room)
  using delay = loopDelay()
  const worst: number[] = []
  for (let attempt = 1; attempt <= 3; attempt++) {
    void store.saveFact('attempt', String(attempt))
    const copied = Promise.withResolvers<Error | undefined>()
    const copies = store.startCopies((fault) => copied.resolve(fault), { checkMs: 10, restMs: 10 })
    delay.reset()
    assert.equal(await copied.promise, undefined)
    worst.push(delay.max / 1e6)
    await copies[Symbol.asyncDispose]()
  }
  const megabytes = statSync(join(folder.path, 'marinedata.db.good')).size / 1e6
  context.diagnostic(
    `${megabytes.toFixed(0)} MB; the loop waited ${worst.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  )
  assert.ok(megabytes > 20)
  reportFigures(context, [
    { name: 'loop delay while copying', value: Math.min(...worst), goal: goals.copyLoopMs, unit: 'ms' },
  ])
})

const loopDelay = () => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  return Object.assign(histogram, { [Symbol.dispose]: () => void histogram.disable() })
}
