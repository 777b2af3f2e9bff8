import type { Plugin } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

for (const file of globSync('plugins/*/marinedata-plugin.json', { cwd: root })) {
  const folder = join(file, '..')
  test(`the manifest file of ${folder} matches the code`, async () => {
    const { plugin } = (await import(join(root, folder, 'src/index.ts'))) as { readonly plugin: Plugin }
    assert.deepEqual(
      JSON.parse(readFileSync(join(root, file), 'utf8')),
      plugin.manifest,
      `it does not: run "npm start -- plugin manifest ${folder}" and commit marinedata-plugin.json`,
    )
  })
}
