import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import enScreens from './en-screens.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

const packages = join(import.meta.dirname, '../../..')

const sourcesOf = (folder: string): string =>
  globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: packages })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(packages, file), 'utf8'))
    .join('\n')

/** Whether a key consists of the fixed parts of a template and of words between them that the sources name. */
const fits = (key: string, [head = '', ...parts]: readonly string[], names: ReadonlySet<string>): boolean => {
  if (!key.startsWith(head)) return false
  const rest = key.slice(head.length)
  const [part, ...others] = parts
  if (part === undefined) return rest === ''
  return rest.split('').some((_letter, at) => {
    const [name, after] = [rest.slice(0, at + 1), rest.slice(at + 1)]
    return names.has(name) && fits(after, [part, ...others], names)
  })
}

/** The keys that no literal and no template of the sources stands for. */
const unusedKeys = (keys: readonly string[], ofConsole: string, ofModel: string): string[] => {
  const namesIn = (text: string): string[] => text.match(/(?<=['"])[\w.-]+(?=['"])/gu) ?? []
  const ofScreens = new Set(namesIn(ofConsole))
  const names = new Set([...ofScreens, ...namesIn(ofModel)])
  const templates = [...ofConsole.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/giu)].map(([, text = '']) =>
    text.split(/\$\{[^}]*\}/u),
  )
  return keys.filter((key) => !ofScreens.has(key) && !templates.some((parts) => fits(key, parts, names)))
}

test('every text of the catalogues is used', () => {
  const keys = Object.keys({ ...en, ...enScreens })
  assert.deepEqual(unusedKeys(keys, sourcesOf('console'), sourcesOf('model')), [])
})

test('a planted text that nothing uses is found', () => {
  const source = "t('screen.helm'); t(`side.${side}`); t(`role.${role}.short`)"
  const keys = [
    'screen.helm',
    'screen.chart',
    'side.port',
    'side.windward',
    'role.crew.short',
    'role.crew.long',
  ]
  assert.deepEqual(unusedKeys(keys, source, "['port', 'crew']"), [
    'screen.chart',
    'side.windward',
    'role.crew.long',
  ])
})
