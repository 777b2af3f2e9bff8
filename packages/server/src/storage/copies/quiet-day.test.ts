import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BoatStore } from '../boat-store.ts'
import { connect } from '../connect.ts'
import { databaseName } from '../open-database.ts'
import { putFact } from '../operations/facts.ts'
import { recordEntry } from '../operations/audit.ts'
import { putValues } from '../operations/plugins.ts'
import { InlineWriter } from '../writer/inline-writer.ts'
import { WritingEnd } from '../writer/writing-end.ts'
import { auditCopyOf, copiesFact, copyOf } from './copy-names.ts'
import { CopyKeeper } from './copy-keeper.ts'

const minuteMs = 60_000
const room = { keys: 1_000, totalBytes: 1_048_576 }
const mostBytes = 50_000_000
/** An audit that has seen a season. */
const entries = 20_000

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A boat at anchor, on a disk that is real and a clock that is not. */
class QuietBoat implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-quiet-'))
  readonly file = join(this.folder, databaseName)
  readonly writer: InlineWriter
  readonly keeper: CopyKeeper
  now = 0
  copies = 0
  copiedBytes = 0
  readonly #database

  constructor() {
    new BoatStore(this.folder)[Symbol.dispose]()
    this.#database = connect(this.file)
    // Only what copies write is counted: the rest need not wait for the disk here.
    this.#database.exec('PRAGMA synchronous = OFF')
    const end = new WritingEnd(this.#database, { file: this.file, folder: undefined })
    this.writer = new InlineWriter(end, (error) => assert.fail(String(error)))
    this.keeper = new CopyKeeper({
      file: this.file,
      database: this.#database,
      announce: () => this.writer.post(putFact, copiesFact, String(this.copies + 1)),
      onEnd: (fault) => {
        assert.equal(fault, undefined)
        this.copies++
        this.copiedBytes += sizeOf(copyOf(this.file))
      },
      rhythm: { lookMs: 86_400_000, restMs: 10_000 },
      now: () => this.now,
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.keeper[Symbol.asyncDispose]()
    this.#database.close()
    rmSync(this.folder, { recursive: true })
  }
}

test('a day at anchor writes less than 50 MB for copies, though something changes every minute and the audit is long', async (t) => {
  await using boat = new QuietBoat()
  const { writer, keeper } = boat
  for (let entry = 0; entry < entries; entry += 2_000)
    await writer.write({
      name: 'season',
      run: (step) => range(2_000, () => recordEntry.run(step, acknowledged)),
    })
  await keeper.look()
  const auditBefore = sizeOf(auditCopyOf(boat.file))
  assert.ok(auditBefore > 10_000_000, 'the audit alone would be too much to copy often')
  boat.copiedBytes = 0
  const countedBefore = keeper.bytesWritten
  for (let minute = 0; minute < 24 * 60; minute++) {
    boat.now += minuteMs
    const track = 'x'.repeat(16_000)
    await writer.write(
      putValues,
      { plugin: 'anchor-watch', texts: { time: String(minute), track, wake: track } },
      room,
    )
    await writer.write(putFact, 'track', `${minute} ${'x'.repeat(60_000)}`)
    if (minute % 60 === 0) {
      await writer.write(recordEntry, acknowledged)
      keeper.copySoon()
    }
    await keeper.look()
  }
  const audit = sizeOf(auditCopyOf(boat.file)) - auditBefore
  const written = boat.copiedBytes + audit
  t.diagnostic(`${boat.copies} copies, ${(written / 1e6).toFixed(1)} MB, of which the audit ${audit} bytes`)
  assert.equal(keeper.bytesWritten - countedBefore, written, 'the keeper counts what is on disk')
  assert.ok(written <= mostBytes, `${written} bytes`)
  assert.ok(boat.copies >= 24, 'and no copy is older than an hour')
  assert.ok(boat.copies >= 100, `${boat.copies} copies: what the card can take is used`)
})

const acknowledged = {
  kind: 'alert',
  subject: 'bilge',
  told: {
    at: 't',
    kind: 'alert',
    deed: 'acknowledged',
    who: 'Anna',
    from: '10.0.0.2',
    note: 'x'.repeat(600),
  },
}

const range = (count: number, work: () => void): void => {
  for (let number = 0; number < count; number++) work()
}
