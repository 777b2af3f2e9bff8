/** Checks that the committed documents are what their generators write. Prints each one that differs, with the command. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Files by the npm script that writes them. */
const written: Readonly<Record<string, readonly string[]>> = {
  openapi: ['docs/openapi.json'],
  asyncapi: ['docs/asyncapi.json'],
  client: [
    'packages/client/src/**/*.generated.ts',
    'clients/python/marinedata/models.py',
    'clients/python/marinedata/operations.py',
  ],
  'plugin-protocol': ['docs/plugin-protocol.md'],
}

const contentsOf = (patterns: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    globSync([...patterns], { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )

const isCurrent = (script: string, patterns: readonly string[]): boolean => {
  const before = contentsOf(patterns)
  if (spawnSync('npm', ['run', script], { cwd: root, stdio: 'inherit' }).status !== 0) return false
  const after = contentsOf(patterns)
  const different = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  )
  for (const file of different)
    console.log(`${file} is not what the sources say: run "npm run ${script}" and commit it`)
  if (different.length > 0) spawnSync('git', ['diff', '--', ...different], { cwd: root, stdio: 'inherit' })
  else console.log(`${[...after.keys()].join(', ')}: current`)
  return different.length === 0 && after.size >= patterns.length
}

const results = Object.entries(written).map(([script, patterns]) => isCurrent(script, patterns))
process.exitCode = results.every(Boolean) ? 0 : 1
