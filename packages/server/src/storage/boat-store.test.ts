import { serverActor, type Actor } from '@marinedata/model'
import assert from 'node:assert/strict'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { BoatStore } from './boat-store.ts'

class DataFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'marinedata-store-'))
  readonly file = join(this.path, 'marinedata.db');

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }

  /** Opens the store, writes a fact and closes it, with or without making a copy. */
  async write(value: string, isCopied = true): Promise<void> {
    using store = new BoatStore(this.path)
    void store.saveFact('course', value)
    if (isCopied) await copyOnce(store)
  }

  read(): { readonly course: string | undefined; readonly repairs: readonly string[] } {
    using store = new BoatStore(this.path)
    return { course: store.readFact('course'), repairs: store.repairs }
  }

  /** Leaves the folder as after a killed process: the journal contains the latest writes. */
  asKilled(work: (store: BoatStore) => Promise<void>): void {
    const store = new BoatStore(this.path)
    void work(store)
    for (const part of ['', '-wal']) copyFileSync(this.file + part, `${this.file}.saved${part}`)
    store[Symbol.dispose]()
    for (const part of ['', '-wal']) {
      copyFileSync(`${this.file}.saved${part}`, this.file + part)
      rmSync(`${this.file}.saved${part}`)
    }
  }
}

const copyOnce = async (store: BoatStore): Promise<void> => {
  const faults: Error[] = []
  const copies = store.startCopies((fault) => fault && faults.push(fault))
  await copies[Symbol.asyncDispose]()
  assert.deepEqual(faults, [])
}

const sizeOf = (file: string): number => statSync(file).size

/** Ways to damage a file. */
const damages: Readonly<Record<string, (file: string) => void>> = {
  empty: (file) => truncateSync(file, 0),
  'cut in half': (file) => truncateSync(file, Math.floor(sizeOf(file) / 2)),
  garbage: (file) => writeFileSync(file, Buffer.alloc(sizeOf(file), 0xa7)),
  'all NULs': (file) => writeFileSync(file, Buffer.alloc(sizeOf(file))),
  'one letter': (file) => writeFileSync(file, 'x'),
  'scribbled over in its middle': (file) => {
    const bytes = readFileSync(file)
    bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 4_096)
    writeFileSync(file, bytes)
  },
  gone: (file) => rmSync(file),
}

suite('a damaged database', () => {
  for (const [title, damage] of Object.entries(damages)) {
    test(`that is ${title} is replaced with its last good copy`, async () => {
      using folder = new DataFolder()
      await folder.write('north')
      damage(folder.file)
      const found = existsSync(folder.file) ? readFileSync(folder.file) : undefined
      const { course, repairs } = folder.read()
      assert.equal(course, 'north')
      assert.match(repairs[0]!, /^The database was \w+: the copy of \d{4}-\d\d-\d\dT[\d:.]+Z was restored/)
      assert.equal(existsSync(`${folder.file}.damaged-1`), found !== undefined)
      if (found !== undefined) {
        assert.match(repairs[0]!, /the damaged file was saved as marinedata\.db\.damaged-1$/)
        assert.deepEqual(readFileSync(`${folder.file}.damaged-1`), found)
      }
      assert.deepEqual(folder.read(), { course: 'north', repairs: [] })
    })
  }

  for (const title of ['cut in half', 'garbage', 'all NULs', 'one letter'] as const)
    test(`that is ${title} and has no copy is replaced with a new one`, async () => {
      using folder = new DataFolder()
      await folder.write('north', false)
      damages[title]!(folder.file)
      const { course, repairs } = folder.read()
      assert.equal(course, undefined)
      assert.match(
        repairs[0]!,
        /^The database was damaged and there was no copy: a new one was created; the damaged file was saved as/,
      )
      assert.deepEqual(folder.read().repairs, [])
    })

  test('whose copy is also damaged is replaced with a new one, and both are saved', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    for (const part of ['', '.good']) damages['garbage']!(folder.file + part)
    assert.match(
      folder.read().repairs[0]!,
      /^The database was damaged and its copy was damaged too: a new one/,
    )
    assert.ok(existsSync(`${folder.file}.damaged-1`) && existsSync(`${folder.file}.damaged-1.good`))
  })

  test('is saved up to three times, and the newest is number 1', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    for (let number = 1; number <= 5; number++) {
      writeFileSync(folder.file, `damage ${number} ${'x'.repeat(600)}`)
      folder.read()
    }
    const damagedFiles = readdirSync(folder.path).filter((name) => name.includes('damaged'))
    assert.deepEqual(
      damagedFiles.toSorted(),
      [1, 2, 3].map((number) => `marinedata.db.damaged-${number}`),
    )
    for (const [number, damage] of [
      [1, 5],
      [2, 4],
      [3, 3],
    ] as const)
      assert.ok(readFileSync(`${folder.file}.damaged-${number}`, 'utf8').startsWith(`damage ${damage} `))
  })
})

suite('a damaged journal', () => {
  for (const title of ['empty', 'cut in half', 'garbage', 'all NULs', 'gone'] as const)
    test(`that is ${title} is detected: lost writes are reported`, async () => {
      using folder = new DataFolder()
      await folder.write('north')
      await folder.write('east')
      folder.asKilled((store) => store.saveFact('course', 'south'))
      // Simulates a copy made while that server ran.
      copyFileSync(`${folder.file}-wal`, `${folder.file}.saved-wal`)
      copyFileSync(folder.file, `${folder.file}.saved`)
      await folder.write('south')
      for (const part of ['', '-wal']) copyFileSync(`${folder.file}.saved${part}`, folder.file + part)
      damages[title]!(`${folder.file}-wal`)
      const { course, repairs } = folder.read()
      assert.equal(course, 'south')
      assert.match(repairs[0]!, /^The database (was damaged|had lost its latest changes): the copy of/)
      assert.deepEqual(folder.read(), { course: 'south', repairs: [] })
    })

  test('of a killed process is not damage: all writes are preserved', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    folder.asKilled((store) => store.saveFact('course', 'south'))
    assert.deepEqual(folder.read(), { course: 'south', repairs: [] })
  })

  test('with an unacknowledged end is not damage', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    folder.asKilled((store) => store.saveFact('course', 'south'))
    appendFileSync(`${folder.file}-wal`, Buffer.alloc(1_000, 0xa7))
    assert.deepEqual(folder.read(), { course: 'south', repairs: [] })
  })
})

suite('versions', () => {
  /** A database as the first version of the program created it. */
  const first = (file: string): void => {
    using database = new DatabaseSync(file)
    database.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      INSERT INTO fact VALUES ('course', 'north');
      CREATE TABLE audit (
        number INTEGER PRIMARY KEY, device TEXT NOT NULL, entry TEXT NOT NULL, hash TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_of_device ON audit (device, number);
      INSERT INTO audit VALUES (1, 'main',
        '{"number":1,"at":"t","device":"main","who":"w","previous":"${'0'.repeat(64)}"}',
        'cd69a347a7af8a439d8c3a637811b56281f4f6e20d672bf45e9bfe7161b981ca');
    `)
  }

  test('migrates a database of the first version with its audit', () => {
    using folder = new DataFolder()
    first(folder.file)
    using store = new BoatStore(folder.path)
    assert.deepEqual(store.repairs, [])
    assert.equal(store.readFact('course'), 'north')
    const page = { limit: 10, before: 100 }
    assert.deepEqual(
      store.audit.of('main', page).map(({ number, kind, actor }) => [number, kind, actor]),
      [[1, undefined, { kind: 'person', id: '', name: 'w', address: '' }]],
    )
    const signedIn = { kind: 'access', operation: 'signed-in', actor: serverActor, subject: 'c' } as const
    store.audit.recordEvent(signedIn, 't')
    assert.deepEqual(
      store.audit.page(page).map(({ number }) => number),
      [2, 1],
    )
    assert.equal(store.audit.findBreak(), undefined)
  })

  test('migrates people and preferences, which belonged to names', () => {
    using folder = new DataFolder()
    {
      using database = new DatabaseSync(folder.file)
      database.exec(`
        PRAGMA user_version = 1;
        CREATE TABLE person (
          name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL, sealed TEXT NOT NULL, created_at TEXT NOT NULL,
          addresses TEXT NOT NULL
        ) STRICT;
        INSERT INTO person VALUES ('Anna', 'owner', 's', 't', '[]'), ('Bert', 'crew', 's', 't', '[]');
        CREATE TABLE credential (
          id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, paths TEXT,
          digest TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, expires_at TEXT, used_at TEXT, used_from TEXT
        ) STRICT;
        INSERT INTO credential (id, kind, name, role, digest, created_at) VALUES
          ('t1', 'token', 'Anna', 'viewer', 'a', 't'), ('t2', 'token', 'gauge', 'device', 'b', 't'),
          ('s1', 'session', 'Anna', 'owner', 'c', 't');
        CREATE TABLE preference (who TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT;
        INSERT INTO preference VALUES ('Anna', '{"a":1}'), ('device.Anna', '{"a":2}'), ('device.gauge', '{"a":3}'),
          ('local', '{"a":4}'), ('gone', '{"a":5}');
      `)
    }
    using store = new BoatStore(folder.path)
    const [anna, bert] = store.access.people()
    assert.ok(anna !== undefined && bert !== undefined)
    assert.ok(anna.id.length >= 16 && anna.id !== bert.id)
    const of = (kind: Actor['kind'], id: string) => store.preferences.of({ kind, id, name: 'any' })['a']
    assert.deepEqual(
      [
        of('person', anna.id),
        of('person', bert.id),
        of('token', 't1'),
        of('device', 't2'),
        of('local', 'local'),
      ],
      [1, undefined, 2, 3, 4],
    )
  })

  test('migrates credentials: old ones are rejected in an address, and new ones accepted', () => {
    using folder = new DataFolder()
    {
      using database = new DatabaseSync(folder.file)
      database.exec(`
        PRAGMA user_version = 3;
        CREATE TABLE credential (
          id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, paths TEXT,
          digest TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, expires_at TEXT, used_at TEXT, used_from TEXT
        ) STRICT;
        INSERT INTO credential (id, kind, name, role, digest, created_at) VALUES
          ('t1', 'token', 'kip', 'helm', 'a', 't');
      `)
    }
    using store = new BoatStore(folder.path)
    const [old] = store.access.credentials()
    assert.deepEqual([old?.name, old?.tokenInAddress], ['kip', undefined])
    const event = { at: 't', operation: 'paired', actor: serverActor, subject: 'opencpn' }
    store.access.change(event, (records) =>
      records.addCredential({ ...old!, id: 't2', name: 'opencpn', digest: 'b', tokenInAddress: 'read' }),
    )
    assert.deepEqual(
      store.access.credentials().map(({ tokenInAddress }) => tokenInAddress),
      [undefined, 'read'],
    )
  })

  test('rejects a database of a newer version and does not change it', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    {
      using database = new DatabaseSync(folder.file)
      database.exec('PRAGMA user_version = 1000')
    }
    const bytes = readFileSync(folder.file)
    for (const mayRepair of [true, false])
      assert.throws(
        () => new BoatStore(folder.path, { mayRepair }),
        /marinedata\.db was written by a newer version of this program \(1000; this one knows \d+\)/,
      )
    assert.deepEqual(readFileSync(folder.file), bytes)
  })

  test('rejects a copy of a newer version', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    {
      using database = new DatabaseSync(`${folder.file}.good`)
      database.exec('PRAGMA user_version = 1000')
    }
    writeFileSync(folder.file, 'x')
    assert.throws(() => new BoatStore(folder.path), /good was written by a newer version/)
    assert.equal(readFileSync(folder.file, 'utf8'), 'x')
  })
})

suite('a CLI command next to the server', () => {
  const noRepair = { mayRepair: false }

  test('reads the writes of the server, and the server detects its writes', () => {
    using folder = new DataFolder()
    using server = new BoatStore(folder.path)
    void server.saveFact('course', 'north')
    const before = server.changes()
    void server.saveFact('course', 'east')
    assert.equal(server.changes(), before)
    using command = new BoatStore(folder.path, noRepair)
    assert.equal(command.readFact('course'), 'east')
    void command.saveFact('course', 'south')
    assert.notEqual(server.changes(), before)
    assert.equal(server.readFact('course'), 'south')
  })

  test('creates a missing database', () => {
    using folder = new DataFolder()
    {
      using command = new BoatStore(folder.path, noRepair)
      void command.saveFact('course', 'north')
    }
    assert.deepEqual(folder.read(), { course: 'north', repairs: [] })
  })

  test('repairs nothing when only the journal is left', () => {
    using folder = new DataFolder()
    folder.asKilled((store) => store.saveFact('course', 'north'))
    truncateSync(folder.file, 0)
    const before = readdirSync(folder.path)
    assert.throws(() => new BoatStore(folder.path, noRepair), /is damaged/)
    assert.deepEqual(readdirSync(folder.path), before)
  })

  for (const title of ['empty', 'garbage', 'one letter', 'gone'] as const)
    test(`repairs nothing when the database is ${title}`, async () => {
      using folder = new DataFolder()
      await folder.write('north')
      damages[title]!(folder.file)
      const before = readdirSync(folder.path)
      assert.throws(() => new BoatStore(folder.path, noRepair), /is damaged\. Start the server once/)
      assert.deepEqual(readdirSync(folder.path), before)
    })

  test('does not migrate an older database', () => {
    using folder = new DataFolder()
    {
      using database = new DatabaseSync(folder.file)
      database.exec('CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    }
    assert.throws(
      () => new BoatStore(folder.path, noRepair),
      /has an older schema version\. Start the server once/,
    )
  })
})

suite('the last good copy', () => {
  test('contains the writes of the server and of a CLI command, and is made again at the end', async () => {
    using folder = new DataFolder()
    using store = new BoatStore(folder.path)
    const copies = store.startCopies(() => undefined)
    void store.saveFact('course', 'north')
    {
      using command = new BoatStore(folder.path, { mayRepair: false })
      void command.saveFact('speed', 'slow')
    }
    await copies[Symbol.asyncDispose]()
    using copy = new DatabaseSync(`${folder.file}.good`, { readOnly: true })
    const facts = copy.prepare('SELECT name, value FROM fact ORDER BY name').all()
    assert.deepEqual(
      facts.map(({ name, value }) => [name, value]),
      [
        ['copies-made', '1'],
        ['course', 'north'],
        ['speed', 'slow'],
      ],
    )
  })

  test('is readable only for its owner, and leaves no other files', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    assert.deepEqual(readdirSync(folder.path).toSorted(), [
      'audit.head',
      'audit.key',
      'marinedata.db',
      'marinedata.db.good',
    ])
    for (const name of readdirSync(folder.path))
      assert.equal(statSync(join(folder.path, name)).mode & 0o777, 0o600, name)
  })

  test('stays unchanged when the database is damaged while running, and the fault is reported', async () => {
    using folder = new DataFolder()
    await folder.write('north')
    const good = readFileSync(`${folder.file}.good`)
    using store = new BoatStore(folder.path)
    const faults: (Error | undefined)[] = []
    const copies = store.startCopies((fault) => faults.push(fault))
    const bytes = readFileSync(folder.file)
    writeFileSync(folder.file, bytes.fill(0x55, 4_096))
    await copies[Symbol.asyncDispose]()
    assert.equal(faults.length, 1)
    assert.match(faults[0]!.message, /malformed/)
    assert.deepEqual(readFileSync(`${folder.file}.good`), good)
  })
})
