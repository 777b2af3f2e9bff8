import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runtimeLimits } from './architecture/laws.ts'
import { readJson } from './architecture/read-tree.ts'
import {
  isPermitted,
  licenceOf,
  nativeFaults,
  runtimePackages,
  type Lock,
} from './architecture/runtime-packages.ts'

// npm has read and validated the lock file before any test runs.
const { packages: lock } = readJson('package-lock.json') as { packages: Lock }
const runtime = runtimePackages(lock, 'packages/server')

/** Further permissive licences of packages that only the console and the fleet contain. */
const bundledLicences = ['Zlib']

function assertNone(faults: readonly string[]): void {
  assert.equal(faults.length, 0, `\n${faults.join('\n')}\n`)
}

test(`the server names at most ${runtimeLimits.direct} third-party packages`, () => {
  const names = [...runtime.direct].toSorted()
  assert.ok(names.length > 0, 'found no third-party packages: the lock file was not parsed')
  assert.ok(names.length <= runtimeLimits.direct, `${names.length}: ${names.join(', ')}`)
})

test(`an installed server has at most ${runtimeLimits.installed} third-party packages`, () => {
  assertNone(runtime.missing)
  assert.ok(runtime.installed.size >= runtime.direct.size)
  const places = [...runtime.installed.keys()].toSorted()
  assert.ok(places.length <= runtimeLimits.installed, `${places.length}: ${places.join(', ')}`)
})

test('no package that the server needs runs an install script or is native', () => {
  assertNone(nativeFaults(runtime.installed))
})

function licenceFaults(places: Iterable<string>, licences: readonly string[]): string[] {
  return [...places]
    .map((place) => ({ place, licence: licenceOf(place) }))
    .filter(({ licence }) => !isPermitted(licence, licences))
    .map(({ place, licence }) => `${place} has the licence ${licence}`)
}

test('every package that the server needs has a permissive licence', () => {
  assertNone(licenceFaults(runtime.installed.keys(), runtimeLimits.licences))
})

test('the packages of the console and of the fleet are pure JavaScript with permissive licences', () => {
  const { direct, installed, missing } = runtimePackages(lock, 'packages/fleet', 'packages/console')
  for (const name of ['ol', 'preact', '@preact/signals', 'uplot', '@nats-io/jetstream'])
    assert.ok(direct.has(name), `${name} is missing`)
  assertNone([...missing, ...nativeFaults(installed)])
  assertNone(licenceFaults(installed.keys(), [...runtimeLimits.licences, ...bundledLicences]))
})

test('found when planted: a script, a native part, a hidden dependency and a licence', () => {
  const made: Lock = {
    'packages/server': { dependencies: { '@marinedata/core': '1', a: '1' } },
    'packages/core': { dependencies: { b: '1' } },
    'node_modules/@marinedata/core': { resolved: 'packages/core', link: true },
    'node_modules/a': { dependencies: { b: '2' }, peerDependencies: { gone: '1' } },
    'node_modules/a/node_modules/b': { hasInstallScript: true },
    'node_modules/b': { optionalDependencies: { c: '1' } },
    'node_modules/c': { os: ['linux'], cpu: ['arm64'] },
    'node_modules/unrelated': { hasInstallScript: true },
  }
  const found = runtimePackages(made, 'packages/server')
  assert.deepEqual([...found.direct].toSorted(), ['a', 'b'])
  assert.deepEqual([...found.installed.keys()].toSorted(), [
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/c',
  ])
  assert.deepEqual(found.ours, ['packages/server', 'packages/core'])
  assert.deepEqual(found.missing, ['node_modules/a needs gone'])
  assert.deepEqual(nativeFaults(found.installed).toSorted(), [
    'node_modules/a/node_modules/b runs a script when it is installed',
    'node_modules/c is made for one kind of machine',
  ])
  assert.ok(isPermitted('(GPL-3.0 OR MIT)', runtimeLimits.licences))
  assert.ok(!isPermitted('MIT AND GPL-3.0', runtimeLimits.licences))
  assert.ok(!isPermitted('UNLICENSED', runtimeLimits.licences))
})
