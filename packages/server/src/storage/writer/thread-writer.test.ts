import { MarineDataError, serverActor } from '@marinedata/model'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { BoatStore } from '../boat-store.ts'
import { commitTogether } from './group-commit.ts'
import { operation } from './operation.ts'
import { storageError } from './storage-fault.ts'

const deadline = { timeout: 300_000 }

/** A store on disk with a writing thread, and the faults it reported. */
class TrialThread implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-writer-'))
  readonly file = join(this.folder, 'marinedata.db')
  readonly store = new BoatStore(this.folder)
  readonly faults: (Error | undefined)[] = []
  readonly thread = this.store.writeInThread({
    onDisk: (fault) => this.faults.push(fault),
    onCopy: () => undefined,
  })

  async [Symbol.asyncDispose](): Promise<void> {
    await this.thread[Symbol.asyncDispose]()
    this.store[Symbol.dispose]()
    rmSync(this.folder, { recursive: true })
  }
}

test('makes writes readable when the promise resolves, in the order of the calls', deadline, async () => {
  await using trial = new TrialThread()
  const { store } = trial
  const ended: number[] = []
  const writes = Array.from({ length: 300 }, (_, number) =>
    store.saveFact('number', String(number)).then(() => ended.push(number)),
  )
  await writes[0]
  assert.ok(Number(store.readFact('number')) >= 0)
  await Promise.all(writes)
  assert.deepEqual(
    ended,
    [...ended].toSorted((a, b) => a - b),
  )
  assert.equal(store.readFact('number'), '299')
})

test('does not undo other writes of a batch when one fails', deadline, async () => {
  await using trial = new TrialThread()
  const { store } = trial
  const limits = { keys: 1, valueBytes: 100, totalBytes: 100 }
  const [first, tooMany, last] = await Promise.allSettled([
    store.saveFact('first', 'a'),
    store.plugins.saveValues('north', { a: 1, b: 2 }, limits),
    store.saveFact('last', 'z'),
  ])
  assert.deepEqual([first.status, last.status], ['fulfilled', 'fulfilled'])
  assert.ok(tooMany.status === 'rejected' && tooMany.reason instanceof MarineDataError)
  assert.equal(store.plugins.value('north', 'a'), undefined)
  assert.deepEqual([store.readFact('first'), store.readFact('last')], ['a', 'z'])
})

test('completes posted writes before it ends', deadline, async () => {
  const trial = new TrialThread()
  const event = { kind: 'server', operation: 'repaired', actor: serverActor, subject: 'c' } as const
  for (let number = 0; number < 20; number++) trial.store.audit.recordEvent(event, 't')
  await trial.thread[Symbol.asyncDispose]()
  assert.equal(trial.store.audit.page({ limit: 100, before: 1_000 }).length, 20)
  assert.equal(trial.store.audit.findBreak(), undefined)
  assert.equal(trial.store.lostWrites, 0)
  await assert.rejects(trial.store.saveFact('late', 'x'), { code: 'shutting-down' })
  await trial[Symbol.asyncDispose]()
})

test('the audit has every event of before when it is asked', deadline, async () => {
  await using trial = new TrialThread()
  const { audit } = trial.store
  const event = { kind: 'server', operation: 'repaired', actor: serverActor, subject: 'c' } as const
  for (let number = 0; number < 300; number++) audit.recordEvent(event, 't')
  await audit.recorded()
  assert.equal(audit.page({ limit: 500, before: 1_000 }).length, 300)
})

test('leaves everything in the database file, without a journal', deadline, async () => {
  await using trial = new TrialThread()
  await trial.store.saveFact('course', 'north')
  await trial.thread[Symbol.asyncDispose]()
  assert.equal(statSync(`${trial.file}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0)
  for (const file of [trial.file, `${trial.file}.good`]) {
    using database = new DatabaseSync(file, { readOnly: true })
    assert.equal(database.prepare("SELECT value FROM fact WHERE name = 'course'").get()?.['value'], 'north')
  }
})

test('rejects an unknown operation', deadline, async () => {
  await using trial = new TrialThread()
  const unknown = operation('no such operation', () => undefined)
  await assert.rejects(trial.thread.write(unknown), /Unknown storage operation "no such operation"/)
  assert.deepEqual(trial.faults, [], 'no disk fault is reported')
})

/** A database for which SQLite reports a full disk as soon as the file would grow. */
const full = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE word (word TEXT)')
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
  database.exec(`PRAGMA max_page_count = ${pages}`)
  return database
}

test('saves small writes on a full disk when a large one of the batch fails', () => {
  const database = full()
  const put = (word: string) => () => void database.prepare('INSERT INTO word VALUES (?)').run(word)
  const ends = commitTogether(database, [put('north'), put('x'.repeat(100_000)), put('south')])
  assert.deepEqual(
    ends.map((end) => ('fault' in end ? end.fault.errcode : 'saved')),
    ['saved', 13, 'saved'],
  )
  assert.equal(database.isTransaction, false)
})

test('reports a full disk as storage-full', () => {
  const [end] = commitTogether(full(), [
    () => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    },
  ])
  assert.ok(end !== undefined && 'fault' in end)
  const error = storageError(end.fault)
  assert.ok(error instanceof MarineDataError && error.code === 'storage-full')
  assert.match(error.message, /^The disk is full: .* The change was not saved$/)
})
