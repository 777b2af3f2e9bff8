import type { PluginManifest } from '@marinedata/plugin-api/host'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultPlugins } from '../src/cli/default-plugins.ts'
import { conflictsOf, nameConflictsOf, type KnownPlugin } from '../src/plugin-host/installation/conflicts.ts'

const folder = join(import.meta.dirname, '../../../plugins')
const ours = readdirSync(folder).map(
  (name) =>
    // The file that the build of the plugin writes.
    JSON.parse(readFileSync(join(folder, name, 'marinedata-plugin.json'), 'utf8')) as PluginManifest,
)

const boatWith = (...enabled: readonly string[]): KnownPlugin[] =>
  ours.map((manifest) => ({
    name: manifest.name,
    origin: 'first-party',
    isEnabled: enabled.includes(manifest.name),
    manifest,
  }))

const texts = (manifest: PluginManifest, known: readonly KnownPlugin[]): string[] =>
  conflictsOf(manifest, known).map(({ kind, plugin, value }) => `${kind} ${plugin} ${value}`)

const ourManifest = (name: string): PluginManifest => {
  const found = ours.find((manifest) => manifest.name === name)
  assert.ok(found)
  return found
}

const foreign = (members: Partial<PluginManifest>): PluginManifest => ({
  name: 'foreign',
  version: '1.0.0',
  description: 'A plugin from elsewhere',
  ...members,
})

test('on a normal boat no plugin of the product has a conflict', () => {
  const known = boatWith(...defaultPlugins)
  const disabled = ours.filter(({ name }) => !defaultPlugins.includes(name))
  assert.ok(disabled.length > 8)
  assert.deepEqual(
    disabled.flatMap((manifest) => texts(manifest, known)),
    [],
  )
})

test('a second autopilot plugin on the same kind of bus is a conflict, one on another is not', () => {
  const known = boatWith(...defaultPlugins, 'pilot-raymarine')
  assert.deepEqual(texts(ourManifest('pilot-navico'), known), ['autopilot pilot-raymarine nmea2000'])
  assert.deepEqual(texts(ourManifest('pilot-nmea0183'), known), ['autopilot pilot-raymarine nmea0183'])
  assert.deepEqual(texts(ourManifest('pilot-pypilot'), known), [])
  // It sends nothing.
  assert.deepEqual(texts(ourManifest('pilot-monitor'), known), [])
  assert.deepEqual(texts(ourManifest('simulator'), known), [])
})

test('a second anchor watch is a conflict, a second provider of history or weather is not', () => {
  const known = boatWith(...defaultPlugins)
  assert.deepEqual(texts(foreign({ provides: ['anchor'] }), known), ['anchor anchor-watch anchor'])
  assert.deepEqual(texts(foreign({ provides: ['history', 'weather'] }), known), [])
  assert.deepEqual(texts(foreign({ provides: ['anchor'] }), boatWith('recorder')), [])
})

test('a kind of resources has one provider', () => {
  const [kind = ''] = ourManifest('logbook').resources ?? []
  assert.deepEqual(texts(foreign({ resources: [kind, 'notes'] }), boatWith('logbook')), [
    `resource logbook ${kind}`,
  ])
})

test('a value or alert that two plugins compute is a conflict, a second input is not', () => {
  const known = boatWith(...defaultPlugins)
  const writes = { paths: ['environment.wind.speedTrue', 'environment.tide.*'] }
  assert.deepEqual(texts(foreign({ writes }), known), ['path derived-data environment.wind.speedTrue'])
  assert.deepEqual(texts(foreign({ writes, needs: ['serial-ports'] }), known), [])
  assert.deepEqual(texts(foreign({ writes: { ...writes, sources: ['*'] } }), known), [])
  assert.deepEqual(texts(foreign({ notifications: ['notifications.navigation.*'] }), known), [
    'notification closest-approach notifications.navigation.*',
  ])
})

test('at most five values of one plugin are named', () => {
  const { writes } = ourManifest('derived-data')
  assert.ok(writes)
  assert.equal(texts(foreign({ writes }), boatWith('derived-data')).length, 5)
})

test('a plugin of a catalogue cannot have the name of one that it would not replace', () => {
  const manifest = foreign({ name: 'recorder' })
  assert.deepEqual(nameConflictsOf(manifest, boatWith()), [
    { kind: 'name', plugin: 'recorder', value: 'recorder' },
  ])
  const installed: KnownPlugin = { name: 'recorder', origin: 'folder', isEnabled: false, manifest }
  assert.deepEqual(nameConflictsOf(manifest, [installed]), [])
})
