import { AisTrial } from '#testing/ais-trial.ts'
import { findChangedAis } from '#testing/round-trip.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AisSentenceWriter, encodeMessage, encodePosition, encodeStatic } from './ais-encoder.ts'

const positionPath = 'navigation.position'
const here = { latitude: 60, longitude: 20 }
const ship = '230012345'

test('every message is the same after encoding and decoding, and unknown values stay unknown', () => {
  assert.deepEqual(findChangedAis(300, 7), [])
})

test('real messages are encoded as they were received', () => {
  const lines = [
    '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C',
    '!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24',
  ]
  for (const line of lines) {
    const [report] = new AisTrial().hear(line)
    assert.ok(report !== undefined)
    const message = encodePosition(String(report.values['mmsi']), report.values)
    const [again = ''] = new AisSentenceWriter().write(message!, { channel: 'B' })
    assert.deepEqual(new AisTrial().hear(again), [report])
    // Type, MMSI and position; time stamp and radio state are not values.
    assert.equal(again.split(',')[5]?.slice(0, 15), line.split(',')[5]?.slice(0, 15))
  }
})

test('a long message has two sentences with one id, and the next message has another id', () => {
  const writer = new AisSentenceWriter()
  const [message] = encodeStatic(ship, { name: 'PEQUOD', 'sensors.ais.class': 'A' })
  const heads = [0, 1].flatMap(() =>
    writer.write(message!, { channel: 'A' }).map((line) => line.slice(0, 15)),
  )
  assert.deepEqual(heads, ['!AIVDM,2,1,0,A,', '!AIVDM,2,2,0,A,', '!AIVDM,2,1,1,A,', '!AIVDM,2,2,1,A,'])
  for (let count = 0; count < 8; count++) writer.write(message!)
  assert.match(writer.write(message!)[0] ?? '', /^!AIVDM,2,1,0,,/)
})

test('the own vessel is VDO', () => {
  const [line] = new AisSentenceWriter().write(encodePosition(ship, { [positionPath]: here })!, {
    type: 'VDO',
  })
  assert.match(line ?? '', /^!AIVDO,1,1,,,B/)
})

test('a class A vessel has another message than a class B vessel', () => {
  const position = { [positionPath]: here }
  const typeOf = (mmsi: string, values: object): string | undefined =>
    encodePosition(mmsi, { ...position, ...values })?.text[0]
  assert.equal(typeOf(ship, { 'sensors.ais.class': 'A' }), '1')
  assert.equal(typeOf(ship, { 'sensors.ais.class': 'B', 'navigation.state': 'moored' }), 'B')
  assert.equal(typeOf(ship, { 'navigation.state': 'moored' }), '1', 'only class A sends a state')
  assert.equal(typeOf(ship, {}), 'B')
  assert.equal(typeOf('992351042', {}), 'E')
  assert.equal(typeOf('002301234', {}), '4')
  assert.equal(typeOf('111232511', {}), '9')
  assert.equal(typeOf('970123456', { 'navigation.state': 'ais-sart' }), '1')
})

test('nothing is sent without a position, nor for an impossible MMSI', () => {
  assert.equal(encodePosition(ship, { 'navigation.speedOverGround': 3 }), undefined)
  assert.equal(encodePosition(ship, { [positionPath]: null }), undefined)
  assert.equal(encodePosition('23001234', { [positionPath]: here }), undefined)
  assert.equal(encodeMessage('mark', ship, { [positionPath]: here }), undefined)
  assert.deepEqual(encodeStatic(ship, { [positionPath]: here }), [])
  assert.deepEqual(encodeStatic('992351042', { name: 'BUOY' }), [])
})

test('a beacon without a state is not sent, because it would be read as a test', () => {
  assert.equal(encodePosition('970123456', { [positionPath]: here }), undefined)
})

test('values that a message cannot contain are sent as unknown, never as the nearest', () => {
  const values = {
    [positionPath]: here,
    'navigation.speedOverGround': 60,
    'navigation.rateOfTurn': 1,
    'navigation.headingTrue': Number.NaN,
    'navigation.state': 'flying',
    'sensors.ais.class': 'A',
  }
  const [line = ''] = new AisSentenceWriter().write(encodePosition(ship, values)!)
  assert.deepEqual(new AisTrial().hear(line)[0]?.values, {
    mmsi: ship,
    [positionPath]: here,
    'sensors.ais.class': 'A',
  })
})

test('a name with accents and other letters becomes one that AIS can contain', () => {
  const [message] = encodeStatic(ship, { name: 'Étoile @ Ωmega, long enough to be cut' })
  const [line = ''] = new AisSentenceWriter().write(message!)
  assert.equal(new AisTrial().hear(line)[0]?.values['name'], 'ETOILE    MEGA, LONG')
})

test('the size of a tender is not sent: its place is that of the mother ship', () => {
  const values = { 'design.length': { overall: 9 }, 'communication.callsignVhf': 'AB12' }
  const [line = ''] = new AisSentenceWriter().write(encodeMessage('particularsOfB', '982301234', values)!)
  assert.deepEqual(Object.keys(new AisTrial().hear(line)[0]?.values ?? {}).toSorted(), [
    'communication.callsignVhf',
    'mmsi',
    'sensors.ais.class',
  ])
})
