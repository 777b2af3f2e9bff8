import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSettings } from './settings-file.ts'

class SettingsFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'marinedata-settings-'))
  readonly file = join(this.path, 'settings.json')
  readonly copy = `${this.file}.good`;

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }
}

const good = '{"name":"Seestern","port":4000}'
/** Invalid JSON, each in a different way. */
const damages: Readonly<Record<string, string | Buffer>> = {
  'that is empty': '',
  'that ends halfway': good.slice(0, good.length / 2),
  'of random bytes': Buffer.alloc(40, 0xa7),
  'of NULs': Buffer.alloc(40),
  'with invalid UTF-8': Buffer.concat([
    Buffer.from('{"name":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}'),
  ]),
}

test('a missing file gives no settings and no repairs', () => {
  using folder = new SettingsFolder()
  assert.deepEqual(loadSettings(folder.path), { settings: {}, repairs: [], ignored: [] })
  assert.equal(existsSync(folder.copy), false)
})

test('loads valid settings and saves a copy', () => {
  using folder = new SettingsFolder()
  for (const text of [good, '{"name":"Seeigel"}']) {
    writeFileSync(folder.file, text)
    assert.deepEqual(loadSettings(folder.path), {
      settings: JSON.parse(text) as unknown,
      repairs: [],
      ignored: [],
    })
    assert.equal(readFileSync(folder.copy, 'utf8'), text)
  }
})

for (const [title, content] of Object.entries(damages)) {
  test(`loads the last valid copy instead of a file ${title}, and leaves the file unchanged`, () => {
    using folder = new SettingsFolder()
    writeFileSync(folder.file, good)
    loadSettings(folder.path)
    writeFileSync(folder.file, content)
    const { settings, repairs } = loadSettings(folder.path)
    assert.deepEqual(settings, JSON.parse(good))
    assert.equal(repairs.length, 1)
    assert.match(
      repairs[0]!,
      /^settings\.json is not valid JSON.*: the copy of \d{4}-\d\d-\d\dT[\d:.]+Z is used$/,
    )
    assert.doesNotMatch(repairs[0]!, /Seestern/)
    assert.deepEqual(readFileSync(folder.file), Buffer.from(content))
    assert.equal(readFileSync(folder.copy, 'utf8'), good)
  })

  test(`a file ${title} without a valid copy gives no settings, and a repair`, () => {
    using folder = new SettingsFolder()
    writeFileSync(folder.file, content)
    writeFileSync(folder.copy, content)
    const { settings, repairs } = loadSettings(folder.path)
    assert.deepEqual(settings, {})
    assert.match(
      repairs[0]!,
      /^settings\.json is not valid JSON.*: there is no valid copy, so the defaults are used$/,
    )
  })
}

test('the repair names the line and column of a syntax error', () => {
  using folder = new SettingsFolder()
  writeFileSync(folder.file, '{\n  "name": "Seestern"\n  "port": 3000\n}')
  assert.match(loadSettings(folder.path).repairs[0]!, /is not valid JSON \(line 3 column 3\)/)
})

test('rejects valid JSON with faults, listing each, even if there is a valid copy', () => {
  using folder = new SettingsFolder()
  writeFileSync(folder.file, good)
  loadSettings(folder.path)
  writeFileSync(folder.file, '{"port":-1,"colour":"blue"}')
  assert.throws(() => loadSettings(folder.path), /is not valid:\n {2}\/colour: .+\n {2}\/port: .+$/)
  assert.equal(readFileSync(folder.copy, 'utf8'), good)
})

test('starts without the members that this version does not know, and names them', () => {
  using folder = new SettingsFolder()
  writeFileSync(folder.file, '{"port":3001,"colour":"blue","access":{"requireTls":true,"moon":{"phase":1}}}')
  assert.deepEqual(loadSettings(folder.path), {
    settings: { port: 3001, access: { requireTls: true } },
    repairs: [],
    ignored: ['/colour', '/access/moon'],
  })
})

test('ignores a copy that has faults', () => {
  using folder = new SettingsFolder()
  writeFileSync(folder.file, '')
  writeFileSync(folder.copy, '{"port":-1}')
  assert.deepEqual(loadSettings(folder.path).settings, {})
})
