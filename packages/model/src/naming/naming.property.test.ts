import fc from 'fast-check'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Type } from 'typebox'
import { checkOf } from '#faults.ts'
import { contextText, parseContext } from './context.ts'
import { canonicalIdentifier, identifierPattern, isIdentifier, mapNames } from './identifiers.ts'
import { isPathSegment, parsePath, pathLimits } from './paths.ts'

const runs = { numRuns: 100_000 }
// The runs take seconds, and much longer on a small, busy machine.
const limit = { timeout: 300_000 }
const pristine = Object.getOwnPropertyDescriptors(Object.prototype)

after(() => {
  assert.deepEqual(Object.getOwnPropertyDescriptors(Object.prototype), pristine)
})

const oneOf = (letters: string): fc.Arbitrary<string> => fc.constantFrom(...letters.split(''))
const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const plainText = fc.string({ unit: 'grapheme-ascii', maxLength: 40 })
const digits = fc.string({ unit: oneOf('0123456789'), minLength: 8, maxLength: 10 })
const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: oneOf('0123456789abcdefABCDEF'), minLength: length, maxLength: length })
const uuid = fc
  .tuple(hex(8), hex(4), fc.constantFrom('4', '1', 'a'), hex(3), oneOf('89abAB7c'), hex(3), hex(12))
  .map(([first, second, version, third, variant, fourth, last]) =>
    [first, second, version + third, variant + fourth, last].join('-'),
  )
const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  fc.constantFrom('\n', ' ', '\u2028', '\u0000', '0'),
  anyText,
)
const identifier = fc.oneof(
  digits.map((text) => `urn:mrn:imo:mmsi:${text}`),
  uuid.map((text) => `urn:mrn:marinedata:uuid:${text}`),
  fc.tuple(fc.constantFrom('http:', 'https:', 'mailto:', 'HTTP:'), anyText).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('tel:', 'tel:+'), digits).map((parts) => parts.join('')),
  anyText,
  plainText,
)
const nearIdentifier = fc.tuple(identifier, ending).map((parts) => parts.join(''))
const map = fc.constantFrom(...mapNames)

const segment = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: oneOf('abzAZ019_-'), minLength: 1, maxLength: 8 }) },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    '*',
    'a'.repeat(64),
    'a'.repeat(65),
  ),
  anyText,
)
const nearPath = fc.oneof(
  fc.array(segment, { maxLength: 18 }).map((segments) => segments.join('.')),
  anyText,
)

test('any text is either refused as a path or consists of valid segments that join to it', limit, () => {
  fc.assert(
    fc.property(nearPath, (text) => {
      const segments = parsePath(text)
      if (segments === undefined) return
      assert.equal(segments.join('.'), text)
      assert.ok(segments.length <= pathLimits.depth && text.length <= pathLimits.length)
      assert.ok(segments.every((part) => isPathSegment(part) && !Object.hasOwn(Object.prototype, part)))
    }),
    runs,
  )
})

test('isIdentifier and the schema pattern agree on any text', limit, () => {
  let accepted = 0
  const checks = new Map(
    mapNames.map((name) => [name, checkOf(Type.String({ pattern: identifierPattern(name) }))]),
  )
  fc.assert(
    fc.property(map, nearIdentifier, (name, text) => {
      const isLegal = isIdentifier(name, text)
      accepted += Number(isLegal)
      assert.equal(isLegal, checks.get(name)?.accepts(text))
    }),
    runs,
  )
  assert.ok(accepted > 10_000, `only ${accepted} of the texts were identifiers`)
})

test('the canonical form of any identifier is valid and stable', limit, () => {
  fc.assert(
    fc.property(map, nearIdentifier, (name, text) => {
      const canonical = canonicalIdentifier(name, text)
      assert.equal(canonical !== undefined, isIdentifier(name, text))
      if (canonical !== undefined) assert.equal(canonicalIdentifier(name, canonical), canonical)
    }),
    runs,
  )
})

test('any text is either refused as a context or survives writing and parsing', limit, () => {
  const mapText = fc.oneof({ weight: 8, arbitrary: map }, fc.constantFrom('', 'ships', '__proto__'), anyText)
  fc.assert(
    fc.property(mapText, nearIdentifier, (name, text) => {
      const context = parseContext(`${name}.${text}`)
      if (context === undefined) return
      assert.ok(isIdentifier(context.map, context.identifier))
      assert.equal(canonicalIdentifier(context.map, context.identifier), context.identifier)
      assert.deepEqual(parseContext(contextText(context)), context)
    }),
    runs,
  )
})
