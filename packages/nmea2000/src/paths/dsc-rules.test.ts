import { decode } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import { busVectors, payloadOf } from '#testing/distress-vectors.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MappedAis } from './ais-rules.ts'
import { DeviceValues } from './device-values.ts'
import { mapDscCall } from './dsc-rules.ts'

const position = { latitude: 50.3383333, longitude: -4.1583333 }

const mapped = (id: string, ownMmsi?: string): MappedAis => {
  const vector = busVectors.find((each) => each.id === id)
  assert.ok(vector !== undefined)
  const message = decode(vector.pgn, payloadOf(vector))
  assert.deepEqual(new DeviceValues().map(message!, 0).alerts, [])
  return mapDscCall(message!, ownMmsi) ?? assert.fail('it is no DSC call')
}

test('a distress alert has its nature, and belongs to the vessel in distress', () => {
  assert.deepEqual(mapped('129808-fire').report, {
    context: 'vessels.urn:mrn:imo:mmsi:232009905',
    values: {
      mmsi: '232009905',
      'communication.dscCall': {
        format: 112,
        category: 112,
        nature: 100,
        from: '232009905',
        position,
        time: '14:03',
      },
    },
  })
})

const callOf = (id: string): unknown => mapped(id).report?.values['communication.dscCall']
const byCoast = {
  format: 116,
  category: 112,
  from: '002320001',
  casualty: '232009905',
  position,
  time: '14:03',
}

test('a relay names the casualty, and its telecommand is no nature', () => {
  assert.deepEqual(callOf('129808-relay'), { ...byCoast, telecommand: 112 })
  assert.equal(mapped('129808-relay').report?.context, 'aton.urn:mrn:imo:mmsi:002320001')
})

test('an acknowledgement by a coast station is no man overboard', () => {
  assert.deepEqual(callOf('129808-acknowledged'), { ...byCoast, telecommand: 110 })
})

test('a routine call has no nature and no casualty', () => {
  assert.deepEqual(callOf('129808-routine'), {
    format: 120,
    category: 100,
    telecommand: 121,
    from: '232009905',
    position,
    time: '14:03',
    acknowledgement: 122,
  })
})

test('a returning call of own ship is not another vessel', () => {
  assert.deepEqual(mapped('129808-fire', '232009905'), { isOwn: true, refused: 0 })
})

test('refuses a call without a sender or with an impossible format', () => {
  const call = {
    dscFormat: 112,
    dscMessageAddress: '2320099050',
    natureOfDistress: 100,
    subsequentCommunicationModeOr2ndTelecommand: 100,
    telephoneNumber: '',
    expansionEnabled: 0,
  }
  const bytes = encodeById('dscDistressCallInformation', call)
  for (const [at, value] of [
    [0, 1],
    [2, 0xff],
  ] as const) {
    const wrong = Uint8Array.from(bytes)
    wrong[at] = value
    assert.deepEqual(mapDscCall(decode(129_808, wrong)!), { isOwn: false, refused: 1 })
  }
})
