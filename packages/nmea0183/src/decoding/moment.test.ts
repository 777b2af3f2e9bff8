import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DecodeTrial } from '#testing/decode-trial.ts'

const fix = '4807.038,N,01131.000,E'
const rmc = (time: string, date: string): string => `GPRMC,${time},A,${fix},022.4,084.4,${date},003.1,W`
const gga = (time: string): string => `GPGGA,${time},${fix},1,08,0.9,545.4,M,46.9,M,,`

const positionPath = 'navigation.position'
const datetimePath = 'navigation.datetime'

test('a fix has the time of its measurement', () => {
  const [reading] = new DecodeTrial().say(rmc('123519.25', '230326'))
  assert.equal(reading?.timestamp, '2026-03-23T12:35:19.250Z')
  assert.equal(reading.values[datetimePath], '2026-03-23T12:35:19.250Z')
})

test('a receiver with a week rollover gives a position without a time', () => {
  const trial = new DecodeTrial()
  for (const date of ['070806', '311219', '230394', '010180']) {
    const [reading] = trial.say(rmc('123519', date))
    assert.equal(reading?.timestamp, undefined, date)
    assert.ok(!(datetimePath in reading!.values), date)
    assert.ok(positionPath in reading!.values, date)
  }
  assert.equal(trial.decoder.refused, 4)
  assert.equal(trial.say(gga('123520'))[0]?.timestamp, undefined, 'the wrong date is not used for others')
})

test('refuses invalid dates and times', () => {
  const trial = new DecodeTrial()
  const wrong = [
    ['123519', '310626'],
    ['123519', '290227'],
    ['123519', '001226'],
    ['123519', '011326'],
    ['123519', '1226'],
    ['240000', '230326'],
    ['126000', '230326'],
    ['123560', '230326'],
    ['12351', '230326'],
    ['1235 9', '230326'],
  ] as const
  for (const [time, date] of wrong)
    assert.equal(trial.say(rmc(time, date))[0]?.timestamp, undefined, `${time} ${date}`)
  assert.equal(trial.decoder.refused, wrong.length)
  assert.equal(trial.say(rmc('123519', '290228'))[0]?.timestamp, '2028-02-29T12:35:19.000Z')
})

test('a ZDA sentence needs a complete date within the same years', () => {
  const trial = new DecodeTrial()
  for (const date of ['23,03,2019', '23,03,2101', '23,03,26', '23,,2026', '31,06,2026', 'x,03,2026'])
    assert.deepEqual(trial.say(`GPZDA,123519,${date},00,00`), [], date)
  assert.equal(trial.decoder.refused, 6)
  assert.equal(trial.say('GPZDA,123519,31,12,2100,00,00')[0]?.timestamp, '2100-12-31T12:35:19.000Z')
})

test('a time of day without a known date gives no timestamp', () => {
  const [reading] = new DecodeTrial().say(gga('123519'))
  assert.ok(positionPath in reading!.values)
  assert.equal(reading?.timestamp, undefined)
})

test('adds the last date to a time of day', () => {
  const trial = new DecodeTrial()
  trial.say('GPZDA,123519,23,03,2026,00,00')
  trial.clock.pass(400)
  assert.equal(trial.say(gga('123519.50'))[0]?.timestamp, '2026-03-23T12:35:19.500Z')
  assert.equal(trial.say(`GPGLL,${fix},123519,A,A`)[0]?.timestamp, '2026-03-23T12:35:19.000Z')
  assert.equal(
    trial.say(`GNGNS,123520,${fix},A,08,0.9,545.4,46.9,,`)[0]?.timestamp,
    '2026-03-23T12:35:20.000Z',
  )
})

test('chooses the right day around midnight', () => {
  const trial = new DecodeTrial()
  trial.say(rmc('235959', '311226'))
  trial.clock.pass(1_000)
  assert.equal(trial.say(gga('000000'))[0]?.timestamp, '2027-01-01T00:00:00.000Z')
  trial.say(rmc('000000', '010127'))
  assert.equal(trial.say(gga('235959.9'))[0]?.timestamp, '2026-12-31T23:59:59.900Z')
})

test('remembers the date for more than a day', () => {
  const trial = new DecodeTrial()
  trial.say(rmc('120000', '230326'))
  trial.clock.pass(36 * 3_600_000)
  assert.equal(trial.say(gga('000001'))[0]?.timestamp, '2026-03-25T00:00:01.000Z')
})

test('adds no date to a time of day that is far off', () => {
  const trial = new DecodeTrial()
  trial.say(rmc('120000', '230326'))
  assert.equal(trial.say(gga('120011'))[0]?.timestamp, undefined)
  assert.equal(trial.say(gga('115949'))[0]?.timestamp, undefined)
  assert.equal(trial.say(gga('120010'))[0]?.timestamp, '2026-03-23T12:00:10.000Z')
})
