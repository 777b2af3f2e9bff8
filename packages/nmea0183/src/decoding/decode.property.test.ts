import fc from 'fast-check'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { HeldClock } from '#testing/decode-trial.ts'
import { aisPaths, withChecksum } from '@marinedata/ais'
import { ownPaths, SentenceDecoder, type DecodedValues } from './decode.ts'
import { parseSentence } from '#lines/sentence.ts'

const runs = { numRuns: 2_000 }
const pristine = Object.getOwnPropertyDescriptors(Object.prototype)

after(() => {
  assert.deepEqual(Object.getOwnPropertyDescriptors(Object.prototype), pristine)
})

const whole: readonly string[] = [
  '$GPRMC,115613.000,A,4729.49750,N,00930.39830,E,1.600,36.200,240520,1.900,E,D*34',
  '$GPGGA,163810.000,4728.70270,N,00929.96660,E,2,12,0.6,397.4,M,46.8,M,,*52',
  '$HCHDG,98.3,0.0,E,12.6,W*57',
  '$WIMWV,350.0,R,16.8,N,A*1A',
  '$IIDBT,035.53,f,010.83,M,005.85,F*23',
  '$SDDPT,76.1,0.0,100*7A',
  '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C',
]

const decoded = (line: string, decoder = new SentenceDecoder(new HeldClock())): readonly DecodedValues[] => {
  const sentence = parseSentence(line)
  return 'fault' in sentence ? [] : decoder.decode(sentence)
}

test('a sentence with any single damaged bit gives no value', () => {
  for (const line of whole) {
    assert.equal(decoded(line).length, 1)
    for (let at = 1; at < line.indexOf('*'); at++)
      for (let bit = 0; bit < 8; bit++) {
        const damaged = String.fromCharCode(line.charCodeAt(at) ^ (1 << bit))
        assert.deepEqual(decoded(line.slice(0, at) + damaged + line.slice(at + 1)), [], `${line} at ${at}`)
      }
  }
})

test('the checksum detects any replaced character between $ and *', () => {
  const change = fc
    .tuple(fc.constantFrom(...whole), fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
    .map(([line, position, letter]) => ({ line, letter, at: 1 + (position % (line.indexOf('*') - 1)) }))
    .filter(({ line, letter, at }) => line[at] !== letter)
  fc.assert(
    fc.property(change, ({ line, letter, at }) => {
      const parsed = parseSentence(line.slice(0, at) + letter + line.slice(at + 1))
      assert.ok('fault' in parsed)
    }),
    runs,
  )
})

test('detects a lost character', () => {
  for (const line of whole)
    for (let at = 1; at < line.length; at++)
      assert.deepEqual(decoded(line.slice(0, at) + line.slice(at + 1)), [])
})

const anyText = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 }))

test('never throws on arbitrary text and publishes nothing', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('', '$', '!', '\\', '$GPRMC,', '!AIVDM,1,1,,A,'), (text, start) => {
      assert.deepEqual(decoded(start + text), [])
    }),
    runs,
  )
})

/** One of each kind, without its checksum. */
const bodies: readonly string[] = [
  'GPRMC,115613.000,A,4729.49750,N,00930.39830,E,1.600,36.200,240520,1.900,E,D,V',
  'GPGGA,163810.000,4728.70270,N,00929.96660,E,2,12,0.6,397.4,M,46.8,M,2.0,0120',
  'GNGNS,014035.00,4332.69262,S,17235.48549,E,RR,13,0.9,25.63,11.24,1,0120',
  'GPGLL,4729.49680,N,00930.39770,E,115611.000,A,D',
  'GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A',
  'GPZDA,135302.036,02,02,2020,+01,00',
  'HCHDG,98.3,1.0,E,12.6,W',
  'HCHDM,238.5,M',
  'GPHDT,274.07,T',
  'GPTHS,338.01,A',
  'GPROT,35.6,A',
  'IIRSA,10.5,A,,V',
  'WIMWV,350.0,R,16.8,N,A',
  'WIMWV,220.0,T,5.0,N,A',
  'IIMWD,050.,T,046.,M,10.1,N,05.2,M',
  'IIVWR,75,R,1.0,N,0.51,M,1.85,K',
  'IIVHW,245.1,T,244.1,M,3.1,N,5.7,K',
  'IIVLW,115.2,N,12.3,N',
  'IIDBT,035.53,f,010.83,M,005.85,F',
  'SDDPT,76.1,-1.5,100',
  'YXMTW,15.2,C',
  'IIXDR,C,18.20,C,ENV_WATER_T,P,101400,P,ENV_ATMOS_P,H,47.38,P,ENV_OUTSIDE_H,A,4.00,D,ROLL',
]
const number = fc.oneof(
  fc.double({ noNaN: true }).map(String),
  fc.integer({ min: -400, max: 400 }).map(String),
  fc.integer({ min: 0, max: 999_999 }).map((value) => String(value).padStart(6, '0')),
  fc
    .tuple(fc.nat(9_999), fc.nat(999))
    .map(([minutes, rest]) => `${String(minutes).padStart(4, '0')}.${rest}`),
  fc
    .tuple(fc.nat(19_999), fc.nat(999))
    .map(([minutes, rest]) => `${String(minutes).padStart(5, '0')}.${rest}`),
)
const field = fc.oneof(
  number,
  fc.constantFrom(
    '',
    'A',
    'V',
    'N',
    'S',
    'E',
    'W',
    'T',
    'M',
    'K',
    'R',
    'L',
    'f',
    'F',
    'C',
    'D',
    'P',
    'B',
    'ROLL',
    '1',
  ),
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[^ -~]|[$!*\\,]/g, '')),
)

/** A sentence with a few changed fields and a correct checksum. */
const sentence = fc
  .tuple(fc.constantFrom(...bodies), fc.array(fc.tuple(fc.nat(20), field), { minLength: 1, maxLength: 4 }))
  .map(([body, changes]) => {
    const [address = '', ...fields] = body.split(',')
    for (const [at, text] of changes) fields[at % fields.length] = text
    return withChecksum([address, ...fields].join(','))
  })

const limits: readonly (readonly [paths: RegExp, least: number, most: number])[] = [
  [/heading|course|direction/, 0, 2 * Math.PI],
  [/angle|magneticVariation|magneticDeviation/, -Math.PI, Math.PI],
  [/^navigation\.speed/, 0, (60 * 1_852) / 3_600 + 1e-9],
  [/wind\.speed/, 0, 104],
  [/depth\.belowTransducer/, 0, 11_001],
  [/temperature/, 213, 344],
  [/pressure/, 80_000, 110_001],
]

const assertPossible = (path: string, value: unknown): void => {
  if (typeof value !== 'number') return
  assert.ok(Number.isFinite(value), `${path} is ${value}`)
  for (const [paths, least, most] of limits)
    if (paths.test(path)) assert.ok(value >= least && value <= most, `${path} is ${value}`)
}

test('with a correct checksum, publishes only possible values under declared paths', () => {
  const decoder = new SentenceDecoder(new HeldClock())
  let published = 0
  fc.assert(
    fc.property(sentence, (line) => {
      for (const { values, context } of decoded(line, decoder)) {
        assert.equal(context, undefined)
        for (const [path, value] of Object.entries(values)) {
          published++
          assert.ok(ownPaths.includes(path), path)
          assertPossible(path, value)
        }
      }
    }),
    { numRuns: 10_000 },
  )
  assert.ok(published > 5_000, `only ${published} values were tested`)
  assert.ok(decoder.refused > 1_000)
})

const letters = '0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW`abcdefghijklmnopqrstuvw'.split('')
const payload = fc.string({ unit: fc.constantFrom(...letters), minLength: 16, maxLength: 71 })
const messageType = fc.constantFrom('1', '2', '3', '4', '5', '9', 'B', 'C', 'E', 'H', 'K')

test('from AIS, publishes only possible values under declared paths of other vessels', () => {
  const decoder = new SentenceDecoder(new HeldClock())
  let published = 0
  fc.assert(
    fc.property(messageType, payload, fc.nat(6), (type, rest, fill) => {
      for (const { values, context } of decoded(
        withChecksum(`AIVDM,1,1,,A,${type}${rest},${fill}`, '!'),
        decoder,
      )) {
        assert.match(context ?? '', /^(?:vessels|aircraft|aton|sar)\.urn:mrn:imo:mmsi:[0-9]{9}$/)
        for (const [path, value] of Object.entries(values)) {
          published++
          assert.ok(aisPaths.includes(path), path)
          if (path !== 'navigation.speedOverGround') assertPossible(path, value)
        }
      }
    }),
    { numRuns: 5_000 },
  )
  assert.ok(published > 1_000, `only ${published} values were tested`)
})
