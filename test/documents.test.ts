import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/*.md', 'docs/adr/*.md', 'docs/gateways/*.md'], { cwd: root })

/** Files that a walk-through tells the reader to create. */
const created = new Set([
  'packages/model/src/requests/crew-note.ts',
  'packages/core/src/crew-note/crew-notes.ts',
  'packages/server/src/features/crew-note.ts',
  'test/index.test.ts',
])

const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`((?:packages|plugins|scripts|test|docs|examples|bench)\/[\w./-]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  )

const linkedFiles = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, file = '']) => join(dirname(document), file))

test('every file that a document names or links to exists', () => {
  assert.ok(documents.length > 25)
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    return [...namedFiles(text), ...linkedFiles(document, text)]
      .filter((file) => !created.has(file) && !existsSync(join(root, file)))
      .map((file) => `${document}: ${file}`)
  })
  assert.deepEqual(missing, [])
})

test('the README links every page of docs, and the list of decisions every decision', () => {
  const linksOf = (document: string): ReadonlySet<string> =>
    new Set(linkedFiles(document, readFileSync(join(root, document), 'utf8')))
  const fromReadme = linksOf('README.md')
  const fromDecisions = linksOf('docs/adr/README.md')
  assert.deepEqual(
    [
      ...globSync('docs/*.md', { cwd: root }).filter((page) => !fromReadme.has(page)),
      ...globSync('docs/adr/0*.md', { cwd: root }).filter((page) => !fromDecisions.has(page)),
    ],
    [],
  )
})

test('every test that docs/standards.md names exists', () => {
  const page = readFileSync(join(root, 'docs/standards.md'), 'utf8')
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`: \*([^*]+)\*/g)]
  assert.ok(named.length > 30)
  const missing = named
    .filter(([, file = '', title = '']) => !readFileSync(join(root, file), 'utf8').includes(title))
    .map(([, file = '', title = '']) => `${file}: ${title}`)
  assert.deepEqual(missing, [])
})
