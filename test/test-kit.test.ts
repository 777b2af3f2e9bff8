import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { repository } from './architecture/read-tree.ts'

const folders = '{packages,plugins,bench,scripts,tools,trials,test,examples,docs}'
const kit = 'packages/testing/src'

const sources = globSync(`${folders}/**/*.{ts,tsx}`, {
  cwd: repository,
  exclude: (name) => /(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(name),
}).map((file) => ({ path: file, text: readFileSync(`${repository}/${file}`, 'utf8') }))

/** A function called `until`, or a value of that name that is one. */
const definition =
  /^(?:export )?(?:async function until\b|function until\b|const until\b[^=]*= (?:async )?[<(])/m

/** An import of the kit by its path. */
const path = /from '(\.[^']*\/testing\/src\/[^']*)'/g

interface Source {
  readonly path: string
  readonly text: string
}

/** Definitions of until outside the kit, and paths into the kit, one line each. */
const faultsIn = (files: readonly Source[]): string[] =>
  files.flatMap((file) => (file.path.startsWith(`${kit}/`) ? [] : faultsOf(file)))

const faultsOf = (file: Source): string[] => [
  ...(definition.test(file.text)
    ? [`${file.path} defines until: import it from @marinedata/testing/until`]
    : []),
  ...[...file.text.matchAll(path)].map(
    ([, specifier]) => `${file.path} imports "${specifier}": import @marinedata/testing`,
  ),
]

test('the test kit is imported by its name, and defines until for all', () => {
  assert.ok(sources.length > 1_000, `only ${sources.length} sources were found`)
  assert.deepEqual(faultsIn(sources), [])
  assert.equal(sources.filter((file) => file.path.startsWith(kit) && definition.test(file.text)).length, 1)
})

test('found when planted: another until, and a path into the kit', () => {
  const from = '../packages/testing/src/exchange.ts'
  const text = `import { exchange } from '${from}'\nconst until = async (): Promise<void> => {}`
  assert.deepEqual(faultsIn([{ path: 'scripts/planted.ts', text }]), [
    'scripts/planted.ts defines until: import it from @marinedata/testing/until',
    'scripts/planted.ts imports "../packages/testing/src/exchange.ts": import @marinedata/testing',
  ])
})
