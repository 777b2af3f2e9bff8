import type { Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { cp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { BoatStore } from '../src/storage/boat-store.ts'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { installPlugin } from './measured/installed-plugin.ts'
import { plugin } from './plugins/notebook.ts'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const storageNotification = '/marinedata/v1/api/vessels/self/notifications/server/storage'
const pluginSettings = '/marinedata/v2/api/plugins/notebook/settings'

const overwrite = async (file: string, byte: number): Promise<void> => {
  const { size } = await stat(file)
  await writeFile(file, Buffer.alloc(size, byte))
}

const damages: Readonly<Record<string, (file: string) => Promise<void>>> = {
  empty: (file) => truncate(file, 0),
  'cut in half': async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  garbage: (file) => overwrite(file, 0xa7),
  'all NULs': (file) => overwrite(file, 0),
}

/** The reported repair of each file, and the name of the damaged copy. Other files are recreated without a report. */
const expectations: Readonly<Record<string, { readonly says: RegExp; readonly keptAs: string }>> = {
  'marinedata.db': {
    says: /^The database was (empty|damaged): the copy of \S+Z was restored; the damaged file was saved as marinedata\.db\.damaged-1$/,
    keptAs: 'marinedata.db.damaged-1',
  },
  'marinedata.db-wal': {
    says: /^The database (was damaged|had lost its latest changes): the copy of \S+Z was restored/,
    keptAs: 'marinedata.db.damaged-1-wal',
  },
  'settings.json': {
    says: /^settings\.json is not valid JSON.*: the copy of \S+Z is used$/,
    keptAs: 'settings.json',
  },
}

interface Facts {
  readonly self: unknown
  readonly name: unknown
  readonly settings: unknown
}

/** State that must survive: the identity of the boat, from both files, and its decisions. */
const factsOf = async ({ url }: RunningCli): Promise<Facts> => ({
  self: await getJson(url, '/marinedata/v1/api/self'),
  name: await getJson(url, '/marinedata/v1/api/vessels/self/name'),
  settings: await getJson(url, pluginSettings),
})

const decide = async ({ url }: RunningCli, period: number): Promise<void> => {
  const { status, text } = await exchange(url, pluginSettings, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ period }),
  })
  assert.equal(status, 200, text)
}

const rowsOf = (file: string): Record<string, unknown[]> => {
  using database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  // The copy contains no audit entries, but the number and hash of the newest one.
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== 'audit')
  return Object.fromEntries(names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]))
}

/** The bytes of a journal with one page. A copy writes its number as the first page of a new journal. */
const journalBytes = 32 + 24 + 4_096

/** Whether the last valid copy contains everything, and nothing was written after it: the damaged part must matter. */
const isCopied = async (folder: string): Promise<boolean> =>
  (await stat(join(folder, 'marinedata.db-wal'))).size === journalBytes &&
  isDeepStrictEqual(rowsOf(join(folder, 'marinedata.db.good')), rowsOf(join(folder, 'marinedata.db')))

/** Creates a data folder with every file: the boat was started, stopped, started again and killed. */
const sail = async (folder: string, signal: AbortSignal): Promise<Facts> => {
  await installPlugin(folder, { name: 'notebook', fixture: 'notebook', manifest: plugin.manifest })
  {
    await using server = await startCli({ folder, hasPlugins: true, settings: { name: 'Seestern' } })
    await decide(server, 0.03)
    assert.equal((await server.end('SIGTERM')).code, 0)
  }
  await using server = await startCli({ folder, hasPlugins: true })
  await decide(server, 0.07)
  const facts = await factsOf(server)
  // Copies are at least ten seconds apart.
  while (!(await isCopied(folder))) await sleep(20, undefined, { signal })
  await server.end('SIGKILL')
  return facts
}

const noAlert: Partial<Notification> = {}

/** The repairs as reported at each place. */
const saidBy = async ({ url, stderr }: RunningCli) => {
  const health = await getJson<{ status: string; repairs?: string[] }>(url, '/health')
  const answer = await exchange(url, storageNotification)
  const { state, status, message } =
    answer.status === 200 ? (JSON.parse(answer.text) as { value: Notification }).value : noAlert
  const warnings = stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string; repair?: string })
    .filter(({ level }) => level >= 40)
  return {
    health,
    shown: [state, status, message],
    warnings: warnings.map(({ repair, msg }) => repair ?? msg),
  }
}

const nothing = { health: { status: 'ok' }, shown: [undefined, undefined, undefined], warnings: [] }

suite('after a file was damaged', { concurrency: 2 }, () => {
  const stack = new AsyncDisposableStack()
  let sailed = ''
  let facts: Facts | undefined

  before(async () => {
    sailed = stack.use(await temporaryFolder()).path
    facts = await sail(sailed, AbortSignal.timeout(limit.timeout))
  })
  after(() => stack.disposeAsync())

  const copyOfSailed = async (): Promise<AsyncDisposable & { readonly path: string }> => {
    const folder = await temporaryFolder()
    await cp(sailed, folder.path, { recursive: true, verbatimSymlinks: true })
    return folder
  }

  for (const [title, damage] of Object.entries(damages)) {
    for (const [file, { says, keptAs }] of Object.entries(expectations))
      test(`${file} ${title}: the boat starts with its state and reports the repair`, limit, async () => {
        await using folder = await copyOfSailed()
        await damage(join(folder.path, file))
        const damaged = await readFile(join(folder.path, file))
        let repair = ''
        {
          await using server = await startCli({ folder: folder.path, hasPlugins: true })
          assert.deepEqual(await factsOf(server), facts)
          const said = await saidBy(server)
          const [sentence = ''] = said.health.repairs ?? []
          assert.match(sentence, says)
          repair = sentence
          assert.deepEqual(said, {
            health: {
              status: 'degraded',
              conditions: [{ name: 'repaired', reason: sentence }],
              repairs: [sentence],
            },
            shown: ['warn', 'active', sentence],
            warnings: [sentence],
          })
          assert.deepEqual(await readFile(join(folder.path, keptAs)), damaged)
          assert.equal((await server.end('SIGTERM')).code, 0)
        }
        await using server = await startCli({ folder: folder.path, hasPlugins: true })
        assert.deepEqual(await factsOf(server), facts)
        // The settings file is left unchanged for the person to fix.
        if (keptAs === file) assert.equal((await saidBy(server)).health.status, 'degraded')
        // The alert is still listed because it was not acknowledged.
        else assert.deepEqual(await saidBy(server), { ...nothing, shown: ['warn', 'active', repair] })
      })

    test(`every other file ${title}: the boat starts with its state and reports nothing`, limit, async () => {
      await using folder = await copyOfSailed()
      const entries = await readdir(folder.path, { withFileTypes: true })
      const others = entries.filter((entry) => entry.isFile() && !Object.hasOwn(expectations, entry.name))
      const names = others.map(({ name }) => name)
      for (const name of ['marinedata.db.good', 'settings.json.good']) assert.ok(names.includes(name), name)
      for (const name of names) await damage(join(folder.path, name))
      {
        await using server = await startCli({ folder: folder.path, hasPlugins: true })
        assert.deepEqual([await factsOf(server), await saidBy(server)], [facts, nothing], names.join(' '))
        assert.equal((await server.end('SIGTERM')).code, 0)
      }
      // The copies are valid again.
      for (const name of ['marinedata.db', 'settings.json']) await damage(join(folder.path, name))
      await using server = await startCli({ folder: folder.path, hasPlugins: true })
      assert.deepEqual(await factsOf(server), facts)
      assert.equal((await saidBy(server)).health.repairs?.length, 2)
    })
  }

  test('the audit contains the repair', limit, async () => {
    await using folder = await copyOfSailed()
    await overwrite(join(folder.path, 'marinedata.db'), 0)
    {
      await using server = await startCli({ folder: folder.path, hasPlugins: true })
      assert.equal((await server.end('SIGTERM')).code, 0)
    }
    using store = new BoatStore(folder.path)
    const [operation] = store.audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER, kind: 'server' })
    assert.ok(operation !== undefined && 'operation' in operation && operation.operation === 'repaired')
    assert.match(String(operation.details), /^The database was damaged/)
    assert.equal(store.audit.findBreak(), undefined)
  })
})
