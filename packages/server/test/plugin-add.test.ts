import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { blocksOf } from './printed-page.ts'
import { runCli } from '@marinedata/testing/boats/start-cli'

// npm sets it for the scripts that it runs.
delete process.env['npm_config_registry']

/** A data folder, and a folder in which plugins are made. */
const machine = (t: TestContext) => {
  const home = mkdtempSync(join(tmpdir(), 'marinedata-add-'))
  t.after(() => rmSync(home, { recursive: true }))
  const data = join(home, 'data')
  mkdirSync(data)
  const marinedata = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await runCli('plugin', ...words, '--data', data)
    return { code, text: `${stdout}${stderr}` }
  }
  return { home, data, marinedata }
}

interface PluginFiles {
  readonly version?: string
  readonly packageMembers?: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, string>>
}

const makePlugin = (
  folder: string,
  { version = '1.0.0', packageMembers = {}, files = {} }: PluginFiles = {},
): string => {
  mkdirSync(folder, { recursive: true })
  const manifest = {
    name: 'tide-table',
    version,
    description: 'Shows the tide',
    writes: { paths: ['environment.tide.*'] },
  }
  const all = {
    'package.json': JSON.stringify({
      name: 'tide-table',
      version,
      type: 'module',
      main: 'index.js',
      ...packageMembers,
    }),
    'marinedata-plugin.json': JSON.stringify(manifest),
    'index.js': '',
    ...files,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return folder
}

/** Packs a folder as npm does, into a folder named `package`; `words` are for tar. */
const packed = (folder: string, file: string, words: readonly string[] = []): string => {
  execFileSync('tar', ['-czf', file, '--transform', 's,^\\.,package,', ...words, '-C', folder, '.'])
  return file
}

test('adds a plugin from a file, replaces it by a newer one, lists and removes it', async (t) => {
  const { home, data, marinedata } = machine(t)
  const file = packed(makePlugin(join(home, 'one')), join(home, 'tide-table.tgz'))
  const asked = await marinedata('add', file)
  assert.equal(asked.code, 1)
  assert.match(asked.text, /write environment\.tide\.\*/)
  assert.match(asked.text, /use --yes/)
  assert.deepEqual(readdirSync(join(data, 'plugins')), [])

  assert.match((await marinedata('add', file, '--yes')).text, /Installed tide-table 1\.0\.0\. Enable/)
  await marinedata('add', makePlugin(join(home, 'two'), { version: '1.1.0' }), '--yes')
  assert.equal((await marinedata('list')).text, 'tide-table 1.1.0 (tide-table, from a file)\n')
  assert.deepEqual(readdirSync(join(data, 'plugins')), ['tide-table'])

  assert.equal((await marinedata('remove', 'tide-table')).code, 0)
  assert.deepEqual(readdirSync(join(data, 'plugins')), [])
  assert.equal((await marinedata('remove', '../data')).code, 1)
})

/** Hides, moves and reverses what a terminal shows. */
const hostileText = 'harmless \u001B[8m\u001B[2J\u001B[1;1H\u009B8m\r\n\u202Eneddih\u2066'
// The control characters are what the test looks for.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u

test('what a plugin says about itself cannot change the terminal, and comes after its rights', async (t) => {
  const { home, marinedata } = machine(t)
  const describe = (manifest: object): string => {
    const files = { 'marinedata-plugin.json': JSON.stringify({ version: '1.0.0', ...manifest }) }
    return packed(makePlugin(join(home, 'plugin'), { files }), join(home, 'plugin.tgz'))
  }
  const shown = await marinedata(
    'add',
    describe({
      name: 'tide-table',
      description: hostileText,
      writes: { paths: ['environment.tide.*'] },
    }),
  )
  assert.doesNotMatch(shown.text, unprintable)
  assert.match(shown.text, /write environment\.tide\.\*\n(?:  .+\n)*Its author describes it as: harmless/)

  const refused = await marinedata('add', describe({ name: hostileText, description: 'x', [hostileText]: 1 }))
  assert.equal(refused.code, 1)
  assert.doesNotMatch(refused.text, unprintable)
})

test('an installation that was killed leaves the plugin that it was to replace', async (t) => {
  const { home, data, marinedata } = machine(t)
  const added = await marinedata('add', makePlugin(join(home, 'plugin')), '--yes')
  assert.equal(added.code, 0, added.text)
  const plugins = join(data, 'plugins')
  // The moment between the two renames, and then the one before the old plugin is deleted.
  renameSync(join(plugins, 'tide-table'), join(plugins, '.old-tide-table'))
  assert.match((await marinedata('list')).text, /tide-table +1\.0\.0/)
  mkdirSync(join(plugins, '.old-tide-table'))
  assert.match((await marinedata('list')).text, /tide-table +1\.0\.0/)
  assert.deepEqual(readdirSync(plugins), ['tide-table'])
})

test('rejects plugins that cannot run aboard or that reach out of their folder, and changes nothing', async (t) => {
  const { home, data, marinedata } = machine(t)
  const needy = makePlugin(join(home, 'needy'), { packageMembers: { dependencies: { 'left-pad': '1' } } })
  const typed = makePlugin(join(home, 'typed'), {
    packageMembers: { main: 'index.ts' },
    files: { 'index.ts': '' },
  })
  const linked = makePlugin(join(home, 'linked'))
  symlinkSync('/etc/passwd', join(linked, 'secrets'))
  const plain = makePlugin(join(home, 'plain'))
  const climbing = packed(plain, join(home, 'climbing.tgz'), ['--transform', 's,index.js,../../../out.js,'])
  const large = join(home, 'large.tgz')
  writeFileSync(large, gzipSync(Buffer.alloc(257 * 1024 * 1024), { level: 1 }))
  const cases: readonly (readonly [string, RegExp])[] = [
    [needy, /needs left-pad, which it does not contain/],
    [typed, /is TypeScript/],
    [linked, /is a link/],
    [packed(linked, join(home, 'linked.tgz')), /is a link or a device/],
    [climbing, /leads out of it/],
    [large, /more than 268435456 bytes/],
    ['tide-table', /No registry is set/],
  ]
  for (const [subject, reason] of cases) {
    const { code, text } = await marinedata('add', subject, '--yes')
    assert.equal(code, 1, subject)
    assert.match(text, reason)
  }
  assert.deepEqual(readdirSync(join(data, 'plugins')), [])
  assert.ok(!existsSync(join(data, 'out.js')))
})

test('loads a plugin by its name from the registry that is set, and rejects a file with another checksum', async (t) => {
  const { home, data, marinedata } = machine(t)
  const bytesOf = (version: string): Buffer =>
    readFileSync(packed(makePlugin(join(home, version), { version }), join(home, `${version}.tgz`)))
  let latest = '1.0.0'
  const bytesByVersion = new Map(['1.0.0', '1.1.0', '1.2.0'].map((version) => [version, bytesOf(version)]))
  const registry = createServer((request, reply) => {
    const { url = '' } = request
    if (url.startsWith('/files/')) return reply.end(bytesByVersion.get(url.slice('/files/'.length)))
    const described = [...bytesByVersion].map(([version, bytes]) => {
      const digest = createHash('sha512').update(version === '1.2.0' ? 'another file' : bytes)
      const integrity = `sha512-${digest.digest('base64')}`
      return [version, { dist: { tarball: `${address}/files/${version}`, integrity } }] as const
    })
    return reply.end(JSON.stringify({ 'dist-tags': { latest }, versions: Object.fromEntries(described) }))
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  t.after(() => registry.close())
  // A listening TCP server has an address.
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`

  process.env['npm_config_registry'] = address
  const added = await marinedata('add', 'tide-table', '--yes')
  delete process.env['npm_config_registry']
  assert.match(added.text, /Installed tide-table 1\.0\.0/)
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ plugins: { registry: `${address}/` } }))
  latest = '1.1.0'
  assert.match(
    (await marinedata('update', 'tide-table', '--yes')).text,
    /Installed tide-table 1\.1\.0\. Restart the plugin/,
  )
  latest = '1.2.0'
  const changed = await marinedata('update', 'tide-table', '--yes')
  assert.equal(changed.code, 1)
  assert.match(changed.text, /has the checksum/)
  assert.equal((await marinedata('list')).text, 'tide-table 1.1.0 (tide-table)\n')
})

test('docs/install.md: the commands of the page add and list a plugin', async (t) => {
  const { home, marinedata } = machine(t)
  const page = readFileSync(join(import.meta.dirname, '../../../docs/install.md'), 'utf8')
  const [block] = blocksOf(page.slice(page.indexOf('## Plugins')))
  const commands = block?.text.trim().split('\n') ?? []
  const file = './marinedata-plugin-tides.tgz'
  assert.deepEqual(commands, [`marinedata plugin add ${file}`, 'marinedata plugin list'])
  const packedFile = packed(makePlugin(join(home, 'tides')), join(home, file))
  assert.equal((await marinedata('add', packedFile, '--yes')).code, 0)
  assert.match((await marinedata('list')).text, /^tide-table/)
})
