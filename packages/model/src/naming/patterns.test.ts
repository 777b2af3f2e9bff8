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

test('a path without a star means itself alone', () => {
  assert.equal(matches('navigation.position', 'navigation.position'), true)
  assert.equal(matches('navigation.position', 'navigation.positions'), false)
  assert.equal(matches('navigation.position', 'navigation.position.value'), false)
  assert.equal(matches('navigation.position', 'navigation'), false)
})

test('a star stands for one whole segment in the middle', () => {
  assert.equal(matches('propulsion.*.revolutions', 'propulsion.port.revolutions'), true)
  assert.equal(matches('propulsion.*.revolutions', 'propulsion.port.inner.revolutions'), false)
  assert.equal(matches('propulsion.*.revolutions', 'propulsion.revolutions'), false)
})

test('a star within a segment stands for any letters of it, or none', () => {
  assert.equal(matches('tanks.fuel*.level', 'tanks.fuel.level'), true)
  assert.equal(matches('tanks.fuel*.level', 'tanks.fuel-aft.level'), true)
  assert.equal(matches('tanks.*fuel.level', 'tanks.aft-fuel.level'), true)
  assert.equal(matches('tanks.*fuel.level', 'tanks.aft-fuels.level'), false)
})

test('several stars within a segment keep the order of what is between them', () => {
  assert.equal(matches('x.a*b*c', 'x.aXbYc'), true)
  assert.equal(matches('x.a*b*c', 'x.abc'), true)
  assert.equal(matches('x.a*b*c', 'x.acb'), false)
  assert.equal(matches('x.a*bc*c', 'x.abc'), false)
  assert.equal(matches('x.a*a', 'x.a'), false)
})

test('a star at the end stands for the rest, one segment or many', () => {
  assert.equal(matches('navigation.*', 'navigation.position'), true)
  assert.equal(matches('navigation.*', 'navigation.course.next.point'), true)
  assert.equal(matches('navigation.*', 'navigation'), false)
  assert.equal(matches('navigation.*', 'environment.depth'), false)
})

test('two stars at the end stand for the rest as well', () => {
  assert.equal(matches('navigation.**', 'navigation.course.next.point'), true)
  assert.equal(matches('**', 'name'), true)
  assert.equal(matches('*', 'navigation.position'), true)
})

test('two stars anywhere else are no pattern', () => {
  for (const text of ['**.position', 'a.**.b', 'a.x**.b']) assert.equal(PathPattern.parse(text), undefined)
})

test('what is not made of segments is no pattern', () => {
  for (const text of ['', '.', 'a.', '.a', 'a..b', 'a b', 'a/b', 'a.$x', 'é', 'a.(b+)+'])
    assert.equal(PathPattern.parse(text), undefined, text)
})

test('a pattern is no longer and no deeper than a path', () => {
  assert.equal(PathPattern.parse(Array(17).fill('a').join('.')), undefined)
  assert.equal(PathPattern.parse('a'.repeat(65)), undefined)
  assert.equal(PathPattern.parse(Array(5).fill('a'.repeat(60)).join('.')), undefined)
})

test('vessels.self means the own vessel alone', () => {
  assert.deepEqual(
    [own, other, buoy].map((context) => finds('vessels.self', context)),
    [true, false, false],
  )
})

test('the own vessel is found by its own name too', () => {
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:230000001', own), true)
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:230000001', other), false)
})

test('a star finds every craft of a map, or of all maps', () => {
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

test('a star within an identifier finds a country', () => {
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:230*', other), true)
  assert.equal(finds('vessels.urn:mrn:imo:mmsi:231*', other), false)
})

test('an identifier with dots in it is found whole', () => {
  assert.equal(finds('vessels.https://example.com/anna', shop), true)
  assert.equal(finds('vessels.https://example.com/*', shop), true)
})

test('a URN is found in capitals too', () => {
  assert.equal(finds('vessels.URN:MRN:IMO:MMSI:230000002', other), false)
  assert.equal(finds('vessels.urn:MRN:imo:mmsi:230000002', other), true)
})

test('a context of no known map is no pattern', () => {
  for (const text of ['', 'vessels', 'vessels.', 'boats.self', '.self', 'vessel*.self'])
    assert.equal(ContextPattern.parse(text), undefined, text)
})
