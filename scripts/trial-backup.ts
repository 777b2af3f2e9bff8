import { MarineDataClient } from '@marinedata/client'
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readBackup } from '../packages/server/src/backup/read-backup.ts'
import { finishRestore } from '../packages/server/src/data-folder.ts'
import { BoatStore } from '../packages/server/src/storage/boat-store.ts'

// Backups under load, and kills at random moments. Prints one line of JSON for each trial; exits with 1 when one fails.

const { values } = parseArgs({ options: { quick: { type: 'boolean' } } })
const isQuick = values.quick === true
const kills = isQuick ? 4 : 50
const loadMs = isQuick ? 2_000 : 20_000
const deltasPerSecond = 1_000
const startMs = 120_000
const main = join(import.meta.dirname, '..', 'packages', 'server', 'dist', 'cli', 'main.js')
const place = mkdtempSync(join(tmpdir(), 'marinedata-trial-'))
const started = new Set<ChildProcess>()

const start = (...args: readonly string[]): ChildProcess => {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

/** Runs a command to its end, or kills it after some time. */
const run = async (
  args: readonly string[],
  killAfterMs?: number,
): Promise<{ code: number | null; text: string }> => {
  const child = start(...args)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (text += part.toString()))
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs ?? startMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, text }
}

const must = async (...args: readonly string[]): Promise<string> => {
  const { code, text } = await run(args)
  assert.equal(code, 0, `${args.join(' ')}: ${text}`)
  return text
}

interface Server {
  readonly url: string
  readonly stop: () => Promise<void>
}

const serve = async (folder: string): Promise<Server> => {
  const child = start('--port', '0', '--data', folder)
  const ended = once(child, 'exit')
  let text = ''
  child.stderr?.resume()
  const deadline = performance.now() + startMs
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()))
  while (!/listening on \S+/.test(text)) {
    assert.ok(performance.now() < deadline && child.exitCode === null, `The server did not start: ${text}`)
    await sleep(50)
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  return { url: /listening on (\S+)/.exec(text)?.[1] ?? '', stop }
}

/** Sends deltas at a rate until the signal aborts; resolves with their number. */
const load = async (client: MarineDataClient, signal: AbortSignal): Promise<number> => {
  await using stream = client.stream({ subscribe: 'none' })
  const beganAt = performance.now()
  let sent = 0
  while (!signal.aborted) {
    const due = ((performance.now() - beganAt) / 1_000) * deltasPerSecond
    for (; sent < due; sent++)
      stream.send({
        context: 'vessels.self',
        updates: [
          {
            values: [
              { path: `environment.trial.value${sent % 50}`, value: sent % 7 === 0 ? `text ${sent}` : sent },
            ],
          },
        ],
      })
    await sleep(5)
  }
  return sent
}

interface Facts {
  readonly people: unknown
  readonly waypoints: unknown
  readonly boat: unknown
  readonly anchor: unknown
  readonly alerts: unknown
  readonly plugin: unknown
}

/** The position of the anchor. The plugin that watches it takes a while to start. */
const anchorOf = async (client: MarineDataClient): Promise<unknown> => {
  const deadline = performance.now() + startMs
  for (;;) {
    try {
      const { position } = await client.call<{ position?: unknown }>('GET', 'vessels/self/navigation/anchor')
      return position
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(200)
    }
  }
}

/** What must be the same after a restore. */
const factsOf = async (client: MarineDataClient): Promise<Facts> => {
  const get = <T>(path: string): Promise<T> => client.call<T>('GET', path)
  const { details, limits } = await get<{ details: unknown; limits: unknown }>('vessels/self/boat')
  const { enabled } = await get<{ enabled: boolean }>('plugins/sounder')
  const alerts = await get<Record<string, { readonly path?: string }>>('notifications')
  const tokens =
    await get<readonly { readonly id: string; readonly name: string; readonly role: string }[]>(
      'access/credentials',
    )
  return {
    people: tokens.map(({ id, name, role }) => ({ id, name, role })),
    waypoints: await get('resources/waypoints'),
    boat: { details, limits },
    anchor: await anchorOf(client),
    alerts: Object.keys(alerts).filter((id) => JSON.stringify(alerts[id]).includes('notifications.mob')),
    plugin: enabled,
  }
}

/** Creates a boat with an owner; resolves with the owner's token. */
const createBoat = async (folder: string): Promise<string> => {
  new BoatStore(folder)[Symbol.dispose]()
  writeFileSync(join(folder, 'settings.json'), '{"announce":{"plotters":false},"name":"Trial"}')
  const text = await must('access', 'token', 'create', 'trial', '--role', 'owner', '--data', folder)
  return (
    text
      .trim()
      .split('\n')
      .find((line) => !line.includes(' ')) ?? ''
  )
}

/** Makes a backup while deltas come in. */
const backUpLoaded = async (client: MarineDataClient, folder: string, file: string): Promise<object> => {
  const ending = new AbortController()
  const loading = load(client, ending.signal)
  await sleep(loadMs)
  const backupMs = Math.round(await timeOf('backup', file, '--data', folder))
  ending.abort()
  return { deltas: await loading, backupMs }
}

const backupUnderLoad = async (): Promise<object> => {
  const [folder, fresh, file] = [join(place, 'boat'), join(place, 'fresh'), join(place, 'boat.tar.gz')]
  const token = await createBoat(folder)
  const server = await serve(folder)
  const client = new MarineDataClient({ url: server.url, token })
  const body = { name: 'Home', position: { latitude: 54, longitude: 10 } }
  await client.call('POST', 'resources/waypoints', { body })
  await client.call('POST', 'notifications/mob')
  const before = await factsOf(client)
  const figures = await backUpLoaded(client, folder, file)
  await server.stop()
  await must('restore', file, '--data', fresh)
  const again = await serve(fresh)
  const after = await factsOf(new MarineDataClient({ url: again.url, token }))
  await again.stop()
  assert.deepEqual(after, before)
  using history = new DatabaseSync(join(fresh, 'plugin-data', 'recorder', 'history.db'), { readOnly: true })
  const counted = history
    .prepare("SELECT count(*) AS n FROM event WHERE path LIKE 'environment.trial%'")
    .get()
  assert.ok(Number(counted?.['n']) > 0, 'The history has nothing of the load')
  await must('access', 'audit', '--check', '--data', fresh)
  return { ...figures, historyEvents: Number(counted?.['n']) }
}

/** A small data folder in which everything says the same word. */
const writeFolder = (folder: string, word: string): void => {
  rmSync(folder, { recursive: true, force: true })
  using store = new BoatStore(folder)
  store.saveFactNow('word', word)
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ name: word }))
  mkdirSync(join(folder, 'charts'))
  for (let number = 0; number < 20; number++)
    writeFileSync(join(folder, 'charts', `${number}.pmtiles`), word.repeat(50_000))
}

/** The word of a folder; fails when it is mixed. */
const wordOf = (folder: string): string => {
  finishRestore(folder)
  using store = new BoatStore(folder)
  const word = store.readFact('word') ?? 'nothing'
  const { name } = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as { name: string }
  assert.equal(name, word)
  for (let number = 0; number < 20; number++)
    assert.ok(readFileSync(join(folder, 'charts', `${number}.pmtiles`), 'utf8') === word.repeat(50_000))
  return word
}

const timeOf = async (...args: readonly string[]): Promise<number> => {
  const startedAt = performance.now()
  await must(...args)
  return performance.now() - startedAt
}

/** Kills backups and restores at random moments. */
const killedAtRandom = async (): Promise<object> => {
  const [folder, file, target] = [join(place, 'old'), join(place, 'new.tar.gz'), join(place, 'killed.tar.gz')]
  writeFolder(folder, 'new')
  const backupMs = await timeOf('backup', file, '--data', folder)
  writeFolder(folder, 'old')
  const restoreMs = await timeOf('restore', file, '--data', folder)
  const counts = { noFile: 0, wholeFile: 0, old: 0, new: 0 }
  for (let round = 0; round < kills; round++) {
    rmSync(target, { force: true })
    await run(['backup', target, '--data', folder], Math.random() * backupMs)
    if (existsSync(target)) await readBackup(target, { maxBytes: 1e9 })
    counts[existsSync(target) ? 'wholeFile' : 'noFile']++
    writeFolder(folder, 'old')
    await run(['restore', file, '--data', folder], restoreMs * (0.3 + Math.random() * 0.8))
    const word = wordOf(folder)
    assert.ok(word === 'old' || word === 'new', word)
    counts[word]++
  }
  return { kills: 2 * kills, ...counts }
}

const trials = { 'backup-under-load': backupUnderLoad, 'backup-killed': killedAtRandom }

try {
  for (const [trial, work] of Object.entries(trials)) {
    const beganAt = performance.now()
    const outcome = await work().then(
      (figures) => ({ pass: true, ...figures }),
      (error: unknown) => ({ pass: false, reason: error instanceof Error ? error.message : String(error) }),
    )
    if (!outcome.pass) process.exitCode = 1
    console.log(
      JSON.stringify({ trial, ...outcome, seconds: Math.round((performance.now() - beganAt) / 1_000) }),
    )
  }
} finally {
  for (const child of started) child.kill('SIGKILL')
  rmSync(place, { recursive: true, force: true })
}
