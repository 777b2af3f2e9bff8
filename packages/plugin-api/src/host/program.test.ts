import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { commandLine, environmentOf, type StartOptions } from './command-line.ts'
import { checkedManifest, checkSchemas, manifestFaults, readProgram, type Program } from './program.ts'

const manifest = { name: 'tank-watch', version: '1.0.0', description: 'Watches the tanks' }

/** Creates a folder with these files, removed after the test. */
const folderWith = (t: TestContext, files: Readonly<Record<string, unknown>>): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'marinedata-')))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const place = { sandbox: { missing: 'not asked for' } } as const

/** The arguments of a plugin that runs with Node's permission model only. */
const wordsOf = (
  program: Program,
  started: StartOptions['manifest'],
  chosen: StartOptions['chosen'] = {},
): readonly string[] => commandLine({ program, manifest: started, chosen, place })

const pathsOf = (candidate: unknown): string[] => manifestFaults(candidate).map(({ path }) => path)

test('a complete manifest has no faults', () => {
  const full = {
    ...manifest,
    run: ['python3', 'main.py'],
    provides: ['autopilot', 'anchor'],
    writes: { paths: ['tanks.*.level'], contexts: ['vessels.self', 'vessels.*'], sources: ['*', 'gps@deck'] },
    reads: { paths: ['**'], contexts: ['*'] },
    notifications: ['notifications.tanks.*'],
    actions: { pause: { description: 'Waits', input: { type: 'number' }, deadline: 2 } },
    needs: ['network', 'read-files', 'write-files', 'processes', 'native-code'],
    memory: 64,
    settings: { type: 'object', properties: { port: { type: 'string' } } },
  }
  assert.deepEqual(manifestFaults(full), [])
})

test('a kind of resources cannot have a name that is no segment of a path', () => {
  const kinds = ['tideStations', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']
  assert.deepEqual(
    pathsOf({ ...manifest, resources: kinds }),
    [1, 2, 3, 4, 5].map((index) => `/resources/${index}`),
  )
})

test('lists every fault of a manifest with its path', () => {
  assert.deepEqual(pathsOf({}).toSorted(), ['/description', '/name', '/version'])
  assert.deepEqual(pathsOf({ ...manifest, acts: {} }), ['/acts'])
  assert.deepEqual(pathsOf({ ...manifest, name: 'Tank Watch', memory: 7 }).toSorted(), ['/memory', '/name'])
  assert.deepEqual(pathsOf({ ...manifest, writes: { paths: ['a..b', 'tanks.*'], contexts: ['boats.7'] } }), [
    '/writes/paths/0',
    '/writes/contexts/0',
  ])
  assert.deepEqual(pathsOf({ ...manifest, reads: { paths: ['a b'] }, notifications: ['**.x'] }), [
    '/reads/paths/0',
    '/notifications/0',
  ])
  assert.deepEqual(pathsOf({ ...manifest, actions: { 'Not-This': { description: 'x' } } }).length, 1)
  assert.deepEqual(pathsOf(null).length, 1)
})

test('rejects a manifest that is nested too deeply or too large, and compiles none of its schemas', (t) => {
  const nested = (levels: number): object => (levels === 0 ? {} : { items: nested(levels - 1) })
  assert.deepEqual(manifestFaults({ ...manifest, settings: nested(20) }), [])
  assert.deepEqual(manifestFaults({ ...manifest, settings: nested(5_000) }), [
    { path: '', message: 'has more than 32 levels' },
  ])
  const large = { ...manifest, settings: { enum: Array.from({ length: 20_000 }, (_, index) => `v${index}`) } }
  const folder = folderWith(t, { 'marinedata-plugin.json': large, 'package.json': { name: 'mast' } })
  assert.throws(() => readProgram(folder), /marinedata-plugin\.json has more than 131072 bytes/)
  const broken = { ...manifest, settings: { type: 'object', properties: { a: { pattern: '(' } } } }
  assert.deepEqual(manifestFaults(broken), [])
  assert.throws(() => checkSchemas(checkedManifest(broken, 'it'), 'it'), /\/settings: is not a JSON Schema/)
})

test('rejects an invalid manifest with all of its faults', () => {
  assert.throws(
    () => checkedManifest({ ...manifest, name: 7, memory: 7 }, 'plugin.json'),
    (error) => {
      assert.ok(error instanceof MarineDataError)
      assert.equal(error.code, 'invalid-settings')
      assert.match(error.message, /^plugin\.json is not a valid manifest:\n {2}\/(?:.|\n)*\/memory/)
      return true
    },
  )
})

test('reads a single module as a plugin without a manifest', (t) => {
  const folder = folderWith(t, { 'mast.js': '' })
  assert.deepEqual(readProgram(join(folder, 'mast.js')), {
    folder,
    entry: join(folder, 'mast.js'),
    manifest: undefined,
  })
})

test('resolves the main module of an updated package again', (t) => {
  const folder = folderWith(t, {
    'marinedata-plugin.json': manifest,
    'package.json': { name: 'mast', exports: { '.': { nobody: './none.js', default: './old.js' } } },
    'old.js': '',
    'new.js': '',
    'newer.js': '',
  })
  assert.equal(readProgram(folder).entry, join(folder, 'old.js'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mast', exports: './new.js' }))
  assert.equal(readProgram(folder).entry, join(folder, 'new.js'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mast', main: 'newer' }))
  assert.equal(readProgram(folder).entry, join(folder, 'newer.js'))
})

test('resolves the main module of a package in every form of package.json', (t) => {
  for (const names of [{ exports: './lib/main.js' }, { main: 'lib/main.js' }, { main: './lib/main' }]) {
    const folder = folderWith(t, {
      'package.json': { name: 'tank-watch', ...names },
      'lib/main.js': '',
      'marinedata-plugin.json': manifest,
    })
    assert.deepEqual(readProgram(folder), { folder, entry: join(folder, 'lib', 'main.js'), manifest })
  }
})

test('uses the manifest of a plugin in another language', (t) => {
  const filed = { ...manifest, run: ['python3', 'main.py'] }
  const folder = folderWith(t, { 'marinedata-plugin.json': filed })
  assert.deepEqual(readProgram(folder), { folder, entry: undefined, manifest: filed })
  assert.deepEqual(wordsOf(readProgram(folder), filed), ['python3', 'main.py'])
})

test('resolves a symbolic link to the plugin', (t) => {
  const folder = folderWith(t, { 'real/mast.js': '' })
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  assert.equal(readProgram(join(folder, 'link', 'mast.js')).folder, join(folder, 'real'))
})

test('reports what is missing where there is no plugin', (t) => {
  const folder = folderWith(t, {
    'empty/x': '',
    'bad/marinedata-plugin.json': '{',
    'nameless/package.json': {},
  })
  assert.throws(() => readProgram(join(folder, 'nowhere')), /There is no plugin at .*nowhere/)
  assert.throws(() => readProgram(join(folder, 'empty')), /package\.json/)
  assert.throws(() => readProgram(join(folder, 'bad')), /marinedata-plugin\.json cannot be read/)
  assert.throws(() => readProgram(join(folder, 'nameless')), /has no name/)
})

test('allows a plugin to read its folder, its imports and the granted files only', (t) => {
  const folder = folderWith(t, { 'plugins/mast/mast.js': '', 'node_modules/x/package.json': {} })
  const program = readProgram(join(folder, 'plugins', 'mast', 'mast.js'))
  const settings = {
    type: 'object',
    properties: {
      chart: { type: 'string', grants: 'read' },
      near: { grants: 'read' },
      note: { type: 'string' },
    },
  }
  const given = { chart: '/charts/north.txt', near: 'relative.txt', note: '/etc/passwd' }
  const words = wordsOf(program, { settings }, given)
  assert.ok(words.includes('--permission'))
  assert.deepEqual(
    words.filter((word) => word.startsWith('--allow')),
    [folder + '/plugins/mast', folder + '/node_modules', '/charts/north.txt'].map(
      (path) => `--allow-fs-read=${path}`,
    ),
  )
  assert.equal(words.at(-1), program.entry)
})

test('grants each need of the manifest', (t) => {
  const program = readProgram(join(folderWith(t, { 'mast.js': '' }), 'mast.js'))
  const flags = (needs: readonly string[]): string[] =>
    wordsOf(program, { needs: needs as never }).filter((word) => word.startsWith('--allow'))
  const plain = flags([])
  const more = (need: string): string[] => flags([need]).slice(plain.length)
  assert.deepEqual(more('processes'), ['--allow-child-process'])
  assert.deepEqual(more('native-code'), ['--allow-addons'])
  assert.deepEqual(more('read-files'), ['--allow-fs-read=*'])
  assert.deepEqual(more('write-files'), ['--allow-fs-write=*'])
  assert.deepEqual(more('serial-ports'), [
    '--allow-fs-read=/dev',
    '--allow-fs-read=/sys',
    '--allow-fs-read=/proc/consoles',
  ])
  assert.deepEqual(more('network'), [])
})

test('limits the heap to half of the memory', (t) => {
  const program = readProgram(join(folderWith(t, { 'mast.js': '' }), 'mast.js'))
  assert.ok(wordsOf(program, { memory: 64 }).includes('--max-old-space-size=32'))
  assert.ok(wordsOf(program, {}).includes('--max-old-space-size=96'))
})

test('passes only the path, the name, the plugin folder and how memory is used in the environment', () => {
  const names = (ownFolder?: string): string[] =>
    Object.keys(environmentOf('mast', { ...place, ownFolder }))
      .filter((name) => !name.startsWith('MALLOC_'))
      .toSorted()
  assert.deepEqual(names(), ['LANG', 'MARINEDATA_PLUGIN', 'PATH', 'TZ'])
  assert.deepEqual(names('/boat/plugin-data/mast'), [
    'HOME',
    'LANG',
    'MARINEDATA_PLUGIN',
    'MARINEDATA_PLUGIN_DATA',
    'PATH',
    'TZ',
  ])
})

test('disables the debugger signal, and node:sqlite unless it is needed', (t) => {
  const program = readProgram(join(folderWith(t, { 'mast.js': '' }), 'mast.js'))
  const words = wordsOf(program, { needs: ['network', 'write-files'] })
  assert.ok(
    words.includes('--no-experimental-sqlite') && words.includes('--disable-sigusr1'),
    words.join(' '),
  )
  assert.ok(!wordsOf(program, { needs: ['database'] }).includes('--no-experimental-sqlite'))
})

test('rejects a plugin with a symbolic link to a path outside it, and names the link', (t) => {
  const folder = folderWith(t, {
    'boat/marinedata.db': '',
    'boat/plugins/mast/package.json': { name: 'mast', main: 'mast.js' },
    'boat/plugins/mast/mast.js': '',
    'boat/plugins/mast/lib/part.js': '',
  })
  const mast = join(folder, 'boat', 'plugins', 'mast')
  symlinkSync('lib/part.js', join(mast, 'inside'))
  symlinkSync('/usr/bin/env', join(mast, 'env'))
  assert.equal(readProgram(mast).folder, mast)
  const targets = ['../../../marinedata.db', '../../..', '../../../not-yet.db', '/etc/passwd']
  for (const target of targets) {
    const link = join(mast, 'lib', 'out')
    symlinkSync(target, link)
    const isNamed = (error: unknown): boolean =>
      (error as Error).message.startsWith(`${link} is a symbolic link`)
    assert.throws(() => readProgram(mast), isNamed, target)
    rmSync(link)
  }
})
