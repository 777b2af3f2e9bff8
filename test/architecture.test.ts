import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations } from './architecture/find-violations.ts'
import { filesPerFolder } from './architecture/laws.ts'
import { findManifestViolations } from './architecture/manifest-violations.ts'
import type { SourceFile } from './architecture/read-source.ts'
import { readManifests, readTree } from './architecture/read-tree.ts'

function assertNone(violations: readonly string[]): void {
  assert.equal(violations.length, 0, `\n${violations.join('\n')}\n`)
}

function file(path: string, text = 'export const here = 1'): SourceFile {
  return { path, text }
}

/** A small repository that follows every rule. Each planted violation is added to it. */
const sound: readonly SourceFile[] = [
  file('packages/model/src/index.ts', "export * from './paths.ts'"),
  file('packages/model/src/paths.ts'),
  file('packages/core/src/clock.ts'),
  file(
    'packages/core/src/index.ts',
    "export * from '#tree/delta-tree.ts'\nexport * from '#intake/intake.ts'",
  ),
  file(
    'packages/core/src/intake/intake.ts',
    "import { here } from '@marinedata/model'\nexport const there = here",
  ),
  file('packages/core/src/tree/delta-tree.ts', "import '#clock.ts'\nimport type { Intake } from './leaf.ts'"),
  file('packages/core/src/tree/leaf.ts', "import type { here } from './delta-tree.ts'"),
  file('packages/core/src/tree/leaf.test.ts', "import test from 'node:test'\nimport './leaf.ts'"),
  file('packages/core/test/whole.test.ts', "import '#tree/leaf.ts'\nimport '#intake/intake.ts'"),
  file('packages/client/src/index.ts', "import '@marinedata/model'"),
  file(
    'packages/server/src/compose.ts',
    "import '@marinedata/core'\nimport '#http/router.ts'\nimport '#stream/hub.ts'",
  ),
  file('packages/server/src/start-server.ts', "import '#compose.ts'"),
  file('packages/server/src/index.ts', "export * from '#start-server.ts'"),
  file('packages/server/src/plugin-host/host.ts', "import '@marinedata/plugin-api/host'"),
  file('packages/plugin-api/test/suite.test.ts', "import '@marinedata/plugin-api/testing'"),
  file(
    'packages/server/src/cli/main.ts',
    "#!/usr/bin/env node\nimport { here } from '#start-server.ts'\nawait import('#start-server.ts')",
  ),
  file(
    'packages/server/src/http/router.ts',
    "import 'fastify'\nimport type { Tree } from '@marinedata/core'\nimport { type Hub } from '#stream/hub.ts'",
  ),
  file(
    'packages/server/src/stream/hub.ts',
    '// import "#http/router.ts" in a comment is no import\nconst s = "import(\'#http/router.ts\')"',
  ),
  file('packages/server/test/journey.test.ts', "import '@marinedata/client'\nimport '#compose.ts'"),
  file('packages/console/src/main.tsx', "import '#app/app.tsx'"),
  file('packages/console/src/app/app.tsx', "await import('#screens/helm/helm-screen.tsx')"),
  file('packages/console/src/page/router.ts', "import '@marinedata/console-map/earth'"),
  file('packages/console/src/screens/helm/helm-screen.tsx', "import '#page/router.ts'\nimport './dial.tsx'"),
  file('packages/console/src/screens/helm/dial.tsx'),
  file('packages/console/src/screens/chart/chart-screen.tsx', "import '@marinedata/console-map'"),
  file('bench/main.ts', "import '@marinedata/client'\nimport './load.ts'"),
  file('bench/load.ts'),
]

interface Planted {
  readonly title: string
  readonly files: readonly SourceFile[]
  readonly expected: RegExp
}

function planted(title: string, expected: RegExp, ...files: readonly SourceFile[]): Planted {
  return { title, expected, files }
}

const plantedFaults: readonly Planted[] = [
  planted(
    'the model imports the core',
    /planted\.ts:1 model may not import core/,
    file('packages/model/src/planted.ts', "import { x } from '@marinedata/core'"),
  ),
  planted(
    'the core imports the client',
    /core may not import client/,
    file('packages/core/src/planted.ts', "import type { x } from '@marinedata/client'"),
  ),
  planted(
    'the client imports the core by a type',
    /client may not import core/,
    file('packages/client/src/planted.ts', "export type X = import('@marinedata/core').Tree"),
  ),
  planted(
    'the bench imports the server',
    /bench may not import server/,
    file('bench/planted.ts', "import 'marinedata'"),
  ),
  planted(
    'the server imports the client outside its tests',
    /server may not import client/,
    file('packages/server/src/http/planted.ts', "import '@marinedata/client'"),
  ),
  planted(
    'a dynamic import breaks the table',
    /planted\.ts:3 core may not import server/,
    file('packages/core/src/planted.ts', "// one\n// two\nconst x = await import('marinedata')"),
  ),
  planted(
    'a re-export breaks the table',
    /core may not import client/,
    file('packages/core/src/planted.ts', "export { x } from '@marinedata/client'"),
  ),
  planted(
    'the core is imported by an internal entry',
    /core may not come in by @marinedata\/plugin-api\/host; server, bench may/,
    file('packages/core/src/planted.ts', "import '@marinedata/plugin-api/host'"),
  ),
  planted(
    'the server depends on the testing entry',
    /server may not come in by @marinedata\/plugin-api\/testing; only tests may/,
    file('packages/server/src/http/planted.ts', "import '@marinedata/plugin-api/testing'"),
  ),
  planted(
    'a file reaches into another package',
    /reaches into @marinedata\/core/,
    file('packages/server/src/http/planted.ts', "import '@marinedata/core/src/clock.ts'"),
  ),
  planted(
    'a relative import leaves its package',
    /leaves its package/,
    file('bench/planted.ts', "import '../packages/core/src/clock.ts'"),
  ),
  planted(
    'an import climbs two folders',
    /climbs by/,
    file('packages/server/src/http/deep/planted.ts', "import '../../stream/hub.ts'"),
  ),
  planted(
    'an import names a file that is not there',
    /does not exist/,
    file('packages/core/src/tree/planted.ts', "import '#tree/nowhere.ts'"),
  ),
  planted(
    'the tree imports the intake',
    /core: tree\/ may not import intake\//,
    file('packages/core/src/tree/planted.ts', "import '#intake/intake.ts'"),
  ),
  planted(
    'the tree imports the intake by a relative path, in a test',
    /tree\/ may not import intake\//,
    file('packages/core/src/tree/planted.test.ts', "import type { X } from '../intake/intake.ts'"),
  ),
  planted(
    'a file directly in core imports a folder',
    /planted\.ts may not import tree\//,
    file('packages/core/src/planted.ts', "import '#tree/leaf.ts'"),
  ),
  planted(
    'a folder imports its own package index',
    /tree\/ may not import index\.ts/,
    file('packages/core/src/tree/planted.ts', "import '#index.ts'"),
  ),
  planted(
    'http wires itself to the stream',
    /http\/ may not import stream\//,
    file('packages/server/src/http/planted.ts', "import '#stream/hub.ts'"),
  ),
  planted(
    'http builds a part of the core by itself',
    /planted\.ts:1 takes values from core: only compose\.ts, .*index\.ts may/,
    file('packages/server/src/http/planted.ts', "import { Tree } from '@marinedata/core'"),
  ),
  planted(
    'a screen imports a screen',
    /screens\/chart may not import screens\/helm, which is on the same floor/,
    file('packages/console/src/screens/chart/planted.ts', "import '#screens/helm/dial.tsx'"),
  ),
  planted(
    'the page imports a screen by a type',
    /page may not import screens\/helm, which is above it, on the floor "screens"/,
    file('packages/console/src/page/planted.ts', "import type { Dial } from '#screens/helm/dial.tsx'"),
  ),
  planted(
    'a room of the console that is on no floor',
    /surprise is on no floor/,
    file('packages/console/src/surprise/planted.ts', "import '#page/router.ts'"),
  ),
  planted(
    'http imports the wiring',
    /http\/ may not import compose\.ts/,
    file('packages/server/src/http/planted.ts', "import '#compose.ts'"),
  ),
  planted(
    'the core opens files',
    /core may not import node:fs/,
    file('packages/core/src/tree/planted.ts', "import { open } from 'node:fs'"),
  ),
  planted(
    'the client needs Node',
    /client may not import node:timers/,
    file('packages/client/src/planted.ts', "import 'node:timers/promises'"),
  ),
  planted(
    'the model imports by a computed name',
    /computed name/,
    file('packages/model/src/planted.ts', 'export const load = (name: string) => import(name)'),
  ),
  planted(
    'the core reads the wall clock',
    /planted\.ts:2 reads the wall clock/,
    file('packages/core/src/planted.ts', 'export const now = () =>\n  new Date()'),
  ),
  planted(
    'a default export',
    /planted\.ts:1 exports a default/,
    file('packages/client/src/planted.ts', 'export default 1'),
  ),
  planted(
    'a default export by renaming',
    /exports a default/,
    file('packages/client/src/planted.ts', 'const a = 1\nexport { a as default }'),
  ),
  planted(
    'a variable outside every function',
    /keeps a variable outside/,
    file('packages/server/src/http/planted.ts', 'export let count = 0'),
  ),
  planted('a file called utils', /is called "utils"/, file('packages/core/src/utils.ts')),
  planted('a test of types', /is called "types"/, file('packages/core/src/tree/types.test.ts')),
  planted(
    'a file called something-manager',
    /is called "plugin-manager"/,
    file('packages/server/src/plugin-host/plugin-manager.ts'),
  ),
  planted('a folder called common', /is called "common"/, file('packages/server/src/common/planted.ts')),
  planted('a barrel inside a package', /is a barrel/, file('packages/core/src/tree/index.ts')),
  planted(
    'a crowded folder',
    /packages\/client\/src\/ holds 16 source files/,
    ...Array.from({ length: filesPerFolder + 1 }, (_, i) => file(`packages/client/src/planted-${i}.ts`)),
  ),
  planted(
    'two files that import each other',
    /planted-a\.ts → packages\/client\/src\/planted-b\.ts → packages\/client\/src\/planted-a\.ts go round/,
    file('packages/client/src/planted-a.ts', "import '#planted-b.ts'"),
    file('packages/client/src/planted-b.ts', "export * from './planted-a.ts'"),
  ),
  planted('an unknown package', /belongs to no package/, file('packages/surprise/src/planted.ts')),
  planted(
    'a file that cannot be parsed',
    /cannot be parsed/,
    file('packages/client/src/planted.ts', 'import {'),
  ),
]

test('a repository that follows every rule has no violations', () => {
  assertNone(findViolations(sound))
})

for (const { title, files, expected } of plantedFaults) {
  test(`found when planted: ${title}`, () => {
    const violations = findViolations([...sound, ...files])
    assert.equal(violations.length, 1, `expected one violation, got:\n${violations.join('\n')}`)
    assert.match(violations[0] ?? '', expected)
  })
}

test('found when planted: circular and forbidden package dependencies', () => {
  const violations = findManifestViolations([
    { name: '@marinedata/model', dependencies: { '@marinedata/core': '1', typebox: '1' } },
    { name: '@marinedata/core', dependencies: { '@marinedata/model': '1' } },
    { name: '@marinedata/client', devDependencies: { marinedata: '1' } },
    { name: '@marinedata/surprise' },
  ])
  assert.deepEqual(violations, [
    '@marinedata/model may not depend on @marinedata/core',
    '@marinedata/client may not depend on marinedata, not even to test',
    '@marinedata/surprise is a package that the laws do not know',
    '@marinedata/core → @marinedata/model → @marinedata/core go round in a circle',
  ])
})

test('every source in this repository follows the rules', () => {
  const files = readTree()
  assert.ok(files.length > 0, 'no sources were found')
  assertNone(findViolations(files))
})

test('every package depends only on what the table allows', () => {
  const manifests = readManifests()
  assert.ok(manifests.length > 0, 'no packages were found')
  assertNone(findManifestViolations(manifests))
})
