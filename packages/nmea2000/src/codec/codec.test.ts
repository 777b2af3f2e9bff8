import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definitionById, framesOf, lookupText } from './database.ts'
import { decode } from './decode.ts'
import { encodeById } from './encode.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

test('a heading is read in radians, and a lookup as its number', () => {
  const message = decode(127_250, bytes('00a861ff7fff7ffd'))
  assert.equal(message?.definition.id, 'vesselHeading')
  assert.deepEqual(message.fields, {
    sid: 0,
    heading: 2.5,
    deviation: undefined,
    variation: undefined,
    reference: 1,
  })
  assert.equal(lookupText('DIRECTION_REFERENCE', 1), 'Magnetic')
})

test('zero is a value: a rudder amidships and a heading of north are not missing', () => {
  assert.equal(decode(127_250, bytes('000000ff7fff7ffc'))?.fields['heading'], 0)
  assert.equal(decode(127_245, bytes('00ffff7f0000ffff'))?.fields['position'], 0)
})

test('not available, out of range and reserved are no values', () => {
  for (const raw of ['ffff', 'feff', 'fdff'])
    assert.equal(decode(127_250, bytes(`00${raw}ff7fff7ffd`))?.fields['heading'], undefined, raw)
  assert.notEqual(decode(127_250, bytes('00fcffff7fff7ffd'))?.fields['heading'], undefined)
})

test('fields that a short message does not contain are not available', () => {
  const message = decode(127_250, bytes('00a861'))
  assert.equal(message?.fields['heading'], 2.5)
  assert.equal(message?.fields['reference'], undefined)
  assert.deepEqual(decode(129_025, new Uint8Array())?.fields, { latitude: undefined, longitude: undefined })
})

test('a position of 64 bits that is not available is no position', () => {
  const message = decode(
    129_029,
    bytes(`c4${'ff'.repeat(6)}${'ffffffffffffff7f'.repeat(3)}00fc09ff7fff7fffffff7fff`),
  )
  assert.equal(message?.fields['latitude'], undefined)
  assert.equal(message?.fields['altitude'], undefined)
})

test('a message that the table does not have is not decoded', () => {
  assert.equal(decode(262_386, bytes('0000')), undefined)
  // A Raymarine message by another manufacturer.
  assert.equal(decode(65_379, bytes('0000000000000000')), undefined)
})

test('fields that are not given are sent as not available', () => {
  const payload = encodeById('vesselHeading', { heading: 2.5, reference: 1 })
  assert.equal(Buffer.from(payload).toString('hex'), 'ffa861ff7fff7ffd')
})

test('a value that does not fit is refused, never clamped', () => {
  assert.throws(() => encodeById('vesselHeading', { heading: 7 }), /heading cannot be 7/)
  assert.throws(() => encodeById('vesselHeading', { heading: -0.1 }), RangeError)
  assert.throws(() => encodeById('vesselHeading', { heading: NaN }), RangeError)
  assert.throws(() => encodeById('vesselHeading', { reference: 3 }), RangeError)
  assert.throws(() => encodeById('noSuchMessage', {}), RangeError)
})

test('a command of a group function has the widths of the fields that it sets', () => {
  const parameters = [
    { parameter: 1, value: 1_851 },
    { parameter: 3, value: 4 },
    { parameter: 6, value: 6.0304 },
  ]
  const payload = encodeById('nmeaCommandGroupFunction', { pgn: 65_360, priority: 8 }, [parameters])
  // As a Raymarine display sends it to its autopilot.
  assert.equal(Buffer.from(payload).toString('hex'), '0150ff00f803013b0703040690eb')
  assert.deepEqual(decode(126_208, payload)?.lists[0], parameters)
})

test('every message knows how it travels', () => {
  assert.equal(framesOf(127_250), 'single')
  assert.equal(framesOf(129_029), 'fast')
  assert.equal(framesOf(65_240), 'iso')
  // Proprietary messages that the table does not have.
  assert.deepEqual([framesOf(130_999), framesOf(65_500)], ['fast', 'single'])
  assert.equal(definitionById('positionRapidUpdate')?.intervalMs, 100)
})
