import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSays, DecodeTrial } from '#testing/decode-trial.ts'
import { aisPaths } from '@marinedata/ais'
import { ownPaths, type DecodedValues } from './decode.ts'

/** Sentences from manuals and logs with their values, which were computed independently of this code. */
const sentences: readonly (readonly [line: string, values: DecodedValues['values']])[] = [
  [
    '$GPRMC,115613.000,A,4729.49750,N,00930.39830,E,1.600,36.200,240520,1.900,E,D*34',
    {
      'navigation.position': { latitude: 47.491625, longitude: 9.506638333333333 },
      'navigation.speedOverGround': 0.8231111111111112,
      'navigation.courseOverGroundTrue': 0.6318091892219473,
      'navigation.magneticVariation': 0.03316125578789226,
      'navigation.datetime': '2020-05-24T11:56:13.000Z',
    },
  ],
  [
    '$GPRMC,211730.997,A,3511.28000,S,13823.26000,E,7.000,229.000,190120,,*19',
    {
      'navigation.position': { latitude: -35.188, longitude: 138.38766666666666 },
      'navigation.speedOverGround': 3.601111111111111,
      'navigation.courseOverGroundTrue': 3.9968039870670142,
      'navigation.datetime': '2020-01-19T21:17:30.997Z',
    },
  ],
  [
    '$GPGGA,163810.000,4728.70270,N,00929.96660,E,2,12,0.6,397.4,M,46.8,M,,*52',
    {
      'navigation.position': { latitude: 47.47837833333333, longitude: 9.499443333333334 },
      'navigation.gnss.methodQuality': 'DGNSS fix',
      'navigation.gnss.satellites': 12,
      'navigation.gnss.horizontalDilution': 0.6,
      'navigation.gnss.antennaAltitude': 397.4,
      'navigation.gnss.geoidalSeparation': 46.8,
    },
  ],
  [
    '$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47',
    {
      'navigation.position': { latitude: 48.1173, longitude: 11.516666666666667 },
      'navigation.gnss.methodQuality': 'GNSS Fix',
      'navigation.gnss.satellites': 8,
      'navigation.gnss.horizontalDilution': 0.9,
      'navigation.gnss.antennaAltitude': 545.4,
      'navigation.gnss.geoidalSeparation': 46.9,
    },
  ],
  [
    '$GNGNS,014035.00,4332.69262,S,17235.48549,E,RR,13,0.9,25.63,11.24,,*70',
    {
      'navigation.position': { latitude: -43.544877, longitude: 172.59142483333332 },
      'navigation.gnss.satellites': 13,
      'navigation.gnss.horizontalDilution': 0.9,
      'navigation.gnss.antennaAltitude': 25.63,
      'navigation.gnss.geoidalSeparation': 11.24,
    },
  ],
  [
    '$GPGLL,4729.49680,N,00930.39770,E,115611.000,A,D*54',
    { 'navigation.position': { latitude: 47.49161333333333, longitude: 9.506628333333333 } },
  ],
  [
    '$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48',
    {
      'navigation.courseOverGroundTrue': 0.9546951008408984,
      'navigation.courseOverGroundMagnetic': 0.6003932626860493,
      'navigation.speedOverGround': 2.8294444444444444,
    },
  ],
  [
    '$YDVTG,124.0,T,121.2,M,0.0,N,0.0,K,A*2E',
    {
      'navigation.courseOverGroundTrue': 2.1642082724729685,
      'navigation.courseOverGroundMagnetic': 2.1153390534171272,
      'navigation.speedOverGround': 0,
    },
  ],
  ['$GPZDA,135302.036,02,02,2020,+01,00*7F', { 'navigation.datetime': '2020-02-02T13:53:02.036Z' }],
  [
    '$HCHDG,98.3,0.0,E,12.6,W*57',
    {
      'navigation.headingCompass': 1.715658654710426,
      'navigation.magneticDeviation': 0,
      'navigation.headingMagnetic': 1.715658654710426,
      'navigation.magneticVariation': -0.2199114857512855,
      'navigation.headingTrue': 1.4957471689591406,
    },
  ],
  ['$HCHDM,238.5,M*25', { 'navigation.headingMagnetic': 4.162610266006476 }],
  ['$GPHDT,274.07,T*03', { 'navigation.headingTrue': 4.783423880940859 }],
  ['$GPTHS,338.01,A*0E', { 'navigation.headingTrue': 5.899387404666033 }],
  ['$GPROT,35.6,A*01', { 'navigation.rateOfTurn': 0.010355620228499689 }],
  ['$IIRSA,10.5,A,,V*4D', { 'steering.rudderAngle': 0.1832595714594046 }],
  [
    '$WIMWV,350.0,R,16.8,N,A*1A',
    {
      'environment.wind.angleApparent': -0.17453292519943295,
      'environment.wind.speedApparent': 8.642666666666667,
    },
  ],
  [
    '$WIMWV,220.0,T,5.0,N,A*20',
    {
      'environment.wind.angleTrueWater': -2.443460952792061,
      'environment.wind.speedTrue': 2.5722222222222224,
    },
  ],
  [
    '$IIMWD,,,046.,M,10.1,N,05.2,M*0B',
    {
      'environment.wind.directionMagnetic': 0.8028514559173915,
      'environment.wind.speedOverGround': 5.195888888888889,
    },
  ],
  [
    '$IIVWR,75,R,1.0,N,0.51,M,1.85,K*6C',
    {
      'environment.wind.angleApparent': 1.3089969389957472,
      'environment.wind.speedApparent': 0.5144444444444445,
    },
  ],
  ['$YDVHW,,T,,M,3.1,N,5.7,K,*64', { 'navigation.speedThroughWater': 1.5947777777777776 }],
  ['$IIVLW,115.2,N,12.3,N*7A', { 'navigation.log': 213_350.4, 'navigation.trip.log': 22_779.6 }],
  ['$IIDBT,035.53,f,010.83,M,005.85,F*23', { 'environment.depth.belowTransducer': 10.83 }],
  ['$IIDPT,4.1,0.0*45', { 'environment.depth.belowTransducer': 4.1 }],
  ['$SDDPT,76.1,0.0,100*7A', { 'environment.depth.belowTransducer': 76.1 }],
  ['$YXMTW,15.2,C*14', { 'environment.water.temperature': 288.35 }],
  ['$IIXDR,P,1.02481,B,Barometer*29', { 'environment.outside.pressure': 102_481 }],
  [
    '$IIXDR,A,4.00,D,ROLL,A,-2.00,D,PITCH*3E',
    { 'navigation.attitude': { roll: 0.06981317007977318, pitch: -0.03490658503988659 } },
  ],
  [
    '$IIXDR,C,18.20,C,ENV_WATER_T,C,28.69,C,ENV_OUTAIR_T,P,101400,P,ENV_ATMOS_P*4C',
    {
      'environment.water.temperature': 291.35,
      'environment.outside.temperature': 301.84,
      'environment.outside.pressure': 101_400,
    },
  ],
  [
    '$IIXDR,C,28.7,C,ENV_OUTSIDE_T,P,101400,P,ENV_ATMOS_P,H,47.38,P,ENV_OUTSIDE_H*32',
    {
      'environment.outside.temperature': 301.85,
      'environment.outside.pressure': 101_400,
      'environment.outside.relativeHumidity': 0.4738,
    },
  ],
]

for (const [line, values] of sentences)
  test(`${line.slice(1, 6)} is decoded: ${line}`, () => {
    const trial = new DecodeTrial()
    assertSays(trial.hear(line), values)
    assert.equal(trial.decoder.refused, 0)
  })

test('every written path is declared', () => {
  for (const [, values] of sentences)
    for (const path of Object.keys(values)) assert.ok(ownPaths.includes(path), `${path} is not declared`)
  for (const paths of [ownPaths, aisPaths]) assert.deepEqual(paths, [...new Set(paths)].toSorted())
})

test('a compass with deviation and variation gives three headings', () => {
  assertSays(new DecodeTrial().say('HCHDG,101.1,7.1,W,10.8,E'), {
    'navigation.headingCompass': 1.764527873766267,
    'navigation.magneticDeviation': -0.12391837689159739,
    'navigation.headingMagnetic': 1.6406094968746698,
    'navigation.magneticVariation': 0.18849555921538758,
    'navigation.headingTrue': 1.8291050560900572,
  })
})

test('a compass without deviation and variation gives the magnetic heading only', () => {
  assertSays(new DecodeTrial().say('HCHDG,90,,,,'), { 'navigation.headingMagnetic': Math.PI / 2 })
})

test('wraps a heading past north', () => {
  assertSays(new DecodeTrial().say('HCHDG,350,,,20,E'), {
    'navigation.headingMagnetic': (350 * Math.PI) / 180,
    'navigation.magneticVariation': Math.PI / 9,
    'navigation.headingTrue': Math.PI / 18,
  })
  assertSays(new DecodeTrial().say('HEHDT,360.0,T'), { 'navigation.headingTrue': 0 })
})

test('an offset up to the surface gives the water depth', () => {
  assertSays(new DecodeTrial().say('SDDPT,4.1,0.5'), {
    'environment.depth.belowTransducer': 4.1,
    'environment.depth.surfaceToTransducer': 0.5,
    'environment.depth.belowSurface': 4.6,
  })
})

test('an offset down to the keel gives the depth below the keel, also a negative one', () => {
  assertSays(new DecodeTrial().say('SDDPT,2.3,-1.4'), {
    'environment.depth.belowTransducer': 2.3,
    'environment.depth.transducerToKeel': 1.4,
    'environment.depth.belowKeel': 0.9,
  })
  assertSays(new DecodeTrial().say('SDDPT,1.0,-1.4,100'), {
    'environment.depth.belowTransducer': 1,
    'environment.depth.transducerToKeel': 1.4,
    'environment.depth.belowKeel': -0.4,
  })
})

test('converts feet and fathoms to metres', () => {
  const below = 'environment.depth.belowTransducer'
  assertSays(new DecodeTrial().say('SDDBT,035.53,f,,M,,F'), { [below]: 10.829544 })
  assertSays(new DecodeTrial().say('SDDBT,,f,,M,10,F'), { [below]: 18.288 })
})

test('converts every wind unit', () => {
  const speeds: readonly (readonly [field: string, speed: number])[] = [
    ['20,N', 10.28888888888889],
    ['10,M', 10],
    ['36,K', 10],
    ['20,S', 8.9408],
  ]
  for (const [field, speed] of speeds)
    assertSays(new DecodeTrial().say(`WIMWV,180,R,${field},A`), {
      'environment.wind.angleApparent': Math.PI,
      'environment.wind.speedApparent': speed,
    })
})

test('wind from port and rudder to port are negative', () => {
  assertSays(new DecodeTrial().say('IIVWR,75,L,,,5,M,,'), {
    'environment.wind.angleApparent': -1.3089969389957472,
    'environment.wind.speedApparent': 5,
  })
  assertSays(new DecodeTrial().say('IIRSA,-10.5,A,,'), { 'steering.rudderAngle': -0.1832595714594046 })
})

test('magnetic and true heading of the log have separate paths', () => {
  assertSays(new DecodeTrial().say('IIVHW,100,T,90,M,6,N,,'), {
    'navigation.headingTrue': (100 * Math.PI) / 180,
    'navigation.headingMagnetic': Math.PI / 2,
    'navigation.speedThroughWater': 3.0866666666666664,
  })
})

test('recognizes transducer names in any spelling and ignores others', () => {
  assertSays(new DecodeTrial().say('WIXDR,P,1.013,B,BAROMETER,C,20,C,engine,A,1,D,Roll'), {
    'environment.outside.pressure': 101_300,
    'navigation.attitude': { roll: Math.PI / 180 },
  })
  assert.deepEqual(new DecodeTrial().say('YXXDR,C,7,C'), [])
  assert.deepEqual(new DecodeTrial().say('YXXDR,C,7,C,constructor,A,1,D,__proto__'), [])
})

test('ignores unknown sentences', () => {
  for (const body of [
    'GPGSV,3,1,11,03,03,111,00',
    'GPTXT,01,01,02,hello',
    'ECAPB,A,A,0.1,R,N,V,V,11,M,A,11,M,11,M',
  ])
    assert.deepEqual(new DecodeTrial().say(body), [])
})

test('ignores proprietary sentences that look like standard ones', () => {
  assert.deepEqual(new DecodeTrial().say('PHDT,274.07,T'), [])
})
