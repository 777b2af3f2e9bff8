import type { CommandRecord } from '@marinedata/core'
import { checkOf, AuditPage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { atomically } from './atomically.ts'
import type { AuditLog, EventRecord } from './audit-log.ts'
import { storeFixture } from '#testing/store-fixture.ts'
import { person } from '#testing/person.ts'

const at = '2026-05-01T12:00:00.000Z'
const all = { limit: 1_000, before: Number.MAX_SAFE_INTEGER }

const commandTo = (device: string): CommandRecord => ({
  device,
  actor: person('Ada'),
  asked: { kind: 'engage' },
  before: { state: 'standby' },
  sent: { name: 'engage', input: {} },
  reported: { state: 'auto' },
  outcome: 'OK',
  milliseconds: 12,
})

const signedIn: EventRecord = {
  kind: 'access',
  operation: 'signed-in',
  actor: person('Ada', '192.168.1.7'),
  subject: 'Ada',
}
const pluginEnabled: EventRecord = {
  ...signedIn,
  kind: 'plugin',
  operation: 'plugin-enabled',
  subject: 'simulator',
}

const logOf = (maxEntries?: number): { database: DatabaseSync; log: AuditLog } => {
  const { database, audit: log } = storeFixture(maxEntries === undefined ? {} : { maxEntries })
  return { database, log }
}

const plainHash = (entry: string): string => createHash('sha256').update(entry).digest('hex')

/** A folder with the audit key. */
class KeyFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'marinedata-audit-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }

  /** Opens the log as another process would. */
  open(database: DatabaseSync): AuditLog {
    return storeFixture({ database, folder: this.path }).audit
  }

  filled(): { database: DatabaseSync; log: AuditLog } {
    const { database, audit: log } = storeFixture({ folder: this.path })
    return fill(database, log)
  }
}

/** Seven entries of all kinds. */
const filled = (maxEntries?: number): { database: DatabaseSync; log: AuditLog } => {
  const { database, log } = logOf(maxEntries)
  return fill(database, log)
}

const fill = (database: DatabaseSync, log: AuditLog): { database: DatabaseSync; log: AuditLog } => {
  void log.recordCommand(commandTo('main'), at)
  log.recordEvent(signedIn, at)
  void log.recordCommand(commandTo('spare'), at)
  log.recordEvent(pluginEnabled, at)
  log.recordEvent(
    { ...signedIn, kind: 'settings', operation: 'settings-changed', details: { name: ['a', 'b'] } },
    at,
  )
  void log.recordCommand(commandTo('main'), at)
  log.recordEvent({ ...signedIn, kind: 'server', operation: 'repaired' }, at)
  return { database, log }
}

const numbersOf = (entries: readonly { readonly number: number }[]): number[] =>
  entries.map(({ number }) => number)

suite('the log', () => {
  test('returns commands and events in one chain, newest first, valid for the interface', () => {
    const { log } = filled()
    const page = log.page(all)
    assert.deepEqual(checkOf<AuditPage>(AuditPage).faults(page), [])
    assert.deepEqual(numbersOf(page), [7, 6, 5, 4, 3, 2, 1])
    assert.deepEqual(
      page.map(({ kind }) => kind),
      ['server', 'command', 'settings', 'plugin', 'command', 'access', 'command'],
    )
    for (const [index, { hash, ...entry }] of page.entries()) {
      assert.notEqual(hash, plainHash(JSON.stringify(entry)), 'it cannot be made without the key')
      assert.equal(entry.previous, page[index + 1]?.hash ?? '0'.repeat(64))
    }
    assert.equal(log.findBreak(), undefined)
  })

  test('stores all fields of commands and events', () => {
    const { log } = filled()
    const page = log.page(all)
    const placeOf = ({ number, previous, hash }: AuditPage[number]): object => ({ number, previous, hash })
    assert.deepEqual(page[1], { at, kind: 'command', ...commandTo('main'), ...placeOf(page[1]!) })
    assert.deepEqual(page[3], { at, ...pluginEnabled, ...placeOf(page[3]!) })
    assert.deepEqual((page[2] as { details: unknown }).details, { name: ['a', 'b'] })
  })

  test('finds the commands to a device without other entries of the same name', () => {
    const { log } = filled()
    log.recordEvent({ ...signedIn, subject: 'main' }, at)
    assert.deepEqual(numbersOf(log.of('main', all)), [6, 1])
    assert.deepEqual(numbersOf(log.of('main', { limit: 1, before: 6 })), [1])
    assert.deepEqual(log.of('Ada', all), [])
  })

  test('returns pages of all entries or of one kind', () => {
    const { log } = filled()
    assert.deepEqual(numbersOf(log.page({ limit: 3, before: 7 })), [6, 5, 4])
    assert.deepEqual(numbersOf(log.page({ ...all, kind: 'command' })), [6, 3, 1])
    assert.deepEqual(numbersOf(log.page({ limit: 1, before: 6, kind: 'command' })), [3])
    assert.deepEqual(numbersOf(log.page({ ...all, kind: 'access' })), [2])
  })

  test('truncates long texts', () => {
    const { log } = logOf()
    const endless = 'x'.repeat(100_000)
    log.recordEvent(
      { ...signedIn, actor: person(endless, endless), subject: endless, details: { tried: endless } },
      at,
    )
    const [entry] = log.page(all)
    assert.ok(JSON.stringify(entry).length < 2_000)
    assert.equal(log.findBreak(), undefined)
  })
})

suite('with the step of a caller', () => {
  test('records events within a transaction', () => {
    const { database, log } = filled()
    atomically(database, () => {
      database.exec('CREATE TABLE other (a TEXT)')
      log.recordEvent(signedIn, at)
      log.recordEvent(pluginEnabled, at)
    })
    assert.deepEqual(numbersOf(log.page({ ...all, limit: 2 })), [9, 8])
    assert.equal(log.findBreak(), undefined)
  })

  test('does not record events of a failed transaction, and continues the chain', () => {
    const { database, log } = filled()
    assert.throws(() =>
      atomically(database, () => {
        log.recordEvent(signedIn, at)
        throw new Error('no')
      }),
    )
    assert.equal(database.isTransaction, false)
    log.recordEvent(pluginEnabled, at)
    assert.deepEqual(numbersOf(log.page({ ...all, limit: 1 })), [8])
    assert.equal(log.findBreak(), undefined)
  })

  test('preserves the rest of a transaction when a savepoint fails', () => {
    const { database, log } = filled()
    atomically(database, () => {
      log.recordEvent(signedIn, at)
      assert.throws(() =>
        atomically(database, () => {
          log.recordEvent(pluginEnabled, at)
          throw new Error('no')
        }),
      )
    })
    assert.deepEqual(numbersOf(log.page({ ...all, limit: 1 })), [8])
    assert.equal(log.findBreak(), undefined)
  })
})

suite('a log that is full', () => {
  test('removes the oldest entries, and the rest can still be verified', () => {
    const { log } = filled(5)
    assert.deepEqual(numbersOf(log.page(all)), [7, 6, 5, 4, 3])
    assert.equal(log.findBreak(), undefined)
    for (let more = 0; more < 20; more++) log.recordEvent(signedIn, at)
    assert.deepEqual(numbersOf(log.page(all)), [27, 26, 25, 24, 23])
    assert.equal(log.findBreak(), undefined)
  })

  test('shrinks to a lower limit', () => {
    using folder = new KeyFolder()
    const { database } = folder.filled()
    const { audit: log } = storeFixture({ database, folder: folder.path, maxEntries: 3 })
    log.recordEvent(signedIn, at)
    assert.deepEqual(numbersOf(log.page(all)), [8, 7, 6])
    assert.equal(log.findBreak(), undefined)
  })
})

/** Ways to tamper with a row. */
const tamperings: Readonly<Record<string, (database: DatabaseSync, number: number) => void>> = {
  'a word of entry is changed': (database, number) =>
    database.prepare(`UPDATE audit SET entry = replace(entry, 'Ada', 'Bob') WHERE number = ?`).run(number),
  'a word is changed and the hash with it, in entry': (database, number) => {
    const row = database.prepare('SELECT entry FROM audit WHERE number = ?').get(number)
    const entry = String(row!['entry']).replace('Ada', 'Bob')
    const hash = createHash('sha256').update(entry).digest('hex')
    database.prepare('UPDATE audit SET entry = ?, hash = ? WHERE number = ?').run(entry, hash, number)
  },
  'the hash is changed of entry': (database, number) =>
    database.prepare(`UPDATE audit SET hash = ? WHERE number = ?`).run('f'.repeat(64), number),
  'the kind is changed of entry': (database, number) =>
    database.prepare(`UPDATE audit SET kind = 'other' WHERE number = ?`).run(number),
  'the subject is changed of entry': (database, number) =>
    database.prepare(`UPDATE audit SET subject = 'nobody' WHERE number = ?`).run(number),
  'nonsense replaces entry': (database, number) => {
    const hash = createHash('sha256').update('nonsense').digest('hex')
    database.prepare('UPDATE audit SET entry = ?, hash = ? WHERE number = ?').run('nonsense', hash, number)
  },
  'someone deletes entry': (database, number) =>
    database.prepare('DELETE FROM audit WHERE number = ?').run(number),
  'someone deletes everything from entry': (database, number) =>
    database.prepare('DELETE FROM audit WHERE number >= ?').run(number),
  'the others close the gap of entry': (database, number) => {
    database.prepare('DELETE FROM audit WHERE number = ?').run(number)
    database.prepare('UPDATE audit SET number = -number WHERE number > ?').run(number)
    database.exec('UPDATE audit SET number = -number - 1 WHERE number < 0')
  },
  'another is inserted before entry': (database, number) => {
    database.prepare('UPDATE audit SET number = -number WHERE number >= ?').run(number)
    database.exec('UPDATE audit SET number = -number + 1 WHERE number < 0')
    database.prepare('INSERT INTO audit SELECT ?, kind, subject, entry, hash FROM audit LIMIT 1').run(number)
  },
  'a neighbour is swapped with entry': (database, number) => {
    const neighbour = number === 7 ? 6 : number + 1
    for (const [from, to] of [
      [number, -1],
      [neighbour, number],
      [-1, neighbour],
    ] as const)
      database.prepare('UPDATE audit SET number = ? WHERE number = ?').run(to, from)
  },
}

suite('detects tampering:', () => {
  for (const [title, tamper] of Object.entries(tamperings))
    for (const number of [3, 4, 6, 7])
      for (const maxEntries of [undefined, 5])
        test(`${title} ${number} ${maxEntries === undefined ? '' : 'of a log that had been full'}`, () => {
          const { database, log } = filled(maxEntries)
          tamper(database, number)
          const found = log.findBreak()
          assert.ok(found !== undefined && [number, number - 1, number + 1].includes(found), String(found))
        })

  test('an entry is inserted after the last', () => {
    const { database, log } = filled()
    const entry = String(
      database.prepare('SELECT entry FROM audit WHERE number = 7').get()!['entry'],
    ).replace('"number":7', '"number":8')
    const hash = createHash('sha256').update(entry).digest('hex')
    database.prepare("INSERT INTO audit VALUES (8, 'server', 'Ada', ?, ?)").run(entry, hash)
    assert.equal(log.findBreak(), 8)
  })

  test('all entries are deleted', () => {
    const { database, log } = filled()
    database.exec('DELETE FROM audit')
    assert.equal(log.findBreak(), 1)
  })

  test('a full log is disguised as one with free space', () => {
    const { database, log } = filled(5)
    database.exec(`UPDATE audit_chain SET removed = 0, beginning = '${'0'.repeat(64)}'`)
    assert.equal(log.findBreak(), 1)
  })

  test('the ends of the chain are deleted; commands are still recorded', () => {
    const { database, log } = filled(5)
    database.exec('DELETE FROM audit_chain')
    assert.notEqual(log.findBreak(), undefined)
    void log.recordCommand(commandTo('main'), at)
    assert.equal(log.page(all)[0]!.number, 8)
  })
})

/** Forges entries like an attacker who can write the database but has no key. */
const forge = (database: DatabaseSync, from: number, change: (entry: string) => string): void => {
  const rows = database
    .prepare('SELECT number, entry, hash FROM audit WHERE number >= ? ORDER BY number')
    .all(from)
  let previous: string | undefined
  for (const { number, entry } of rows) {
    const forged = { ...(JSON.parse(change(String(entry))) as object), ...(previous && { previous }) }
    const text = JSON.stringify(forged)
    previous = plainHash(text)
    database
      .prepare('UPDATE audit SET entry = ?, hash = ? WHERE number = ?')
      .run(text, previous, Number(number))
  }
  if (previous !== undefined) database.prepare('UPDATE audit_chain SET hash = ?').run(previous)
}

/** Deletes the last entries and adjusts the ends of the chain. */
const cutOff = (database: DatabaseSync, last: number): void => {
  database.prepare('DELETE FROM audit WHERE number > ?').run(last)
  database.exec(
    'UPDATE audit_chain SET last = (SELECT max(number) FROM audit), hash = (SELECT hash FROM audit ORDER BY number DESC)',
  )
}

suite('an attacker who can write the database but has no key', () => {
  test('cannot change an entry, even with new hashes for all entries', () => {
    using folder = new KeyFolder()
    const { database, log } = folder.filled()
    forge(database, 3, (entry) => entry.replace('Ada', 'Bob'))
    assert.equal(log.findBreak(), 3)
    assert.equal(folder.open(database).findBreak(), 3)
  })

  test('cannot remove the newest entries, even when others follow', () => {
    using folder = new KeyFolder()
    const { database, log } = folder.filled()
    cutOff(database, 5)
    assert.equal(log.findBreak(), 6)
    const later = folder.open(database)
    assert.equal(later.findBreak(), 6)
    for (let more = 0; more < 5; more++) later.recordEvent(signedIn, at)
    assert.equal(later.findBreak(), 6, 'the loss stays recorded')
    assert.equal(folder.open(database).findBreak(), 6)
  })

  test('cannot hide the removal by deleting the head', () => {
    using folder = new KeyFolder()
    const { database } = folder.filled()
    cutOff(database, 5)
    rmSync(join(folder.path, 'audit.head'))
    assert.equal(folder.open(database).findBreak(), 6)
  })

  test('cannot write a head: its seal needs the key', () => {
    using folder = new KeyFolder()
    const { database } = folder.filled()
    const file = join(folder.path, 'audit.head')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\\"last\\":7', '\\"last\\":5'))
    cutOff(database, 5)
    assert.notEqual(folder.open(database).findBreak(), undefined)
  })
})

suite('the key', () => {
  test('is readable only for its owner', () => {
    using folder = new KeyFolder()
    folder.filled()
    for (const name of ['audit.key', 'audit.head'])
      assert.equal(statSync(join(folder.path, name)).mode & 0o777, 0o600, name)
  })

  test('is created for a log without one: old entries are verified as before, new ones with the key', () => {
    const { database } = filled()
    // As written by an older version of the program.
    forge(database, 1, (entry) => entry)
    using folder = new KeyFolder()
    const log = folder.open(database)
    log.recordEvent(signedIn, at)
    assert.equal(log.findBreak(), undefined)
    assert.equal(folder.open(database).findBreak(), undefined)
    database.exec(`UPDATE audit SET entry = replace(entry, 'Ada', 'Bob') WHERE number = 2`)
    assert.equal(log.findBreak(), 2)
  })

  test('is replaced when it is lost: the links of older entries can still be verified', () => {
    using folder = new KeyFolder()
    const { database } = folder.filled()
    for (const name of ['audit.key', 'audit.head']) rmSync(join(folder.path, name))
    const log = folder.open(database)
    log.recordEvent(signedIn, at)
    assert.equal(log.findBreak(), undefined)
    database.exec('DELETE FROM audit WHERE number = 4')
    assert.equal(log.findBreak(), 4)
  })

  test('and its head survive a power cut while the head is written', () => {
    using folder = new KeyFolder()
    const { database, log } = folder.filled()
    const file = join(folder.path, 'audit.head')
    const bytes = readFileSync(file)
    // Entries 7 and 8 are in different halves of the file.
    log.recordEvent(signedIn, at)
    const torn = readFileSync(file)
    const half = bytes.subarray(0, 4_096).equals(torn.subarray(0, 4_096)) ? 4_096 : 0
    writeFileSync(file, torn.fill(0, half + 20, half + 4_096))
    assert.equal(folder.open(database).findBreak(), undefined)
  })
})
