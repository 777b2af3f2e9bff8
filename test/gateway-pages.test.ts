import { checkOf } from '@marinedata/model'
import { schemaOfEntered, settingsWithDefaults } from '@marinedata/plugin-api/host'
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/gateways')
const index = readFileSync(join(folder, 'README.md'), 'utf8')
const pages = globSync('*.md', { cwd: folder }).filter((name) => name !== 'README.md')
const textOf = (page: string): string => readFileSync(join(folder, page), 'utf8')

type Manifest = { readonly settings: object }

const validate = (plugin: string, settings: string): void => {
  const file = join(root, 'plugins', plugin, 'marinedata-plugin.json')
  // Written by `marinedata plugin manifest`.
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const given = JSON.parse(settings) as Record<string, unknown>
  const schema = schemaOfEntered(manifest.settings) ?? {}
  assert.deepEqual(checkOf(schema).faults(settingsWithDefaults(manifest.settings, given)), [])
}

/** Each block of settings, with the plugin that was named last before it. */
const examplesOf = (text: string): (readonly [string, string])[] =>
  [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(({ index: at, 1: settings = '' }) => {
    const [, plugin] = [...text.slice(0, at).matchAll(/plugin `(\w+)`/g)].at(-1) ?? []
    return [plugin ?? assert.fail(`no plugin is named before ${settings}`), settings]
  })

for (const page of ['README.md', ...pages])
  test(`docs/gateways/${page}: the settings are valid`, () => {
    const examples = examplesOf(textOf(page))
    assert.ok(examples.length > 0)
    for (const [plugin, settings] of examples) validate(plugin, settings)
  })

test('the settings in the table of gateways are valid', () => {
  const lines = [...index.matchAll(/`(nmea\w+)`: `(\{.*?\})` \|$/gm)]
  assert.ok(lines.length >= 7)
  for (const [, plugin = '', settings = ''] of lines) validate(plugin, settings)
})

test('every page is in the table, has a drawing, and says what to do when it goes wrong', () => {
  assert.ok(pages.length >= 8)
  for (const page of pages) {
    assert.ok(index.includes(`](${page})`), page)
    const headings = [...textOf(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    assert.deepEqual(
      headings.map((heading) => (heading?.startsWith('Set in') === true ? 'Set in it' : heading)),
      ['What it is', 'Connect it', 'Set in it', 'Set here', 'What you see', 'When it goes wrong'],
      page,
    )
    assert.match(textOf(page), /!\[[^\]]+\]\([\w-]+\.svg\)/, page)
  }
})

test('every drawing is used, has a title, and is drawn for light and dark', () => {
  for (const drawing of globSync('*.svg', { cwd: folder })) {
    assert.ok(
      pages.some((page) => textOf(page).includes(`](${drawing})`)),
      drawing,
    )
    const text = textOf(drawing)
    assert.match(text, /<title id="title">.+<\/title>/, drawing)
    assert.match(text, /prefers-color-scheme: dark/, drawing)
  }
})
