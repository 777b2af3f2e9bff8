import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { DeviceId, isReservedName, isServerName, sourceOwner, SourceName } from './source-names.ts'

const good = ['a', '7', 'pilot-1', 'a_b', 'nmea2000.115', 'gps@deck', 'urn:x:1', 'a..b', 'x'.repeat(128)]
const bad = ['', '_default', '.a', '-a', 'a/b', 'Pilot 1', 'Piλot', 'a%2Fb', 'a\n', 'x'.repeat(129), 7, null]

for (const [what, schema] of Object.entries({ DeviceId, SourceName }))
  test(`${what} has 1 to 128 letters, digits and . _ : @ -, and begins with a letter or a digit`, () => {
    const check = checkOf(schema)
    for (const name of good) assert.ok(check.accepts(name), name)
    for (const name of bad) assert.equal(check.accepts(name), false, String(name))
  })

test('names of the server and of bundled plugins are reserved, in any case', () => {
  for (const name of [
    'crew',
    'Crew',
    'server',
    'zones',
    'anchor',
    'course',
    'device',
    'stream',
    'anchor-watch',
  ])
    assert.ok(isReservedName(name), name)
  for (const name of ['gps', 'Anna', 'tank-3', 'crewed']) assert.equal(isReservedName(name), false, name)
  assert.equal(isServerName('anchor-watch'), false)
})

test('the owner of a source is its first segment', () => {
  assert.equal(sourceOwner('nmea0183.gps.1'), 'nmea0183')
  assert.equal(sourceOwner('gps'), 'gps')
})
