import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuditChain } from '../audit/audit-chain.ts'
import { CopyService } from './copy-service.ts'

/** A database with one word and a copy service with short intervals. */
class CopiedWord extends EventTarget implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-copy-'))
  readonly file = join(this.folder, 'word.db')
  readonly database = new DatabaseSync(this.file)
  readonly audit = new AuditChain(this.database, { folder: undefined })
  readonly service: CopyService
  copies = 0
  faults = 0
  #counted = 0

  constructor(timing: { readonly checkMs: number; readonly restMs: number }) {
    super()
    this.database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE word (word TEXT); INSERT INTO word VALUES (1)',
    )
    this.service = new CopyService({
      file: this.file,
      database: this.database,
      now: () => {
        this.dispatchEvent(new Event('check'))
        return performance.now()
      },
      countCopy: () => this.#counted++,
      onEnd: (fault) => {
        if (fault === undefined) this.copies++
        else this.faults++
        this.dispatchEvent(new Event(fault === undefined ? 'copy' : 'fault'))
      },
      timing,
    })
  }

  write(word: string): void {
    this.database.prepare('UPDATE word SET word = ?').run(word)
  }

  copied(): unknown {
    using copy = new DatabaseSync(`${this.file}.good`, { readOnly: true })
    return copy.prepare('SELECT word FROM word').get()!['word']
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]()
    assert.equal(this.#counted, this.copies + this.faults)
    this.database.close()
    rmSync(this.folder, { recursive: true })
  }
}

const deadline = { timeout: 300_000 }

test('copies changes, and does not copy again without changes', deadline, async () => {
  await using word = new CopiedWord({ checkMs: 5, restMs: 0 })
  await once(word, 'copy')
  word.write('north')
  await once(word, 'copy')
  assert.equal(word.copied(), 'north')
  const { mtimeMs } = statSync(`${word.file}.good`)
  for (let checks = 0; checks < 5; checks++) await once(word, 'check')
  await word.service[Symbol.asyncDispose]()
  assert.equal(word.copies, 2)
  assert.equal(statSync(`${word.file}.good`).mtimeMs, mtimeMs)
})

test('waits between two copies, except for a requested copy', deadline, async () => {
  await using word = new CopiedWord({ checkMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  word.write('north')
  for (let checks = 0; checks < 5; checks++) await once(word, 'check')
  assert.equal(word.copies, 1)
  word.service.requestCopy()
  await once(word, 'copy')
  assert.equal(word.copied(), 'north')
})

test('copies changes of another connection immediately', deadline, async () => {
  await using word = new CopiedWord({ checkMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  {
    using other = new DatabaseSync(word.file)
    other.exec("UPDATE word SET word = 'west'")
  }
  await once(word, 'copy')
  assert.equal(word.copied(), 'west')
})

test('does not retry a failed copy immediately', deadline, async () => {
  await using word = new CopiedWord({ checkMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  // A folder in the place of the file makes writing fail.
  mkdirSync(join(`${word.file}.good.new`, 'full'), { recursive: true })
  word.write('north')
  word.service.requestCopy()
  await once(word, 'fault')
  for (let checks = 0; checks < 5; checks++) await once(word, 'check')
  assert.deepEqual([word.copies, word.faults], [1, 1])
  rmSync(`${word.file}.good.new`, { recursive: true })
})

test('makes a last copy when it is disposed of', deadline, async () => {
  await using word = new CopiedWord({ checkMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  word.write('south')
  await word.service[Symbol.asyncDispose]()
  assert.equal(word.copied(), 'south')
})

test('copies a consistent snapshot while the database is written', deadline, async () => {
  await using word = new CopiedWord({ checkMs: 1, restMs: 0 })
  const { database, file } = word
  database.exec('CREATE TABLE left (n INTEGER); CREATE TABLE right (n INTEGER)')
  for (let n = 0; n < 300; n++) {
    database.exec(`BEGIN; INSERT INTO left VALUES (${n}); INSERT INTO right VALUES (${n}); COMMIT`)
    await sleep(1)
    if (n % 20 !== 19) continue
    using copy = new DatabaseSync(`${file}.good`, { readOnly: true })
    const count = (table: string): unknown => {
      try {
        return copy.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n']
      } catch {
        // The copy was made before the table existed.
        return undefined
      }
    }
    assert.equal(count('left'), count('right'))
  }
  assert.ok(word.copies > 5, String(word.copies))
})
