import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { interfaceVersion, Root, rootFaults } from './root.ts'

const vessel = 'urn:mrn:imo:mmsi:230099999'
const self = `vessels.${vessel}`
const whole = { version: 'V1.2.3', self, vessels: { [vessel]: {} } }
const bare = { version: 'V1.2.3', self }

const without = (member: keyof typeof whole): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== member))

/** Title and a valid document. */
const accepted: readonly (readonly [title: string, document: unknown])[] = [
  ['a document with the own vessel alone', whole],
  ['a document with an empty map of vessels', { ...bare, vessels: {} }],
  ['a document with aircraft alone', { ...bare, aircraft: { 'urn:mrn:imo:mmsi:111232506': {} } }],
  ['a document with aids to navigation alone', { ...bare, aton: { 'urn:mrn:imo:mmsi:992111234': {} } }],
  ['a document with transponders alone', { ...bare, sar: { 'urn:mrn:imo:mmsi:970123456': {} } }],
  ['a document with all four maps', { ...bare, vessels: {}, aircraft: {}, aton: {}, sar: {} }],
  ['sources and resources that are objects', { ...whole, sources: { gps: {} }, resources: {} }],
  ['a version of zeros', { ...whole, version: 'V0.0.0' }],
  ['a version of several digits', { ...whole, version: 'V10.20.30' }],
  [
    'an own vessel named by a UUID',
    { ...whole, self: 'vessels.urn:mrn:marinedata:uuid:c0d79334-4e25-4245-8892-54e8ccc8021d' },
  ],
  ['an own vessel named by a URL with dots', { ...whole, self: 'vessels.https://boat.example/elbe' }],
  ['an own vessel that is not in range of itself', { ...bare, self: 'vessels.tel:+4940123456', vessels: {} }],
  ['a member that a later version adds', { ...whole, later: 1 }],
  ['a vessel with members', { ...bare, vessels: { [vessel]: { name: 'Elbe', navigation: {} } } }],
]

/** Title, document and path of the fault. */
const refused: readonly (readonly [title: string, document: unknown, place: string])[] = [
  ['a document without version', without('version'), '/version'],
  ['a document without self', without('self'), '/self'],
  ['a document with none of the four maps', bare, ''],
  [
    'a document with sources and resources but none of the four maps',
    { ...bare, sources: {}, resources: {} },
    '',
  ],
  ['a list', [], ''],
  ['null', null, ''],
  ['a text', 'root', ''],
  ['a number', 3, ''],
  ['a version with a small v', { ...whole, version: 'v1.2.3' }, '/version'],
  ['a version without a V', { ...whole, version: '1.2.3' }, '/version'],
  ['a version of two parts', { ...whole, version: 'V1.2' }, '/version'],
  ['a version of four parts', { ...whole, version: 'V1.2.3.4' }, '/version'],
  ['a version with a suffix', { ...whole, version: 'V1.2.3-beta' }, '/version'],
  ['a version with a line feed behind it', { ...whole, version: 'V1.2.3\n' }, '/version'],
  ['a version that is a number', { ...whole, version: 1 }, '/version'],
  ['an empty version', { ...whole, version: '' }, '/version'],
  ['a self without the map', { ...whole, self: vessel }, '/self'],
  ['a self in another map', { ...whole, self: 'aircraft.urn:mrn:imo:mmsi:111232506' }, '/self'],
  ['a self with the MMSI of another map', { ...whole, self: 'vessels.urn:mrn:imo:mmsi:970123456' }, '/self'],
  ['a self that is the alias', { ...whole, self: 'vessels.self' }, '/self'],
  ['a self with a slash for the dot', { ...whole, self: `vessels/${vessel}` }, '/self'],
  ['a self without identifier', { ...whole, self: 'vessels.' }, '/self'],
  ['a self that is null', { ...whole, self: null }, '/self'],
  ['an illegal key among the vessels', { ...bare, vessels: { elbe: {} } }, '/vessels/elbe'],
  ['the alias as a key', { ...bare, vessels: { self: {} } }, '/vessels/self'],
  ['a vessel among the aircraft', { ...whole, aircraft: { [vessel]: {} } }, `/aircraft/${vessel}`],
  ['a vessel among the aids to navigation', { ...whole, aton: { [vessel]: {} } }, `/aton/${vessel}`],
  ['a vessel among the transponders', { ...whole, sar: { [vessel]: {} } }, `/sar/${vessel}`],
  [
    'a transponder among the vessels',
    { ...whole, vessels: { 'urn:mrn:imo:mmsi:970123456': {} } },
    '/vessels/urn:mrn:imo:mmsi:970123456',
  ],
  ['an illegal key with slash and tilde', { ...bare, vessels: { 'a/b~c': {} } }, '/vessels/a~1b~0c'],
  ['the empty key', { ...bare, vessels: { '': {} } }, '/vessels/'],
  ['a vessel that is null', { ...bare, vessels: { [vessel]: null } }, `/vessels/${vessel}`],
  ['a vessel that is a list', { ...bare, vessels: { [vessel]: [] } }, `/vessels/${vessel}`],
  ['a vessel that is a text', { ...bare, vessels: { [vessel]: 'Elbe' } }, `/vessels/${vessel}`],
  ['a vessel that is a number', { ...bare, vessels: { 'http://a/b': 1 } }, '/vessels/http:~1~1a~1b'],
  ['an aircraft that is true', { ...bare, aircraft: { 'tel:1234': true } }, '/aircraft/tel:1234'],
  ['a map of vessels that is a list', { ...bare, vessels: [] }, '/vessels'],
  ['a map of vessels that is null', { ...bare, vessels: null }, '/vessels'],
  ['a map of aids to navigation that is a text', { ...bare, aton: 'buoys' }, '/aton'],
  ['sources that are a list', { ...whole, sources: [] }, '/sources'],
  ['sources that are null', { ...whole, sources: null }, '/sources'],
  ['resources that are a number', { ...whole, resources: 3 }, '/resources'],
  ['resources that are a list', { ...whole, resources: [] }, '/resources'],
]

for (const [title, document] of accepted)
  test(`accepts ${title} as a root`, () => {
    assert.deepEqual(rootFaults(document), [])
    assert.equal(checkOf(Root).accepts(document), true)
  })

for (const [title, document, place] of refused)
  test(`rejects ${title} as a root, with its path`, () => {
    assert.deepEqual(
      rootFaults(document).map(({ path }) => path),
      [place],
    )
    assert.equal(checkOf(Root).accepts(document), false)
  })

test('rejects a parsed key that every object has', () => {
  const document: unknown = JSON.parse(`{"version":"V1.2.3","self":"${self}","vessels":{"__proto__":{}}}`)
  assert.deepEqual(
    rootFaults(document).map(({ path }) => path),
    ['/vessels/__proto__'],
  )
})

test('lists all five faults of a document with paths and messages', () => {
  const faults = rootFaults({
    version: '1.2',
    self: 'aton.x',
    vessels: { elbe: {} },
    aircraft: { [vessel]: {} },
    sources: [],
  })
  assert.deepEqual(faults, [
    { path: '/version', message: 'is not V<major>.<minor>.<patch>, for example V2.0.0' },
    { path: '/self', message: 'is not vessels.<identifier>' },
    { path: '/vessels/elbe', message: 'is not a legal identifier of the map "vessels"' },
    { path: `/aircraft/${vessel}`, message: 'is not a legal identifier of the map "aircraft"' },
    { path: '/sources', message: 'must be object' },
  ])
})

test('lists the missing members of an empty document', () => {
  assert.deepEqual(rootFaults({}), [
    { path: '/version', message: 'is missing' },
    { path: '/self', message: 'is missing' },
    { path: '', message: 'must have at least one of vessels, aircraft, aton, sar' },
  ])
})

test('keys depend on the product word', () => {
  const key = 'urn:mrn:other:uuid:c0d79334-4e25-4245-8892-54e8ccc8021d'
  const document = { version: interfaceVersion, self: `vessels.${key}`, vessels: { [key]: {} } }
  assert.deepEqual(rootFaults(document, 'other'), [])
  assert.deepEqual(
    rootFaults(document).map(({ path }) => path),
    ['/self', `/vessels/${key}`],
  )
})
