import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJson } from './exchange.ts'
import { runCli, runCliIn, startCli, temporaryFolder } from './start-cli.ts'

const limit = { timeout: 300_000 }
const plain = await readFile(join(import.meta.dirname, 'plugins', 'plain.js'), 'utf8')

/** A plugin of one file without packages. */
const pluginOf = (version: string): string =>
  plain.replace(
    'hello: { protocol: 1 }',
    `hello: { protocol: 1, manifest: { name: 'lantern', version: '${version}', description: 'Shines' } }`,
  )

test('a new plugin has all files, with its name in them', limit, async () => {
  await using folder = await temporaryFolder()
  const place = join(folder.path, 'lantern')
  const { code, stdout } = await runCliIn(folder.path, 'plugin', 'new', 'lantern')
  assert.equal(code, 0)
  assert.match(stdout, /npm install/)
  const manifest = JSON.parse(await readFile(join(place, 'marinedata-plugin.json'), 'utf8')) as {
    name: string
  }
  assert.equal(manifest.name, 'lantern')
  const { name, keywords } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  assert.deepEqual([name, keywords], ['marinedata-plugin-lantern', ['marinedata-plugin']])
  assert.ok(existsSync(join(place, '.gitignore')) && existsSync(join(place, 'index.test.js')))
  const again = await runCliIn(folder.path, 'plugin', 'new', 'lantern')
  assert.deepEqual([again.code, again.stderr.includes('already exists')], [1, true])
})

test('rejects an invalid plugin name with a reason', limit, async () => {
  const { code, stderr } = await runCli('plugin', 'new', '../Lantern')
  assert.equal(code, 1)
  assert.match(stderr, /"\.\.\/Lantern" is not a valid plugin name/)
})

test('writes the manifest from the plugin’s own description', limit, async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'package.json'), '{"name":"lantern","type":"module","main":"index.js"}')
  await writeFile(join(folder.path, 'index.js'), pluginOf('1.0.0'))
  assert.match((await runCli('plugin', 'manifest', folder.path)).stdout, /wrote the manifest file of lantern/)
  const file = join(folder.path, 'marinedata-plugin.json')
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
    name: 'lantern',
    version: '1.0.0',
    description: 'Shines',
  })
  assert.match((await runCli('plugin', 'manifest', folder.path)).stdout, /the manifest file is up to date/)
})

test('a plugin in development is restarted when a file is saved, also after an error', limit, async () => {
  await using folder = await temporaryFolder()
  const home = join(folder.path, 'lantern')
  await mkdir(home)
  const file = join(home, 'lantern.js')
  await writeFile(join(home, 'package.json'), '{"type":"module"}')
  await writeFile(file, pluginOf('1.0.0'))
  await using server = await startCli({ words: ['plugin', 'run', file] })
  const isAt = async (version: string | null): Promise<void> => {
    let seen: PluginReport | undefined
    for (let tries = 0; tries < 100; tries++) {
      seen = await getJson<PluginReport>(server.url, '/marinedata/v2/api/plugins/lantern').catch(
        () => undefined,
      )
      if (seen?.version === version && seen.state === (version === null ? 'unusable' : 'running')) return
      await sleep(50)
    }
    assert.fail(`it is ${seen?.state} at ${seen?.version}, not at ${version}`)
  }
  await isAt('1.0.0')
  await writeFile(file, pluginOf('1.0.1'))
  await isAt('1.0.1')
  await writeFile(file, 'this is not JavaScript')
  await isAt(null)
  await writeFile(file, pluginOf('1.0.2'))
  await isAt('1.0.2')
})
