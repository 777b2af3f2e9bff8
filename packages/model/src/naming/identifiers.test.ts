import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canonicalIdentifier,
  identityMembers,
  isIdentifier,
  mapNames,
  mapOfMmsi,
  mmsiOf,
  placeOfMmsi,
  uuidUrn,
  type MapName,
} from './identifiers.ts'

const mmsi = 'urn:mrn:imo:mmsi:'
const uuid = 'urn:mrn:marinedata:uuid:'

/** Title, map, identifier. Every row is one test. */
type Row = readonly [title: string, map: MapName, identifier: string]

const accepted: readonly Row[] = [
  ['a vessel may have an MMSI that begins with 2', 'vessels', `${mmsi}230099999`],
  ['a vessel may have an MMSI that begins with 3', 'vessels', `${mmsi}338000000`],
  ['a vessel may have an MMSI that begins with 4', 'vessels', `${mmsi}412345678`],
  ['a vessel may have an MMSI that begins with 5', 'vessels', `${mmsi}503123456`],
  ['a vessel may have an MMSI that begins with 6', 'vessels', `${mmsi}601000001`],
  ['a vessel may have an MMSI that begins with 7', 'vessels', `${mmsi}799999999`],
  ['an aircraft may have an MMSI that begins with 1', 'aircraft', `${mmsi}111232506`],
  ['an aircraft may have an MMSI of a 1 and eight zeros', 'aircraft', `${mmsi}100000000`],
  ['an aid to navigation may have an MMSI that begins with 99', 'aton', `${mmsi}992111234`],
  ['an aid to navigation may have an MMSI of nine nines', 'aton', `${mmsi}999999999`],
  ['a transponder may have an MMSI that begins with 97', 'sar', `${mmsi}970123456`],
  ['a transponder of a man overboard may have an MMSI that begins with 972', 'sar', `${mmsi}972000001`],
  ['a vessel may have a UUID in lower case', 'vessels', `${uuid}c0d79334-4e25-4245-8892-54e8ccc8021d`],
  ['a vessel may have a UUID in upper case', 'vessels', `${uuid}C0D79334-4E25-4245-8892-54E8CCC8021D`],
  ['a vessel may have a UUID in both cases', 'vessels', `${uuid}c0D79334-4e25-4245-8892-54e8CCC8021d`],
  ['an aircraft may have a UUID', 'aircraft', `${uuid}c0d79334-4e25-4245-8892-54e8ccc8021d`],
  ['an aid to navigation may have a UUID', 'aton', `${uuid}c0d79334-4e25-4245-8892-54e8ccc8021d`],
  ['a transponder may have a UUID', 'sar', `${uuid}c0d79334-4e25-4245-8892-54e8ccc8021d`],
  ['the fourth group of a UUID may begin with 8', 'vessels', `${uuid}00000000-0000-4000-8000-000000000000`],
  ['the fourth group of a UUID may begin with 9', 'vessels', `${uuid}00000000-0000-4000-9000-000000000000`],
  ['the fourth group of a UUID may begin with a', 'vessels', `${uuid}00000000-0000-4000-a000-000000000000`],
  ['the fourth group of a UUID may begin with b', 'vessels', `${uuid}00000000-0000-4000-b000-000000000000`],
  ['the fourth group of a UUID may begin with A', 'vessels', `${uuid}00000000-0000-4000-A000-000000000000`],
  ['the fourth group of a UUID may begin with B', 'vessels', `${uuid}00000000-0000-4000-B000-000000000000`],
  ['a vessel may have an http URL', 'vessels', 'http://boat.example/elbe'],
  ['a vessel may have an https URL', 'vessels', 'https://boat.example/elbe?x=1#top'],
  ['a URL need only begin with http:', 'vessels', 'http:'],
  ['a vessel may have a mail address', 'vessels', 'mailto:skipper@boat.example'],
  ['a vessel may have a telephone number of four digits', 'vessels', 'tel:1234'],
  ['a vessel may have a telephone number with a plus', 'vessels', 'tel:+4940123456'],
  ['an aircraft may have a URL', 'aircraft', 'https://air.example/1'],
  ['an aid to navigation may have a URL', 'aton', 'https://marks.example/1'],
  ['a transponder may have a telephone number', 'sar', 'tel:112112'],
]

const refused: readonly Row[] = [
  ['a vessel has no MMSI that begins with 0', 'vessels', `${mmsi}023009999`],
  ['a vessel has no MMSI that begins with 1', 'vessels', `${mmsi}111232506`],
  ['a vessel has no MMSI that begins with 8', 'vessels', `${mmsi}812345678`],
  ['a vessel has no MMSI of an aid to navigation', 'vessels', `${mmsi}992111234`],
  ['a vessel has no MMSI of a transponder', 'vessels', `${mmsi}970123456`],
  ['a vessel has no MMSI of a tender', 'vessels', `${mmsi}982301234`],
  ['a vessel has no MMSI of eight digits', 'vessels', `${mmsi}23009999`],
  ['a vessel has no MMSI of ten digits', 'vessels', `${mmsi}2300999990`],
  ['a vessel has no MMSI with a letter', 'vessels', `${mmsi}23009999a`],
  ['a vessel has no MMSI with a space', 'vessels', `${mmsi}230 99999`],
  ['a vessel has no MMSI with digits of another script', 'vessels', `${mmsi}٢٣٠٠٩٩٩٩٩`],
  ['a vessel has no empty MMSI', 'vessels', mmsi],
  ['a vessel has no MMSI with a line feed behind it', 'vessels', `${mmsi}230099999\n`],
  ['an MMSI in another name space is refused', 'vessels', 'urn:mrn:other:mmsi:230099999'],
  ['an MMSI in capitals is refused', 'vessels', 'URN:MRN:IMO:MMSI:230099999'],
  ['a bare MMSI is refused', 'vessels', '230099999'],
  ['an aircraft has no MMSI of a vessel', 'aircraft', `${mmsi}230099999`],
  ['an aircraft has no MMSI of an aid to navigation', 'aircraft', `${mmsi}991111111`],
  ['an aircraft has no MMSI of a transponder', 'aircraft', `${mmsi}970123456`],
  ['an aircraft has no MMSI that begins with 0', 'aircraft', `${mmsi}011123250`],
  ['an aircraft has no MMSI of eight digits', 'aircraft', `${mmsi}11123250`],
  ['an aircraft has no MMSI of ten digits', 'aircraft', `${mmsi}1112325060`],
  ['an aircraft has no MMSI with a letter', 'aircraft', `${mmsi}1112325o6`],
  ['an aid to navigation has no MMSI of a vessel', 'aton', `${mmsi}230099999`],
  ['an aid to navigation has no MMSI of an aircraft', 'aton', `${mmsi}111232506`],
  ['an aid to navigation has no MMSI of a transponder', 'aton', `${mmsi}970123456`],
  ['an aid to navigation has no MMSI that begins with 98', 'aton', `${mmsi}982111234`],
  ['an aid to navigation has no MMSI of eight digits', 'aton', `${mmsi}99211123`],
  ['an aid to navigation has no MMSI of ten digits', 'aton', `${mmsi}9921112345`],
  ['an aid to navigation has no MMSI with a letter', 'aton', `${mmsi}99211123x`],
  ['a transponder has no MMSI of a vessel', 'sar', `${mmsi}230099999`],
  ['a transponder has no MMSI of an aircraft', 'sar', `${mmsi}111232506`],
  ['a transponder has no MMSI of an aid to navigation', 'sar', `${mmsi}992111234`],
  ['a transponder has no MMSI that begins with 96', 'sar', `${mmsi}960123456`],
  ['a transponder has no MMSI of eight digits', 'sar', `${mmsi}97012345`],
  ['a transponder has no MMSI of ten digits', 'sar', `${mmsi}9701234567`],
  ['a transponder has no MMSI with a letter', 'sar', `${mmsi}97012345x`],
  ['a UUID of version 1 is refused', 'vessels', `${uuid}c0d79334-4e25-1245-8892-54e8ccc8021d`],
  ['a UUID of version 5 is refused', 'vessels', `${uuid}c0d79334-4e25-5245-8892-54e8ccc8021d`],
  ['a UUID of version 7 is refused', 'vessels', `${uuid}c0d79334-4e25-7245-8892-54e8ccc8021d`],
  ['a UUID of variant 7 is refused', 'vessels', `${uuid}c0d79334-4e25-4245-7892-54e8ccc8021d`],
  ['a UUID of variant c is refused', 'vessels', `${uuid}c0d79334-4e25-4245-c892-54e8ccc8021d`],
  ['the UUID of zeros alone is refused', 'vessels', `${uuid}00000000-0000-0000-0000-000000000000`],
  ['a UUID with a short first group is refused', 'vessels', `${uuid}c0d7933-4e25-4245-8892-54e8ccc8021d`],
  ['a UUID with a long last group is refused', 'vessels', `${uuid}c0d79334-4e25-4245-8892-54e8ccc8021d0`],
  ['a UUID of four groups is refused', 'vessels', `${uuid}c0d79334-4e25-4245-889254e8ccc8021d`],
  ['a UUID without hyphens is refused', 'vessels', `${uuid}c0d793344e254245889254e8ccc8021d`],
  ['a UUID in braces is refused', 'vessels', `${uuid}{c0d79334-4e25-4245-8892-54e8ccc8021d}`],
  ['a UUID with the letter g is refused', 'vessels', `${uuid}g0d79334-4e25-4245-8892-54e8ccc8021d`],
  ['an empty UUID is refused', 'vessels', uuid],
  [
    'a UUID of another product word is refused',
    'vessels',
    'urn:mrn:other:uuid:c0d79334-4e25-4245-8892-54e8ccc8021d',
  ],
  ['a bare UUID is refused', 'vessels', 'c0d79334-4e25-4245-8892-54e8ccc8021d'],
  ['a telephone number of three digits is refused', 'vessels', 'tel:123'],
  ['a telephone number of a plus and three digits is refused', 'vessels', 'tel:+123'],
  ['a telephone number with letters is refused', 'vessels', 'tel:+49CALLME'],
  ['a telephone number with hyphens is refused', 'vessels', 'tel:040-123456'],
  ['a telephone number with two pluses is refused', 'vessels', 'tel:++491234'],
  ['an empty telephone number is refused', 'vessels', 'tel:'],
  ['an ftp URL is refused', 'vessels', 'ftp://boat.example'],
  ['a script is refused', 'vessels', 'javascript:alert(1)'],
  ['a URL without a colon is refused', 'vessels', 'http'],
  ['a URL in capitals is refused', 'vessels', 'HTTP://boat.example'],
  ['a URL with a line feed is refused', 'vessels', 'http://boat.example\n'],
  ['a URL with a line separator is refused', 'vessels', 'http://boat.example/\u2028'],
  ['a URL behind a space is refused', 'vessels', ' http://boat.example'],
  ['the alias of the own vessel is not a key', 'vessels', 'self'],
  ['the empty text is refused', 'vessels', ''],
  ['a name of every object is refused', 'vessels', '__proto__'],
]

for (const [title, map, identifier] of accepted)
  test(title, () => {
    assert.equal(isIdentifier(map, identifier), true)
  })

for (const [title, map, identifier] of refused)
  test(title, () => {
    assert.equal(isIdentifier(map, identifier), false)
    assert.equal(canonicalIdentifier(map, identifier), undefined)
  })

test('the product word is part of UUID URNs, but not of MMSI URNs', () => {
  assert.equal(
    isIdentifier('vessels', 'urn:mrn:other:uuid:00000000-0000-4000-8000-000000000000', 'other'),
    true,
  )
  assert.equal(isIdentifier('vessels', `${uuid}00000000-0000-4000-8000-000000000000`, 'other'), false)
  assert.equal(isIdentifier('vessels', `${mmsi}230099999`, 'other'), true)
})

test('the canonical form of a UUID is lower case, and a URL is unchanged', () => {
  const upper = 'C0D79334-4E25-4245-8892-54E8CCC8021D'
  assert.equal(canonicalIdentifier('vessels', uuid + upper), uuid + upper.toLowerCase())
  assert.equal(canonicalIdentifier('vessels', 'https://Boat.example/Elbe'), 'https://Boat.example/Elbe')
  assert.equal(uuidUrn(upper), uuid + upper.toLowerCase())
})

const mapByMmsi: Readonly<Record<string, MapName | undefined>> = {
  '230099999': 'vessels',
  '111232506': 'aircraft',
  '992111234': 'aton',
  '970123456': 'sar',
  '982301234': undefined,
  '960000000': undefined,
  '002111234': undefined,
  '012345678': undefined,
  '812345678': undefined,
}
for (const [digits, map] of Object.entries(mapByMmsi))
  test(`the MMSI ${digits} belongs to ${map ?? 'no map'}`, () => {
    assert.equal(mapOfMmsi(digits), map)
  })

const strays = { '982301234': 'vessels', '812345678': 'vessels', '012345678': 'vessels', '002111234': 'aton' }
for (const [digits, map] of Object.entries(strays))
  test(`the MMSI ${digits}, which fits no map, always gets the same valid key and is found in it`, () => {
    const place = placeOfMmsi(digits)!
    assert.deepEqual(placeOfMmsi(digits), place)
    assert.equal(place.map, map)
    for (const name of mapNames) assert.ok(isIdentifier(name, place.identifier))
    assert.equal(canonicalIdentifier(place.map, place.identifier), place.identifier)
    assert.equal(mmsiOf(place.identifier), digits)
  })

test('an MMSI that fits a map is used as the key', () => {
  assert.deepEqual(placeOfMmsi('970123456'), { map: 'sar', identifier: `${mmsi}970123456` })
  assert.equal(mmsiOf(`${mmsi}970123456`), '970123456')
})

for (const text of ['', '23009999', '2300999990', '23009999a', '-23009999', ' 30099999'])
  test(`"${text}" is not an MMSI`, () => {
    assert.equal(placeOfMmsi(text), undefined)
  })

test('a random UUID, a URL and letters contain no MMSI', () => {
  assert.equal(mmsiOf(`${uuid}c0d79334-4e25-4245-8892-54e8ccc8021d`), undefined)
  assert.equal(mmsiOf('https://boat.example'), undefined)
  assert.equal(mmsiOf(`${uuid}6d6d7369-0000-4000-8000-000abcdefabc`), undefined)
  assert.equal(mmsiOf(`${mmsi}abc`), undefined)
})

test('the identity of a craft is its MMSI, UUID or URL', () => {
  const hidden = placeOfMmsi('982301234')!.identifier
  const random = `${uuid}c0d79334-4e25-4245-8892-54e8ccc8021d`
  assert.deepEqual(identityMembers(`${mmsi}230099999`), { mmsi: '230099999' })
  assert.deepEqual(identityMembers(random), { uuid: random })
  assert.deepEqual(identityMembers(hidden), { mmsi: '982301234', uuid: hidden })
  assert.deepEqual(identityMembers('https://boat.example'), { url: 'https://boat.example' })
})
