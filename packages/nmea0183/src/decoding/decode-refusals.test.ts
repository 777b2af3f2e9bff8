import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSays, DecodeTrial } from '#testing/decode-trial.ts'

/** Each of these gives no value and is counted as invalid. */
const silent = (bodies: readonly string[]): DecodeTrial => {
  const trial = new DecodeTrial()
  for (const body of bodies) assert.deepEqual(trial.say(body), [], body)
  return trial
}

const fix = '4807.038,N,01131.000,E'

test('a receiver without a fix gives no values', () => {
  const bodies = [
    `GPRMC,123519,V,${fix},022.4,084.4,230326,003.1,W`,
    `GPRMC,123519,A,${fix},022.4,084.4,230326,003.1,W,N`,
    `GPRMC,123519,,${fix},022.4,084.4,230326,003.1,W`,
    `GPGLL,${fix},123519,V`,
    `GPGLL,${fix},123519,A,N`,
    `GPGGA,123519,${fix},0,00,,,M,,M,,`,
    `GPGGA,123519,${fix},,08,0.9,545.4,M,46.9,M,,`,
    `GNGNS,123519,${fix},NN,08,0.9,545.4,46.9,,`,
    `GNGNS,123519,${fix},,08,0.9,545.4,46.9,,`,
    'GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,N',
  ]
  const { decoder } = silent(bodies)
  assert.deepEqual([decoder.withheld, decoder.refused], [bodies.length, 0])
})

test('ignores simulated, estimated and manually entered data', () => {
  const bodies = ['S', 'E', 'M'].flatMap((mode) => [
    `GPRMC,123519,A,${fix},022.4,084.4,230326,003.1,W,${mode}`,
    `GPGLL,${fix},123519,A,${mode}`,
    `GNGNS,123519,${fix},A${mode},08,0.9,545.4,46.9,,`,
    `GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,${mode}`,
    `GPTHS,338.01,${mode}`,
  ])
  const qualities = ['6', '7', '8', '9'].map(
    (quality) => `GPGGA,123519,${fix},${quality},08,0.9,545.4,M,46.9,M,,`,
  )
  const { decoder } = silent([...bodies, ...qualities])
  assert.equal(decoder.withheld, bodies.length + qualities.length)
})

test('ignores instruments that report themselves as invalid', () => {
  const bodies = [
    'WIMWV,350.0,R,16.8,N,V',
    'WIMWV,350.0,T,16.8,N,',
    'GPTHS,338.01,V',
    'GPROT,35.6,V',
    'IIRSA,10.5,V,,V',
  ]
  assert.equal(silent(bodies).decoder.withheld, bodies.length)
})

test('an empty field gives no value, neither zero nor refused', () => {
  const { decoder } = silent([
    'GPRMC,,A,,,,,,,,,',
    'GPVTG,,T,,M,,N,,K,A',
    'HCHDG,,,,,',
    'HCHDM,,M',
    'HEHDT,,T',
    'GPTHS,,A',
    'GPROT,,A',
    'IIRSA,,A,,',
    'WIMWV,,R,,N,A',
    'IIMWD,,T,,M,,N,,M',
    'IIVWR,,,,N,,M,,K',
    'IIVHW,,T,,M,,N,,K',
    'IIVLW,,N,,N',
    'SDDBT,,f,,M,,F',
    'SDDPT,,,',
    'YXMTW,,C',
    'IIXDR,C,,C,ENV_WATER_T',
    'GPZDA,,,,,,',
    'GPZDA,123519,,,,,',
  ])
  assert.equal(decoder.refused, 0)
  assertSays(new DecodeTrial().say('IIVHW,,T,90,M,,N,,K'), { 'navigation.headingMagnetic': Math.PI / 2 })
})

test('refuses and counts impossible values, and never clamps them', () => {
  const bodies = [
    'HEHDT,360.1,T',
    'HEHDT,-1,T',
    'HCHDM,400,M',
    'IIVHW,,T,,M,60.1,N,,K',
    'GPVTG,,T,,M,-0.1,N,,K,A',
    'WIMWV,361,R,,N,A',
    'WIMWV,,R,201,N,A',
    'IIVWR,181,R,,,,,,',
    'SDDPT,-0.1,',
    'SDDPT,11001,',
    'SDDBT,,f,-1,M,,F',
    'YXMTW,50.1,C',
    'YXMTW,-5.1,C',
    'IIRSA,91,A,,',
    'GPROT,3601,A',
    'IIXDR,P,1013,B,Barometer',
    'IIXDR,H,101,P,ENV_OUTSIDE_H',
    'IIXDR,A,91,D,PTCH',
    'IIVLW,-1,N,,N',
  ]
  assert.equal(silent(bodies).decoder.refused, bodies.length)
})

test('refuses a number with an unknown unit', () => {
  const bodies = [
    'HEHDT,274.07,M',
    'HEHDT,274.07,',
    'HEHDT,274.07',
    'HCHDM,274.07,T',
    'YXMTW,15.2,F',
    'YXMTW,15.2,',
    'SDDBT,,f,10,f,,F',
    'WIMWV,,R,10,X,A',
    'WIMWV,,R,10,constructor,A',
    'WIMWV,10,X,10,N,A',
    'IIXDR,P,1.013,X,Barometer',
    'GPVTG,,T,,M,5,M,,K,A',
  ]
  assert.equal(silent(bodies).decoder.refused, bodies.length)
})

test('refuses what is not a decimal number', () => {
  for (const text of ['1e1', '0x10', '--1', '1.2.3', 'NaN', 'Infinity', '1O', '.', '-', '+', '1 2'])
    assert.equal(silent([`HEHDT,${text},T`]).decoder.refused, 1, text)
})

test('accepts padded and signed numbers, and a trailing decimal point', () => {
  for (const text of ['  90.0', '90.', '+90', '090', '90 '])
    assertSays(new DecodeTrial().say(`HEHDT,${text},T`), { 'navigation.headingTrue': Math.PI / 2 })
})

test('refuses incomplete positions and positions off the globe', () => {
  const places = [
    '4807.038,N,,',
    ',,01131.000,E',
    '4807.038,,01131.000,E',
    '4807.038,N,01131.000,',
    '4807.038,E,01131.000,N',
    '9000.001,N,01131.000,E',
    '4807.038,N,18000.001,E',
    '4860.000,N,01131.000,E',
    '4807.038,N,01160.000,E',
    '807.038,N,01131.000,E',
    '4807.038,N,1131.000,E',
    '-4807.038,N,01131.000,E',
    '48.117,N,11.516,E',
  ]
  const { decoder } = silent(places.map((place) => `GPGLL,${place},,A`))
  assert.equal(decoder.refused, places.length)
  for (const [place, latitude, longitude] of [
    ['9000.000,S,18000.000,W', -90, -180],
    ['0000.000,S,00000.000,W', 0, 0],
  ] as const)
    assert.deepEqual(new DecodeTrial().say(`GPGLL,${place},,A`)[0]?.values, {
      'navigation.position': { latitude, longitude },
    })
})

test('one impossible value does not affect the others', () => {
  const trial = new DecodeTrial()
  assertSays(trial.say(`GPRMC,,A,${fix},99.9,084.4,,003.1,X`), {
    'navigation.position': { latitude: 48.1173, longitude: 11.516666666666667 },
    'navigation.courseOverGroundTrue': 1.4730578886832142,
  })
  assert.equal(trial.decoder.refused, 2)
})

test('an impossible deviation gives no magnetic heading', () => {
  const trial = new DecodeTrial()
  assertSays(trial.say('HCHDG,101.1,7.1,X,10.8,E'), {
    'navigation.headingCompass': 1.764527873766267,
    'navigation.magneticVariation': 0.18849555921538758,
  })
  assert.equal(trial.decoder.refused, 1)
})

test('an impossible offset gives no water depth', () => {
  const trial = new DecodeTrial()
  assertSays(trial.say('SDDPT,4.1,20.5'), { 'environment.depth.belowTransducer': 4.1 })
  assertSays(trial.say('SDDPT,4.1,-20.5'), { 'environment.depth.belowTransducer': 4.1 })
  assert.deepEqual(trial.say('SDDPT,4.1,x'), [])
  assert.equal(trial.decoder.refused, 3)
})
