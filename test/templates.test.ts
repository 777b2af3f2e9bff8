import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from './architecture/read-tree.ts'

type Versions = Readonly<Record<string, string>>
interface Manifest {
  readonly dependencies: Versions
  readonly devDependencies: Versions
}

const workspace = readJson('package.json') as Manifest

for (const kind of ['plugin', 'app'])
  test(`the template of create-marinedata-${kind} uses the compiler that checks it here, and our own version`, () => {
    const place = `packages/create-marinedata-${kind}/template/package.json`
    const { dependencies, devDependencies } = readJson(place) as Manifest
    const { marinedata, ...tools } = devDependencies
    assert.equal(marinedata, '0.0.0-template')
    assert.deepEqual([...new Set(Object.values(dependencies))], ['0.0.0-template'])
    const here = Object.keys(tools).map((name) => [name, workspace.devDependencies[name]])
    assert.deepEqual(tools, Object.fromEntries(here))
  })
