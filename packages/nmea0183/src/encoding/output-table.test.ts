import { DecodeTrial } from '#testing/decode-trial.ts'
import { findChangedSentences } from '#testing/round-trip.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputSentences } from './output-table.ts'

type Values = Readonly<Record<string, unknown>>

/** The sentence without its start and its checksum. */
const written = (id: string, values: Values): string | undefined =>
  outputSentences
    .find((sentence) => sentence.id === id)
    ?.write(new Map(Object.entries(values)))
    ?.slice(1, -3)

test('every sentence has the same values after it is read, and unknown values stay unknown', () => {
  assert.deepEqual(findChangedSentences(500, 7), [])
})

test('sentences of instruments are written as they were read', () => {
  const bodies: readonly (readonly [id: string, body: string])[] = [
    ['RMC', 'GPRMC,115613.00,A,4729.49750,N,00930.39830,E,1.60,36.2,240520,1.9,E,A'],
    ['GGA', 'GPGGA,163810.00,4728.70270,N,00929.96660,E,2,12,0.6,397.4,M,46.8,M,,'],
    ['VTG', 'GPVTG,54.7,T,34.4,M,5.50,N,10.19,K,A'],
    ['ZDA', 'GPZDA,135302.03,02,02,2020,,'],
    ['HDT', 'IIHDT,274.1,T'],
    ['ROT', 'IIROT,35.6,A'],
    ['RSA', 'IIRSA,10.5,A,,V'],
    ['MWV-R', 'IIMWV,350.0,R,16.8,N,A'],
    ['MWV-T', 'IIMWV,220.0,T,5.0,N,A'],
    ['DBT', 'IIDBT,35.5,f,10.83,M,5.9,F'],
    ['DPT', 'IIDPT,76.10,-1.40'],
    ['MTW', 'IIMTW,15.2,C'],
    ['XDR-air', 'IIXDR,P,1.02481,B,Barometer'],
    ['XDR-attitude', 'IIXDR,A,-2.0,D,PTCH,A,4.0,D,ROLL'],
  ]
  for (const [id, body] of bodies) {
    const trial = new DecodeTrial()
    // The sentences without a date need one that was received before.
    trial.say('GPZDA,163810.00,24,05,2020,,')
    const [reading] = trial.say(body)
    const values = { 'navigation.datetime': reading?.timestamp, ...reading?.values }
    assert.equal(written(id, values), body)
  }
})

test('a sentence is not sent without its essential values', () => {
  for (const { id, essential, write } of outputSentences) {
    assert.equal(write(new Map()), undefined, id)
    for (const path of essential) assert.equal(write(new Map([[path, null]])), undefined, `${id} ${path}`)
  }
})

test('unknown fields are empty, never zero', () => {
  const position = { latitude: 60, longitude: -20 }
  assert.equal(
    written('RMC', { 'navigation.position': position }),
    'GPRMC,,A,6000.00000,N,02000.00000,W,,,,,,A',
  )
  assert.equal(
    written('GGA', { 'navigation.position': position, 'navigation.gnss.methodQuality': 'GNSS Fix' }),
    'GPGGA,,6000.00000,N,02000.00000,W,1,,,,M,,M,,',
  )
  assert.equal(written('HDG', { 'navigation.headingMagnetic': 1 }), 'IIHDG,57.3,,,,')
  assert.equal(written('VHW', { 'navigation.speedThroughWater': 2 }), 'IIVHW,,T,,M,3.89,N,7.20,K')
})

test('an impossible value is not sent, and neither is its sentence when it is essential', () => {
  for (const wrong of [Number.NaN, Infinity, -1, 12_000, '7', true]) {
    const values = { 'environment.depth.belowTransducer': wrong }
    assert.equal(written('DPT', values), undefined, String(wrong))
    assert.equal(written('DBT', values), undefined, String(wrong))
  }
  assert.equal(written('RMC', { 'navigation.position': { latitude: 91, longitude: 0 } }), undefined)
  assert.equal(written('RMC', { 'navigation.position': { latitude: 60 } }), undefined)
  assert.equal(written('ZDA', { 'navigation.datetime': 'soon' }), undefined)
})

test('estimated, manual and simulated positions are not sent', () => {
  for (const quality of ['no GPS', 'Estimated (DR) mode', 'Manual input', 'Simulator mode']) {
    const values = {
      'navigation.position': { latitude: 60, longitude: 20 },
      'navigation.speedOverGround': 3,
      'navigation.gnss.methodQuality': quality,
    }
    for (const id of ['RMC', 'GGA', 'VTG']) assert.equal(written(id, values), undefined, `${id} ${quality}`)
  }
})

test('angles and minutes that round up to a whole turn or degree are the next one', () => {
  assert.equal(written('HDT', { 'navigation.headingTrue': 6.2831 }), 'IIHDT,0.0,T')
  const position = { latitude: 59.999_999_999_9, longitude: -179.999_999_999_9 }
  assert.match(written('RMC', { 'navigation.position': position }) ?? '', /,6000\.00000,N,18000\.00000,W,/)
})

test('the offset of the depth goes to the keel when both are known, which shows less water', () => {
  const values = {
    'environment.depth.belowTransducer': 2.3,
    'environment.depth.transducerToKeel': 1.4,
    'environment.depth.surfaceToTransducer': 0.5,
  }
  assert.equal(written('DPT', values), 'IIDPT,2.30,-1.40')
})

test('every sentence says its paths and its period', () => {
  for (const { id, paths, essential, period } of outputSentences) {
    assert.ok(paths.length > 0 && period > 0, id)
    for (const path of essential) assert.ok(paths.includes(path), `${id} ${path}`)
  }
  const types = new Set(outputSentences.map(({ type }) => type))
  for (const type of [
    'RMC',
    'GGA',
    'VTG',
    'HDG',
    'HDT',
    'VHW',
    'DBT',
    'DPT',
    'MWV',
    'MWD',
    'XDR',
    'MTW',
    'ZDA',
    'RSA',
    'ROT',
  ])
    assert.ok(types.has(type), type)
})
