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
import type { AuditLog, DeedRecord } from './audit-log.ts'
import { trialStore } from './trial-store.ts'

const at = '2026-05-01T12:00:00.000Z'
const all = { limit: 1_000, before: Number.MAX_SAFE_INTEGER }

const commandTo = (device: string): CommandRecord => ({
  device,
  who: 'Ada',
  from: '127.0.0.1',
  asked: { kind: 'engage' },
  before: { state: 'standby' },
  sent: { name: 'engage', input: {} },
  reported: { state: 'auto' },
  outcome: 'OK',
  milliseconds: 12,
})

const signedIn: DeedRecord = {
  kind: 'access',
  deed: 'signed-in',
  who: 'Ada',
  from: '192.168.1.7',
  subject: 'Ada',
}
const pluginEnabled: DeedRecord = {
  ...signedIn,
  kind: 'plugin',
  deed: 'plugin-enabled',
  subject: 'simulator',
}

const logOf = (maxEntries?: number): { database: DatabaseSync; log: AuditLog } => {
  const { database, audit: log } = trialStore(maxEntries === undefined ? {} : { maxEntries })
  return { database, log }
}

const plainHash = (entry: string): string => createHash('sha256').update(entry).digest('hex')

/** A folder with the key of the audit. */
class KeyFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'marinedata-audit-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }

  /** The log as another process finds it. */
  open(database: DatabaseSync): AuditLog {
    return trialStore({ database, folder: this.path }).audit
  }

  filled(): { database: DatabaseSync; log: AuditLog } {
    const { database, audit: log } = trialStore({ folder: this.path })
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
  log.recordDeed(signedIn, at)
  void log.recordCommand(commandTo('spare'), at)
  log.recordDeed(pluginEnabled, at)
  log.recordDeed(
    { ...signedIn, kind: 'settings', deed: 'settings-changed', details: { name: ['a', 'b'] } },
    at,
  )
  void log.recordCommand(commandTo('main'), at)
  log.recordDeed({ ...signedIn, kind: 'server', deed: 'repaired' }, at)
  return { database, log }
}

const numbersOf = (entries: readonly { readonly number: number }[]): number[] =>
  entries.map(({ number }) => number)

suite('the log', () => {
  test('commands and deeds stand in one chain, newest first, as the interface says', () => {
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

  test('a command is kept with everything that belongs to it, and so is a deed', () => {
    const { log } = filled()
    const page = log.page(all)
    const placeOf = ({ number, previous, hash }: AuditPage[number]): object => ({ number, previous, hash })
    assert.deepEqual(page[1], { at, kind: 'command', ...commandTo('main'), ...placeOf(page[1]!) })
    assert.deepEqual(page[3], { at, ...pluginEnabled, ...placeOf(page[3]!) })
    assert.deepEqual((page[2] as { details: unknown }).details, { name: ['a', 'b'] })
  })

  test('the commands to a device are found without what else bears its name', () => {
    const { log } = filled()
    log.recordDeed({ ...signedIn, subject: 'main' }, at)
    assert.deepEqual(numbersOf(log.of('main', all)), [6, 1])
    assert.deepEqual(numbersOf(log.of('main', { limit: 1, before: 6 })), [1])
    assert.deepEqual(log.of('Ada', all), [])
  })

  test('it is read in pages, of all or of one kind', () => {
    const { log } = filled()
    assert.deepEqual(numbersOf(log.page({ limit: 3, before: 7 })), [6, 5, 4])
    assert.deepEqual(numbersOf(log.page({ ...all, kind: 'command' })), [6, 3, 1])
    assert.deepEqual(numbersOf(log.page({ limit: 1, before: 6, kind: 'command' })), [3])
    assert.deepEqual(numbersOf(log.page({ ...all, kind: 'access' })), [2])
  })

  test('the words of a stranger are cut before they fill the card', () => {
    const { log } = logOf()
    const endless = 'x'.repeat(100_000)
    log.recordDeed({ ...signedIn, who: endless, subject: endless, details: { tried: endless } }, at)
    const [entry] = log.page(all)
    assert.ok(JSON.stringify(entry).length < 2_000)
    assert.equal(log.findBreak(), undefined)
  })
})

suite('with the step of a caller', () => {
  test('a deed is kept when the step is', () => {
    const { database, log } = filled()
    atomically(database, () => {
      database.exec('CREATE TABLE other (a TEXT)')
      log.recordDeed(signedIn, at)
      log.recordDeed(pluginEnabled, at)
    })
    assert.deepEqual(numbersOf(log.page({ ...all, limit: 2 })), [9, 8])
    assert.equal(log.findBreak(), undefined)
  })

  test('a deed is not kept when the step fails, and the chain goes on as if it had never been', () => {
    const { database, log } = filled()
    assert.throws(() =>
      atomically(database, () => {
        log.recordDeed(signedIn, at)
        throw new Error('no')
      }),
    )
    assert.equal(database.isTransaction, false)
    log.recordDeed(pluginEnabled, at)
    assert.deepEqual(numbersOf(log.page({ ...all, limit: 1 })), [8])
    assert.equal(log.findBreak(), undefined)
  })

  test('a part of a step that fails leaves the rest of it', () => {
    const { database, log } = filled()
    atomically(database, () => {
      log.recordDeed(signedIn, at)
      assert.throws(() =>
        atomically(database, () => {
          log.recordDeed(pluginEnabled, at)
          throw new Error('no')
        }),
      )
    })
    assert.deepEqual(numbersOf(log.page({ ...all, limit: 1 })), [8])
    assert.equal(log.findBreak(), undefined)
  })
})

suite('a log that is full', () => {
  test('lets the oldest go, and what is left can still be checked', () => {
    const { log } = filled(5)
    assert.deepEqual(numbersOf(log.page(all)), [7, 6, 5, 4, 3])
    assert.equal(log.findBreak(), undefined)
    for (let more = 0; more < 20; more++) log.recordDeed(signedIn, at)
    assert.deepEqual(numbersOf(log.page(all)), [27, 26, 25, 24, 23])
    assert.equal(log.findBreak(), undefined)
  })

  test('becomes as short as it should be when it may be shorter than it was', () => {
    using folder = new KeyFolder()
    const { database } = folder.filled()
    const { audit: log } = trialStore({ database, folder: folder.path, maxEntries: 3 })
    log.recordDeed(signedIn, at)
    assert.deepEqual(numbersOf(log.page(all)), [8, 7, 6])
    assert.equal(log.findBreak(), undefined)
  })
})

/** Everything that one can do to a row; what can be checked in one log only is told to it. */
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
  'nonsense is put in the place of entry': (database, number) => {
    const hash = createHash('sha256').update('nonsense').digest('hex')
    database.prepare('UPDATE audit SET entry = ?, hash = ? WHERE number = ?').run('nonsense', hash, number)
  },
  'someone takes out entry': (database, number) =>
    database.prepare('DELETE FROM audit WHERE number = ?').run(number),
  'someone takes out everything from entry': (database, number) =>
    database.prepare('DELETE FROM audit WHERE number >= ?').run(number),
  'the others close the gap of entry': (database, number) => {
    database.prepare('DELETE FROM audit WHERE number = ?').run(number)
    database.prepare('UPDATE audit SET number = -number WHERE number > ?').run(number)
    database.exec('UPDATE audit SET number = -number - 1 WHERE number < 0')
  },
  'another is put in before entry': (database, number) => {
    database.prepare('UPDATE audit SET number = -number WHERE number >= ?').run(number)
    database.exec('UPDATE audit SET number = -number + 1 WHERE number < 0')
    database.prepare('INSERT INTO audit SELECT ?, kind, subject, entry, hash FROM audit LIMIT 1').run(number)
  },
  'a neighbour changes places with entry': (database, number) => {
    const neighbour = number === 7 ? 6 : number + 1
    for (const [from, to] of [
      [number, -1],
      [neighbour, number],
      [-1, neighbour],
    ] as const)
      database.prepare('UPDATE audit SET number = ? WHERE number = ?').run(to, from)
  },
}

suite('tampering is found:', () => {
  for (const [title, tamper] of Object.entries(tamperings))
    for (const number of [3, 4, 6, 7])
      for (const maxEntries of [undefined, 5])
        test(`${title} ${number} ${maxEntries === undefined ? '' : 'of a log that had been full'}`, () => {
          const { database, log } = filled(maxEntries)
          tamper(database, number)
          const found = log.findBreak()
          assert.ok(found !== undefined && [number, number - 1, number + 1].includes(found), String(found))
        })

  test('another is put in after the last', () => {
    const { database, log } = filled()
    const entry = String(
      database.prepare('SELECT entry FROM audit WHERE number = 7').get()!['entry'],
    ).replace('"number":7', '"number":8')
    const hash = createHash('sha256').update(entry).digest('hex')
    database.prepare("INSERT INTO audit VALUES (8, 'server', 'Ada', ?, ?)").run(entry, hash)
    assert.equal(log.findBreak(), 8)
  })

  test('everything is taken out', () => {
    const { database, log } = filled()
    database.exec('DELETE FROM audit')
    assert.equal(log.findBreak(), 1)
  })

  test('a log that had been full is made to look as if it had not', () => {
    const { database, log } = filled(5)
    database.exec(`UPDATE audit_chain SET removed = 0, beginning = '${'0'.repeat(64)}'`)
    assert.equal(log.findBreak(), 1)
  })

  test('the ends of the chain are taken out; commands are recorded all the same', () => {
    const { database, log } = filled(5)
    database.exec('DELETE FROM audit_chain')
    assert.notEqual(log.findBreak(), undefined)
    void log.recordCommand(commandTo('main'), at)
    assert.equal(log.page(all)[0]!.number, 8)
  })
})

/** Someone who can write the database and knows how it is made, but has no key. */
const forge = (database: DatabaseSync, from: number, change: (entry: string) => string): void => {
  const rows = database
    .prepare('SELECT number, entry, hash FROM audit WHERE number >= ? ORDER BY number')
    .all(from)
  let previous: string | undefined
  for (const { number, entry } of rows) {
    const told = { ...(JSON.parse(change(String(entry))) as object), ...(previous && { previous }) }
    const text = JSON.stringify(told)
    previous = plainHash(text)
    database
      .prepare('UPDATE audit SET entry = ?, hash = ? WHERE number = ?')
      .run(text, previous, Number(number))
  }
  if (previous !== undefined) database.prepare('UPDATE audit_chain SET hash = ?').run(previous)
}

/** The last entries are gone, and the ends of the chain say so. */
const cutOff = (database: DatabaseSync, last: number): void => {
  database.prepare('DELETE FROM audit WHERE number > ?').run(last)
  database.exec(
    'UPDATE audit_chain SET last = (SELECT max(number) FROM audit), hash = (SELECT hash FROM audit ORDER BY number DESC)',
  )
}

suite('whoever can write the database and has no key', () => {
  test('cannot change an entry, although all hashes are made anew', () => {
    using folder = new KeyFolder()
    const { database, log } = folder.filled()
    forge(database, 3, (entry) => entry.replace('Ada', 'Bob'))
    assert.equal(log.findBreak(), 3)
    assert.equal(folder.open(database).findBreak(), 3)
  })

  test('cannot remove the newest entries, also when others follow', () => {
    using folder = new KeyFolder()
    const { database, log } = folder.filled()
    cutOff(database, 5)
    assert.equal(log.findBreak(), 6)
    const later = folder.open(database)
    assert.equal(later.findBreak(), 6)
    for (let more = 0; more < 5; more++) later.recordDeed(signedIn, at)
    assert.equal(later.findBreak(), 6, 'it is not forgotten')
    assert.equal(folder.open(database).findBreak(), 6)
  })

  test('cannot hide that by taking the head away', () => {
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
  test('is for the owner of the process alone', () => {
    using folder = new KeyFolder()
    folder.filled()
    for (const name of ['audit.key', 'audit.head'])
      assert.equal(statSync(join(folder.path, name)).mode & 0o777, 0o600, name)
  })

  test('is taken up by a log that had none: what was there is checked as before, and what follows with the key', () => {
    const { database } = filled()
    // As an older version of the program has written it.
    forge(database, 1, (entry) => entry)
    using folder = new KeyFolder()
    const log = folder.open(database)
    log.recordDeed(signedIn, at)
    assert.equal(log.findBreak(), undefined)
    assert.equal(folder.open(database).findBreak(), undefined)
    database.exec(`UPDATE audit SET entry = replace(entry, 'Ada', 'Bob') WHERE number = 2`)
    assert.equal(log.findBreak(), 2)
  })

  test('that was lost gives way to another: the links of what was before can still be checked', () => {
    using folder = new KeyFolder()
    const { database } = folder.filled()
    for (const name of ['audit.key', 'audit.head']) rmSync(join(folder.path, name))
    const log = folder.open(database)
    log.recordDeed(signedIn, at)
    assert.equal(log.findBreak(), undefined)
    database.exec('DELETE FROM audit WHERE number = 4')
    assert.equal(log.findBreak(), 4)
  })

  test('and its head are there after a power cut in the middle of writing the head', () => {
    using folder = new KeyFolder()
    const { database, log } = folder.filled()
    const file = join(folder.path, 'audit.head')
    const bytes = readFileSync(file)
    // Entry 8 goes to the other half of the file than entry 7.
    log.recordDeed(signedIn, at)
    const torn = readFileSync(file)
    const half = bytes.subarray(0, 4_096).equals(torn.subarray(0, 4_096)) ? 4_096 : 0
    writeFileSync(file, torn.fill(0, half + 20, half + 4_096))
    assert.equal(folder.open(database).findBreak(), undefined)
  })
})
