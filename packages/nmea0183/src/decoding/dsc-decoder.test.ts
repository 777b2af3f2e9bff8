import type { DecodedValues } from '#decoding/decode.ts'
import { DecodeTrial } from '#testing/decode-trial.ts'
import { dscVectors, type DscVector } from '#testing/distress-vectors.ts'
import type { DscCall, Position } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const callPath = 'communication.dscCall'

const lastCall = (readings: readonly DecodedValues[]): DscCall =>
  // The last reading replaces those before.
  readings.at(-1)?.values[callPath] as DscCall

/** The values after all sentences of a call, as the tree would have them. */
const callOf = (sentences: readonly string[], trial = new DecodeTrial()): DscCall => {
  const readings = sentences.flatMap((sentence) => trial.hear(sentence))
  assert.equal(trial.decoder.refused, 0)
  return lastCall(readings)
}

const rounded = ({ latitude, longitude }: Position): number[] =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(6)))

const nineDigits = (mmsi: number | string): string => String(mmsi).padStart(9, '0')

const assertIs = (call: DscCall, { fields }: DscVector): void => {
  const { position, from, casualty, time, ...others } = fields
  for (const [name, value] of Object.entries(others)) assert.equal(call[name as keyof DscCall], value, name)
  assert.equal(call.from, nineDigits(from))
  if (casualty !== undefined) assert.equal(call.casualty, nineDigits(casualty))
  if (time !== undefined) assert.equal(call.time ?? null, time)
  if (position === null) assert.equal(call.position, undefined)
  if (position) assert.deepEqual(call.position && rounded(call.position), rounded(position))
}

for (const vector of dscVectors)
  test(`DSC: ${vector.what}`, () => {
    assertIs(callOf(vector.sentences), vector)
  })

const [alert = '', expansion = ''] = dscVectors[0]?.sentences ?? []

test('a call is published at once, without its expansion', () => {
  const [reading] = new DecodeTrial().hear(alert)
  assert.equal(reading?.context, 'vessels.urn:mrn:imo:mmsi:232009905')
  assert.deepEqual((reading.values[callPath] as DscCall).position, {
    latitude: 50 + 20 / 60,
    longitude: -(4 + 9 / 60),
  })
})

test('an expansion counts within five seconds after its call', () => {
  for (const [wait, readings] of [
    [5_000, 1],
    [5_001, 0],
  ] as const) {
    const trial = new DecodeTrial()
    trial.hear(alert)
    trial.clock.pass(wait)
    assert.equal(trial.hear(expansion).length, readings)
  }
})

test('an expansion adds away from zero in every quadrant, also from zero degrees', () => {
  const signs = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const
  for (const [quadrant, [north, east]] of signs.entries()) {
    const trial = new DecodeTrial()
    trial.say(`CDDSC,12,2320099050,12,10,00,${quadrant}000000000,1403,,,S,E`)
    assert.deepEqual(lastCall(trial.say('CDDSE,1,1,A,2320099050,00,50002500')).position, {
      latitude: (north * 0.5) / 60,
      longitude: (east * 0.25) / 60,
    })
  }
})

test('an expansion of an unknown position, or beyond the pole, changes nothing', () => {
  for (const position of ['9999999999', '0900018000']) {
    const trial = new DecodeTrial()
    const before = trial.say(`CDDSC,12,2320099050,12,10,00,${position},1403,,,S,E`)
    const after = trial.say('CDDSE,1,1,A,2320099050,00,50002500')
    assert.equal(lastCall(before).position === undefined, position.startsWith('9'))
    assert.equal(lastCall(after).position, undefined)
  }
})

test('refuses a call without a sender, a format or a category', () => {
  const trial = new DecodeTrial()
  for (const body of [
    'CDDSC,12,,12,10,00,1502000409,1403,,,S,',
    'CDDSC,12,23200990500,12,10,00,1502000409,1403,,,S,',
    'CDDSC,,2320099050,12,10,00,1502000409,1403,,,S,',
    'CDDSC,12,2320099050,128,10,00,1502000409,1403,,,S,',
  ])
    assert.deepEqual(trial.say(body), [])
  assert.equal(trial.decoder.refused, 4)
})

test('ignores a call of the own vessel and a DSC sentence of a maker', () => {
  assert.deepEqual(new DecodeTrial({ ownMmsi: '232009905' }).hear(alert), [])
  assert.deepEqual(new DecodeTrial().say('PXDSC,12,2320099050,12,10,00,1502000409,1403,,,S,'), [])
})

test('remembers eight callers: a flood of calls forgets the oldest', () => {
  const trial = new DecodeTrial()
  trial.hear(alert)
  for (let number = 0; number < 8; number++)
    trial.say(`CDDSC,12,23200991${number}0,12,10,00,1502000409,1403,,,S,E`)
  assert.deepEqual(trial.hear(expansion), [])
  assert.equal(trial.say('CDDSE,1,1,A,2320099170,00,30005000').length, 1)
})
