import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuditChain } from '../audit/audit-chain.ts'
import { CopyKeeper } from './copy-keeper.ts'

/** A database with one word in it that is copied; time runs faster here. */
class CopiedWord extends EventTarget implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-copy-'))
  readonly file = join(this.folder, 'word.db')
  readonly database = new DatabaseSync(this.file)
  readonly audit = new AuditChain(this.database, { folder: undefined })
  readonly keeper: CopyKeeper
  copies = 0
  faults = 0
  #announced = 0

  constructor(rhythm: { readonly lookMs: number; readonly restMs: number }) {
    super()
    this.database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE word (word TEXT); INSERT INTO word VALUES (1)',
    )
    this.keeper = new CopyKeeper({
      file: this.file,
      database: this.database,
      now: () => {
        this.dispatchEvent(new Event('look'))
        return performance.now()
      },
      announce: () => this.#announced++,
      onEnd: (fault) => {
        if (fault === undefined) this.copies++
        else this.faults++
        this.dispatchEvent(new Event(fault === undefined ? 'copy' : 'fault'))
      },
      rhythm,
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
    await this.keeper[Symbol.asyncDispose]()
    assert.equal(this.#announced, this.copies + this.faults)
    this.database.close()
    rmSync(this.folder, { recursive: true })
  }
}

const deadline = { timeout: 5_000 }

test('what changes is copied by itself, and what does not change is not copied again', deadline, async () => {
  await using word = new CopiedWord({ lookMs: 5, restMs: 0 })
  await once(word, 'copy')
  word.write('north')
  await once(word, 'copy')
  assert.equal(word.copied(), 'north')
  const { mtimeMs } = statSync(`${word.file}.good`)
  for (let looks = 0; looks < 5; looks++) await once(word, 'look')
  await word.keeper[Symbol.asyncDispose]()
  assert.equal(word.copies, 2)
  assert.equal(statSync(`${word.file}.good`).mtimeMs, mtimeMs)
})

test('between two copies there is a rest, but for what must not come back', deadline, async () => {
  await using word = new CopiedWord({ lookMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  word.write('north')
  for (let looks = 0; looks < 5; looks++) await once(word, 'look')
  assert.equal(word.copies, 1)
  word.keeper.copySoon()
  await once(word, 'copy')
  assert.equal(word.copied(), 'north')
})

test('what a command beside the server changed does not wait', deadline, async () => {
  await using word = new CopiedWord({ lookMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  {
    using other = new DatabaseSync(word.file)
    other.exec("UPDATE word SET word = 'west'")
  }
  await once(word, 'copy')
  assert.equal(word.copied(), 'west')
})

test('what fails is not tried again and again', deadline, async () => {
  await using word = new CopiedWord({ lookMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  // Nothing can be written there.
  mkdirSync(join(`${word.file}.good.new`, 'full'), { recursive: true })
  word.write('north')
  word.keeper.copySoon()
  await once(word, 'fault')
  for (let looks = 0; looks < 5; looks++) await once(word, 'look')
  assert.deepEqual([word.copies, word.faults], [1, 1])
  rmSync(`${word.file}.good.new`, { recursive: true })
})

test('the end has a copy of its own, however short the rest was', deadline, async () => {
  await using word = new CopiedWord({ lookMs: 5, restMs: 60_000 })
  await once(word, 'copy')
  word.write('south')
  await word.keeper[Symbol.asyncDispose]()
  assert.equal(word.copied(), 'south')
})

test('a copy is of one moment, whatever is written while it is made', deadline, async () => {
  await using word = new CopiedWord({ lookMs: 1, restMs: 0 })
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
        // Of a moment before there was such a table.
        return undefined
      }
    }
    assert.equal(count('left'), count('right'))
  }
  assert.ok(word.copies > 5, String(word.copies))
})
