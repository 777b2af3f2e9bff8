import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ContextPattern, PathPattern, type PatternedContext } from './patterns.ts'

const matches = (pattern: string, path: string): boolean | undefined =>
  PathPattern.parse(pattern)?.matches({ text: path, segments: path.split('.') })

const node = (map: string, identifier: string, isSelf = false): PatternedContext => ({
  map,
  identifier,
  isSelf,
})

const own = node('vessels', 'urn:mrn:imo:mmsi:230000001', true)
const other = node('vessels', 'urn:mrn:imo:mmsi:230000002')
const buoy = node('aton', 'urn:mrn:imo:mmsi:992300001')
const shop = node('vessels', 'https://example.com/anna')

const finds = (pattern: string, context: PatternedContext): boolean | undefined =>
  ContextPattern.parse(pattern)?.matches(context)

test('a path without * matches only itself', () => {
  assert.equal(matches('navigation.position', 'navigation.position'), true)
  assert.equal(matches('navigation.position', 'navigation.positions'), false)
  assert.equal(matches('navigation.position', 'navigation.position.value'), false)
  assert.equal(matches('navigation.position', 'navigation'), false)
})

test('* in the middle matches one segment', () => {
  assert.equal(matches('propulsion.*.revolutions', 'propulsion.port.revolutions'), true)
  assert.equal(matches('propulsion.*.revolutions', 'propulsion.port.inner.revolutions'), false)
  assert.equal(matches('propulsion.*.revolutions', 'propulsion.revolutions'), false)
})

test('* within a segment matches any characters, or none', () => {
  assert.equal(matches('tanks.fuel*.level', 'tanks.fuel.level'), true)
  assert.equal(matches('tanks.fuel*.level', 'tanks.fuel-aft.level'), true)
  assert.equal(matches('tanks.*fuel.level', 'tanks.aft-fuel.level'), true)
  assert.equal(matches('tanks.*fuel.level', 'tanks.aft-fuels.level'), false)
})

test('parts between several * in a segment must match in order', () => {
  assert.equal(matches('x.a*b*c', 'x.aXbYc'), true)
  assert.equal(matches('x.a*b*c', 'x.abc'), true)
  assert.equal(matches('x.a*b*c', 'x.acb'), false)
  assert.equal(matches('x.a*bc*c', 'x.abc'), false)
  assert.equal(matches('x.a*a', 'x.a'), false)
})

test('* at the end matches one or more segments', () => {
  assert.equal(matches('navigation.*', 'navigation.position'), true)
  assert.equal(matches('navigation.*', 'navigation.course.next.point'), true)
  assert.equal(matches('navigation.*', 'navigation'), false)
  assert.equal(matches('navigation.*', 'environment.depth'), false)
})

test('** at the end matches one or more segments', () => {
  assert.equal(matches('navigation.**', 'navigation.course.next.point'), true)
  assert.equal(matches('**', 'name'), true)
  assert.equal(matches('*', 'navigation.position'), true)
})

test('** elsewhere is not a valid pattern', () => {
  for (const text of ['**.position', 'a.**.b', 'a.x**.b']) assert.equal(PathPattern.parse(text), undefined)
})

test('text without valid segments is not a pattern', () => {
  for (const text of ['', '.', 'a.', '.a', 'a..b', 'a b', 'a/b', 'a.$x', 'é', 'a.(b+)+'])
    assert.equal(PathPattern.parse(text), undefined, text)
})

test('a pattern has the length and depth limits of a path', () => {
  assert.equal(PathPattern.parse(Array(17).fill('a').join('.')), undefined)
  assert.equal(PathPattern.parse('a'.repeat(65)), undefined)
  assert.equal(PathPattern.parse(Array(5).fill('a'.repeat(60)).join('.')), undefined)
})

test('vessels.self matches only the own vessel', () => {
  assert.deepEqual(
    [own, other, buoy].map((context) => finds('vessels.self', context)),
    [true, false, false],
  )
})

test('the own vessel also matches by its identifier', () => {
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:230000001', own), true)
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:230000001', other), false)
})

test('* matches every craft of a map, or of all maps', () => {
  assert.deepEqual(
    [own, other, buoy, shop].map((context) => finds('vessels.*', context)),
    [true, true, false, true],
  )
  assert.deepEqual(
    [own, other, buoy, shop].map((context) => finds('*', context)),
    [true, true, true, true],
  )
  assert.equal(finds('**', buoy), true)
})

test('* within an identifier matches a prefix such as a country', () => {
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:230*', other), true)
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:231*', other), false)
})

test('an identifier with dots matches as a whole', () => {
  assert.equal(finds('vessels.https://example.com/anna', shop), true)
  assert.equal(finds('vessels.https://example.com/*', shop), true)
})

test('a URN matches case-insensitively', () => {
  assert.equal(finds('vessels.URN:MRN:IMO:MMSI:230000002', other), false)
  assert.equal(finds('vessels.urn:MRN:imo:mmsi:230000002', other), true)
})

test('a pattern with an unknown map is not valid', () => {
  for (const text of ['', 'vessels', 'vessels.', 'boats.self', '.self', 'vessel*.self'])
    assert.equal(ContextPattern.parse(text), undefined, text)
})
