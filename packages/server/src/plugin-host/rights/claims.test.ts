import type { PluginManifest } from '@marinedata/plugin-api/host'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsBeyond, claimsOf, patternCovers, upgradedClaims } from './claims.ts'

const modest: PluginManifest = {
  name: 'tanks',
  version: '1.0.0',
  description: 'Watches the tanks',
  writes: { paths: ['tanks.*'] },
  reads: { paths: ['navigation.*.value'], contexts: ['vessels.self'] },
}

const grown = (present: Partial<PluginManifest>, packageName = 'tanks'): string[] =>
  claimsBeyond(claimsOf(modest, 'tanks'), claimsOf({ ...modest, ...present }, packageName)).map(
    ({ kind, value }) => `${kind} ${value}`,
  )

test('accepts equal and narrower claims', () => {
  assert.deepEqual(grown({}), [])
  assert.deepEqual(grown({ version: '2.0.0', writes: { paths: ['tanks.fuel.level', 'tanks.fuel.*'] } }), [])
  assert.deepEqual(grown({ reads: { paths: ['navigation.gnss.value'] } }), [])
  assert.deepEqual(claimsBeyond(claimsOf(modest, 'tanks'), []), [])
})

test('lists every claim that is not approved', () => {
  assert.deepEqual(grown({ needs: ['network'] }), ['need network'])
  assert.deepEqual(grown({ resources: ['tideStations'] }), ['resource tideStations'])
  assert.deepEqual(grown({ writes: { paths: ['tanks.*', 'navigation.*'] } }), ['write navigation.*'])
  assert.deepEqual(grown({ writes: { paths: ['**'] } }), ['write **'])
  assert.deepEqual(grown({ writes: { paths: ['tanks.*'], contexts: ['vessels.*'] } }), [
    'write-context vessels.*',
  ])
  assert.deepEqual(grown({ reads: { paths: ['navigation.*'] } }), ['read navigation.*'])
  assert.deepEqual(grown({ notifications: ['notifications.mob'] }), ['notification notifications.mob'])
  assert.deepEqual(grown({ answersAlerts: true }), ['answer-alerts all'])
  assert.deepEqual(grown({ provides: ['autopilot'] }), ['provide autopilot'])
  assert.deepEqual(grown({ offers: { buses: ['nmea2000'] } }), ['offer-bus nmea2000'])
  assert.deepEqual(grown({ buses: [{ kind: 'nmea2000', hears: ['65379'], sends: ['126208'] }] }), [
    'hear-bus nmea2000 65379',
    'send-bus nmea2000 126208',
  ])
  assert.deepEqual(grown({ run: ['python3', 'main.py'] }), ['program python3'])
  assert.deepEqual(grown({ settings: { properties: { file: { grants: 'read' } } } }), ['grant-read file'])
  assert.deepEqual(grown({ settings: { properties: { file: { grants: 'other' }, more: null } } }), [])
  assert.deepEqual(grown({}, 'another-package'), ['package another-package'])
})

test('a setting that grants the folder of a port instead of a file is another claim', () => {
  const settings = (grants: string) => ({ settings: { properties: { log: { grants } } } })
  const old = claimsOf({ ...modest, ...settings('read') }, 'tanks')
  const next = claimsOf({ ...modest, ...settings('ports') }, 'tanks')
  assert.deepEqual(claimsBeyond(old, next), [{ kind: 'grant-ports', value: 'log' }])
})

test('an old consent to a grant counts for what the setting grants when it is read first', () => {
  const properties = { log: { grants: 'read' }, port: { grants: 'ports' }, later: { grants: 'read' } }
  const present = claimsOf({ ...modest, settings: { properties } }, 'tanks')
  const stored = [
    { kind: 'grant', value: 'log' },
    { kind: 'grant', value: 'port' },
    { kind: 'need', value: 'sound' },
  ] as const
  assert.deepEqual(upgradedClaims(stored, present), [
    { kind: 'grant-read', value: 'log' },
    { kind: 'grant-ports', value: 'port' },
    { kind: 'need', value: 'sound' },
  ])
})

test('covers a pattern only when everything that matches it matches the other', () => {
  const taken: readonly (readonly [string, string, boolean])[] = [
    ['tanks.*', 'tanks.fuel', true],
    ['tanks.*', 'tanks.fuel.level', true],
    ['tanks.*', 'tanks.*', true],
    ['tanks.*', 'tanks', false],
    ['tanks.*.level', 'tanks.fuel.level', true],
    ['tanks.*.level', 'tanks.*.level', true],
    ['tanks.*.level', 'tanks.*', false],
    ['tanks.f*.level', 'tanks.fuel.level', true],
    ['tanks.f*.level', 'tanks.*.level', false],
    ['**', 'anything.at.all', true],
    ['tanks.fuel', 'tanks.fuel.*', false],
    ['*', 'gps', true],
    ['gps', '*', false],
  ]
  for (const [pattern, other, isCovered] of taken)
    assert.equal(patternCovers(pattern, other), isCovered, `${pattern} and ${other}`)
})
