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
import { DatabaseWriter } from '../writer/database-writer.ts'
import { auditCopyOf, copiesFact, copyOf } from './copy-names.ts'
import { CopyService } from './copy-service.ts'

const minuteMs = 60_000
const room = { keys: 1_000, totalBytes: 1_048_576 }
const maxBytes = 50_000_000
/** The audit of a whole season. */
const entries = 20_000

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A boat at anchor, with a real disk and a simulated clock. */
class QuietBoat implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-quiet-'))
  readonly file = join(this.folder, databaseName)
  readonly writer: InlineWriter
  readonly service: CopyService
  now = 0
  copies = 0
  copiedBytes = 0
  readonly #database

  constructor() {
    new BoatStore(this.folder)[Symbol.dispose]()
    this.#database = connect(this.file)
    // Only the bytes of copies are counted: other writes need no sync here.
    this.#database.exec('PRAGMA synchronous = OFF')
    const end = new DatabaseWriter(this.#database, { file: this.file, folder: undefined })
    this.writer = new InlineWriter(end, (error) => assert.fail(String(error)))
    this.service = new CopyService({
      file: this.file,
      database: this.#database,
      countCopy: () => this.writer.post(putFact, copiesFact, String(this.copies + 1)),
      onEnd: (fault) => {
        assert.equal(fault, undefined)
        this.copies++
        this.copiedBytes += sizeOf(copyOf(this.file))
      },
      timing: { checkMs: 86_400_000, restMs: 10_000 },
      now: () => this.now,
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]()
    this.#database.close()
    rmSync(this.folder, { recursive: true })
  }
}

test('writes less than 50 MB per day for copies with a long audit and changes every minute', async (t) => {
  await using boat = new QuietBoat()
  const { writer, service } = boat
  for (let entry = 0; entry < entries; entry += 2_000)
    await writer.write({
      name: 'season',
      run: (step) => range(2_000, () => recordEntry.run(step, acknowledged)),
    })
  await service.check()
  const auditBefore = sizeOf(auditCopyOf(boat.file))
  assert.ok(auditBefore > 10_000_000, 'the audit is too large to copy it often')
  boat.copiedBytes = 0
  const countedBefore = service.bytesWritten
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
      service.requestCopy()
    }
    await service.check()
  }
  const audit = sizeOf(auditCopyOf(boat.file)) - auditBefore
  const written = boat.copiedBytes + audit
  t.diagnostic(`${boat.copies} copies, ${(written / 1e6).toFixed(1)} MB, of which the audit ${audit} bytes`)
  assert.equal(service.bytesWritten - countedBefore, written, 'the counter matches the bytes on disk')
  assert.ok(written <= maxBytes, `${written} bytes`)
  assert.ok(boat.copies >= 24, 'no copy is older than an hour')
  assert.ok(boat.copies >= 100, `${boat.copies} copies: the allowance is used`)
})

const acknowledged = {
  kind: 'alert',
  subject: 'bilge',
  content: {
    at: 't',
    kind: 'alert',
    operation: 'acknowledged',
    actor: { kind: 'person', id: 'anna', name: 'Anna', address: '10.0.0.2' },
    note: 'x'.repeat(600),
  },
}

const range = (count: number, work: () => void): void => {
  for (let number = 0; number < count; number++) work()
}
