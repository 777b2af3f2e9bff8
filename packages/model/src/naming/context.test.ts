import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextText, maxContextLength, parseContext } from './context.ts'
import { isIdentifier, mmsiOf } from './identifiers.ts'

const mmsi = 'urn:mrn:imo:mmsi:'

test('parses map name, first dot and identifier', () => {
  assert.deepEqual(parseContext(`vessels.${mmsi}230099999`), {
    map: 'vessels',
    identifier: `${mmsi}230099999`,
  })
})

test('an identifier may contain dots', () => {
  const identifier = 'https://www.boat.example/elbe.html'
  assert.deepEqual(parseContext(`aton.${identifier}`), { map: 'aton', identifier })
})

test('contextText reverses parseContext', () => {
  const text = 'aircraft.https://air.example/1.2.3'
  assert.equal(contextText(parseContext(text)!), text)
})

test('a UUID is case-insensitive', () => {
  const prefix = 'vessels.urn:mrn:marinedata:uuid:'
  const lower = 'c0d79334-4e25-4245-8892-54e8ccc8021d'
  assert.deepEqual(parseContext(prefix + lower.toUpperCase()), parseContext(prefix + lower))
  assert.equal(contextText(parseContext(prefix + lower.toUpperCase())!), prefix + lower)
})

for (const [digits, map] of [
  ['982301234', 'vessels'],
  ['812345678', 'vessels'],
  ['012345678', 'vessels'],
  ['002111234', 'aton'],
] as const)
  test(`the MMSI ${digits}, which fits no map, gets a valid UUID`, () => {
    const context = parseContext(`vessels.${mmsi}${digits}`)!
    assert.equal(context.map, map)
    assert.match(context.identifier, /^urn:mrn:marinedata:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
    assert.ok(isIdentifier(context.map, context.identifier))
    assert.equal(mmsiOf(context.identifier), digits)
    assert.deepEqual(parseContext(`vessels.${mmsi}${digits}`), context)
    assert.deepEqual(parseContext(contextText(context)), context)
  })

for (const [text, title] of [
  [`vessels.${mmsi}970123456`, 'a vessel with the MMSI of a transponder'],
  [`aircraft.${mmsi}230099999`, 'an aircraft with the MMSI of a vessel'],
  [`aton.${mmsi}111232506`, 'an aid to navigation with the MMSI of an aircraft'],
  [`sar.${mmsi}992111234`, 'a transponder with the MMSI of an aid to navigation'],
  [`vessels.${mmsi}98230123`, 'a stray MMSI of eight digits'],
  ['vessels.self', 'the alias, which is resolved elsewhere'],
  ['vessels', 'a map without identifier'],
  ['vessels.', 'a map with an empty identifier'],
  [`.${mmsi}230099999`, 'an identifier without map'],
  [`Vessels.${mmsi}230099999`, 'a map in capitals'],
  [`ships.${mmsi}230099999`, 'an unknown map'],
  ['constructor.http://a', 'a map that every object has'],
  ['', 'the empty text'],
] as const)
  test(`rejects ${title} as a context`, () => {
    assert.equal(parseContext(text), undefined)
  })

test('rejects a context that is too long', () => {
  const prefix = 'vessels.http://boat.example/'
  const longest = prefix + 'a'.repeat(maxContextLength - prefix.length)
  assert.ok(parseContext(longest))
  assert.equal(parseContext(`${longest}a`), undefined)
})

test('the UUID of an unmapped MMSI uses the product word', () => {
  const context = parseContext(`vessels.${mmsi}982301234`, 'other')!
  assert.match(context.identifier, /^urn:mrn:other:uuid:/)
  assert.equal(mmsiOf(context.identifier, 'other'), '982301234')
})
