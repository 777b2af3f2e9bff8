import { definitionById, definitions } from '#codec/database.ts'
import { decode, type Fields } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import { busVectors, payloadOf } from '#testing/distress-vectors.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aisRules, busAisPaths, mapAisMessage, type MappedAis } from './ais-rules.ts'

const ship = 230_012_345
const place = { latitude: 59.5, longitude: 24.25 }

/** Encodes a message; its bytes that have no values are zero. */
const encoded = (id: string, fields: Fields): Uint8Array => {
  const bytes = (definitionById(id)?.order ?? [])
    .filter(({ type }) => type === 'BINARY')
    .map((field) => [field.id, new Uint8Array(Math.ceil(field.bits / 8))] as const)
  return encodeById(id, { ...Object.fromEntries(bytes), ...fields })
}

/** Encodes a message, decodes it, and maps it. */
const mapped = (id: string, fields: Fields, ownMmsi?: string): MappedAis => {
  const message = decode(definitionById(id)?.pgn ?? 0, encoded(id, fields))
  assert.equal(message?.definition.id, id)
  const result = mapAisMessage(message, ownMmsi)
  assert.ok(result !== undefined)
  for (const path of Object.keys(result.report?.values ?? {}))
    assert.ok(busAisPaths.includes(path), `${path} is not declared`)
  return result
}

const valuesOf = (id: string, fields: Fields): Readonly<Record<string, unknown>> | undefined =>
  mapped(id, { userId: ship, aisTransceiverInformation: 0, ...fields }).report?.values

test('every message with rules is in the table', () => {
  const ids = new Set(definitions.map(({ id }) => id))
  assert.deepEqual(
    Object.keys(aisRules).filter((id) => !ids.has(id)),
    [],
  )
  const pgns = Object.keys(aisRules).map((id) => definitionById(id)?.pgn ?? 0)
  assert.deepEqual(
    pgns.toSorted((one, other) => one - other),
    [129_038, 129_039, 129_040, 129_041, 129_793, 129_794, 129_798, 129_801, 129_802, 129_809, 129_810],
  )
})

test('a class A vessel is a separate context with its motion and state', () => {
  const fields = { ...place, cog: 3.1, sog: 5.25, heading: 3, rateOfTurn: -0.0025, navStatus: 8 }
  const { report, isOwn, refused } = mapped('aisClassAPositionReport', { userId: ship, ...fields })
  assert.deepEqual([isOwn, refused], [false, 0])
  assert.deepEqual(report, {
    context: 'vessels.urn:mrn:imo:mmsi:230012345',
    values: {
      mmsi: '230012345',
      'sensors.ais.class': 'A',
      'navigation.state': 'sailing',
      'navigation.position': place,
      'navigation.courseOverGroundTrue': 3.1,
      'navigation.speedOverGround': 5.25,
      'navigation.headingTrue': 3,
      'navigation.rateOfTurn': -0.0025,
    },
  })
})

test('a class B vessel, with and without its extension', () => {
  assert.deepEqual(valuesOf('aisClassBPositionReport', { ...place, sog: 2 }), {
    mmsi: '230012345',
    'sensors.ais.class': 'B',
    'navigation.position': place,
    'navigation.speedOverGround': 2,
  })
  const extension = { trueHeading: 1, name: 'PEQUOD@@@ WHALER', typeOfShip: 36, length: 12, beam: 4 }
  assert.deepEqual(valuesOf('aisClassBExtendedPositionReport', { ...place, ...extension }), {
    mmsi: '230012345',
    'sensors.ais.class': 'B',
    'navigation.position': place,
    'navigation.headingTrue': 1,
    name: 'PEQUOD',
    'design.aisShipType': { id: 36, name: 'Sailing' },
    'design.length': { overall: 12 },
    'design.beam': 4,
  })
})

test('static data of a ship, with the place of its antenna', () => {
  const fields = {
    imoNumber: 9_301_122,
    callsign: 'ZDHM4',
    name: 'HOOGE',
    typeOfShip: 71,
    length: 161,
    beam: 25,
    positionReferenceFromStarboard: 8,
    positionReferenceFromBow: 138,
    draft: 10.2,
    destination: 'ST.PETERSBURG',
    etaDate: 20_600,
    etaTime: 3_600,
  }
  assert.deepEqual(valuesOf('aisClassAStaticAndVoyageRelatedData', fields), {
    mmsi: '230012345',
    'sensors.ais.class': 'A',
    'registrations.imo': 'IMO 9301122',
    'communication.callsignVhf': 'ZDHM4',
    name: 'HOOGE',
    'design.aisShipType': { id: 71, name: 'Cargo ship' },
    'design.length': { overall: 161 },
    'design.beam': 25,
    'sensors.ais.fromBow': 138,
    'sensors.ais.fromCenter': 4.5,
    'design.draft': { current: 10.2 },
    'navigation.destination.commonName': 'ST.PETERSBURG',
    'navigation.destination.eta': '2026-05-27T01:00:00.000Z',
  })
})

test('zero sizes, ship type 0 and IMO number 0 are unknown', () => {
  const nothing = { imoNumber: 0, typeOfShip: 0, length: 0, beam: 0, draft: 0, positionReferenceFromBow: 0 }
  assert.equal(valuesOf('aisClassAStaticAndVoyageRelatedData', nothing), undefined)
})

test('name and particulars of a small boat do not say its class', () => {
  assert.deepEqual(valuesOf('aisClassBStaticDataMsg24PartA', { name: 'TOKIO II' }), {
    mmsi: '230012345',
    name: 'TOKIO II',
  })
  const particulars = {
    typeOfShip: 37,
    callsign: 'OJ3688',
    length: 10,
    beam: 3,
    mothershipUserId: 211_000_001,
  }
  assert.deepEqual(valuesOf('aisClassBStaticDataMsg24PartB', particulars), {
    mmsi: '230012345',
    'design.aisShipType': { id: 37, name: 'Pleasure craft' },
    'communication.callsignVhf': 'OJ3688',
    'design.length': { overall: 10 },
    'design.beam': 3,
  })
  assert.deepEqual(valuesOf('aisClassBStaticDataMsg24PartB', { ...particulars, userId: 982_301_234 }), {
    mmsi: '982301234',
    'design.aisShipType': { id: 37, name: 'Pleasure craft' },
    'communication.callsignVhf': 'OJ3688',
    mothershipMmsi: '211000001',
  })
})

test('an aid to navigation off its position counts only with a time', () => {
  const mark = { userId: 992_761_013, ...place, atonType: 20, atonName: 'BUOY-295', virtualAtonFlag: 0 }
  const values = (timeStamp: number) =>
    valuesOf('aisAidsToNavigationAtonReport', { ...mark, offPositionIndicator: 1, timeStamp })
  assert.deepEqual(values(12), {
    mmsi: '992761013',
    'navigation.position': place,
    name: 'BUOY-295',
    atonType: { id: 20, name: 'Cardinal Mark N' },
    virtual: false,
    offPosition: true,
  })
  assert.equal(values(61)?.['offPosition'], undefined)
})

test('a base station is a shore station, and the answer of a vessel is ignored', () => {
  const station = { ...place, userId: 2_766_140 }
  assert.deepEqual(mapped('aisUtcAndDateReport', { ...station, messageId: 4 }).report, {
    context: 'aton.urn:mrn:imo:mmsi:002766140',
    values: { mmsi: '002766140', 'navigation.position': place },
  })
  assert.deepEqual(mapped('aisUtcAndDateReport', { ...station, messageId: 11 }), { isOwn: false, refused: 0 })
})

test('a rescue aircraft has its altitude in its position', () => {
  const aircraft = { userId: 111_232_511, ...place, altitude: 303, sog: 60 }
  assert.deepEqual(mapped('aisSarAircraftPositionReport', aircraft).report, {
    context: 'aircraft.urn:mrn:imo:mmsi:111232511',
    values: {
      mmsi: '111232511',
      'navigation.position': { ...place, altitude: 303 },
      'navigation.speedOverGround': 60,
    },
  })
})

test('a beacon without a state is under test, unless the message is cut off before it', () => {
  const beacon = { userId: 970_123_456, ...place, specialManeuverIndicator: 0 }
  const values = (navStatus: number | undefined) =>
    valuesOf('aisClassAPositionReport', { ...beacon, navStatus })
  assert.deepEqual(
    [values(14)?.['navigation.state'], values(undefined)?.['navigation.state']],
    ['ais-sart', 'default'],
  )
  assert.equal(values(14)?.['name'], 'SART')
  const short = encoded('aisClassAPositionReport', beacon).slice(0, 25)
  const message = decode(129_038, short)
  assert.equal(mapAisMessage(message!)?.report?.values['navigation.state'], undefined)
})

test("own transmissions and own ship's MMSI are not another vessel", () => {
  const report = { userId: ship, ...place }
  for (const information of [2, 3, 4])
    assert.deepEqual(
      mapped('aisClassBPositionReport', { ...report, aisTransceiverInformation: information }),
      {
        isOwn: true,
        refused: 0,
      },
    )
  for (const information of [0, 1, undefined])
    assert.ok(
      mapped('aisClassBPositionReport', { ...report, aisTransceiverInformation: information }).report !==
        undefined,
    )
  const claim = mapped('aisClassBPositionReport', report, '230012345')
  assert.equal(claim.isOwn, true)
  assert.equal(claim.report, undefined)
  assert.notEqual(claim.ownMmsiPosition, undefined)
  assert.equal(mapped('aisClassBPositionReport', report, '230012346').isOwn, false)
})

test('refuses a message that contradicts its MMSI, and one without an MMSI', () => {
  assert.deepEqual(mapped('aisClassAPositionReport', { userId: 992_761_013, ...place }), {
    isOwn: false,
    refused: 1,
  })
  assert.deepEqual(mapped('aisAidsToNavigationAtonReport', { userId: ship, ...place }), {
    isOwn: false,
    refused: 1,
  })
  assert.deepEqual(mapped('aisClassAPositionReport', place), { isOwn: false, refused: 1 })
})

test('impossible values are refused one by one; "faster than can be measured" is no rate', () => {
  const { report, refused } = mapped('aisClassAPositionReport', {
    userId: ship,
    ...place,
    cog: 6.4,
    sog: 60,
    rateOfTurn: 0.209_437_5,
  })
  assert.equal(refused, 2)
  assert.deepEqual(Object.keys(report?.values ?? {}).toSorted(), [
    'mmsi',
    'navigation.position',
    'sensors.ais.class',
  ])
})

const text = { messageId: 14, sourceId: ship, aisTransceiverInformation: 0 }

test('a text belongs to the station that sent it, with the station that it is for', () => {
  assert.deepEqual(
    mapped('aisSafetyRelatedBroadcastMessage', { ...text, safetyRelatedText: ' Wreck ahead@@x' }),
    {
      report: {
        context: 'vessels.urn:mrn:imo:mmsi:230012345',
        values: { mmsi: '230012345', 'communication.safetyText': { text: 'WRECK AHEAD' } },
      },
      isOwn: false,
      refused: 0,
    },
  )
  const addressed = {
    ...text,
    messageId: 12,
    sequenceNumber: 0,
    destinationId: 2_320_001,
    safetyRelatedText: 'CALL ME',
  }
  assert.deepEqual(
    mapped('aisAddressedSafetyRelatedMessage', addressed).report?.values['communication.safetyText'],
    { text: 'CALL ME', to: '002320001' },
  )
})

test('refuses a text with characters or a length that AIS does not have', () => {
  for (const safetyRelatedText of ['WRECK\u0007AHEAD', 'WRECK \u202e', 'ÖL', 'A'.repeat(162)])
    assert.deepEqual(mapped('aisSafetyRelatedBroadcastMessage', { ...text, safetyRelatedText }), {
      isOwn: false,
      refused: 1,
    })
})

for (const vector of busVectors.filter(({ pgn }) => pgn === 129_038 || pgn === 129_802))
  test(`${vector.id}: reads ${vector.what}`, () => {
    const { fields, expect } = vector
    const message = decode(vector.pgn, payloadOf(vector))
    const { report, isOwn, refused } = mapAisMessage(message!, '235099999') ?? {}
    assert.equal(refused, 0)
    assert.equal(isOwn, expect === null)
    if (expect === null) return assert.equal(report, undefined)
    const states: Readonly<Record<number, string>> = { 14: 'ais-sart', 15: 'default' }
    const { navStatus, safetyRelatedText, latitude } = fields
    assert.equal(report?.values['navigation.state'], states[Number(navStatus)])
    assert.equal('navigation.position' in (report?.values ?? {}), latitude !== undefined)
    assert.deepEqual(
      report?.values['communication.safetyText'],
      safetyRelatedText === undefined ? undefined : { text: safetyRelatedText },
    )
  })

test('a message that is not AIS is left to others', () => {
  const message = decode(127_250, encodeById('vesselHeading', { heading: 1, reference: 0 }))
  assert.equal(mapAisMessage(message!), undefined)
})
