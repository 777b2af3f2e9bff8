import { assertNear, decoded, messagesOf, momentOf, readBack, type Given } from '#testing/output-moment.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputKinds, outputPathsOf } from './output-table.ts'

const position = { latitude: 59.812_345_6, longitude: -22.987_654_3 }
const angle = 0.0001

/** A value, and the resolution of its field. */
type Sample = readonly [value: unknown, resolution: number]

/** By PGN, values of every path that the message contains, and the essential ones. */
const samples: Readonly<
  Record<number, { readonly values: Readonly<Record<string, Sample>>; readonly essential: readonly string[] }>
> = {
  127_250: {
    values: {
      'navigation.headingMagnetic': [6.183_14, angle],
      'navigation.magneticDeviation': [-0.02, angle],
      'navigation.magneticVariation': [0.153_33, angle],
    },
    essential: ['navigation.headingMagnetic'],
  },
  127_505: {
    values: {
      'tanks.fuel.0.currentLevel': [0.505, 0.000_04],
      'tanks.fuel.0.capacity': [0.2, 0.0001],
      'tanks.blackWater.13.currentLevel': [0, 0.000_04],
    },
    essential: ['tanks.fuel.0.currentLevel', 'tanks.blackWater.13.currentLevel'],
  },
  127_508: {
    values: {
      'electrical.batteries.0.voltage': [12.816, 0.01],
      'electrical.batteries.0.current': [-15.55, 0.1],
      'electrical.batteries.0.temperature': [293.15, 0.01],
      'electrical.batteries.252.voltage': [0, 0.01],
    },
    essential: ['electrical.batteries.0.voltage', 'electrical.batteries.252.voltage'],
  },
  129_025: { values: { 'navigation.position': [position, 1e-7] }, essential: ['navigation.position'] },
  129_026: {
    values: {
      'navigation.speedOverGround': [3.334, 0.01],
      'navigation.courseOverGroundTrue': [1.234_56, angle],
    },
    essential: ['navigation.speedOverGround'],
  },
  129_029: {
    values: {
      'navigation.position': [position, 1e-15],
      'navigation.datetime': ['2026-06-01T10:20:30.400Z', 0],
      'navigation.gnss.antennaAltitude': [12.345_678, 1e-6],
      'navigation.gnss.satellites': [11, 1],
      'navigation.gnss.horizontalDilution': [0.9, 0.01],
      'navigation.gnss.positionDilution': [1.44, 0.01],
      'navigation.gnss.geoidalSeparation': [-34.567, 0.01],
      'navigation.gnss.methodQuality': ['DGNSS fix', 0],
      'navigation.gnss.type': ['GPS+GLONASS', 0],
      'navigation.gnss.integrity': ['Safe', 0],
      'navigation.gnss.differentialAge': [4.2, 0.01],
    },
    essential: ['navigation.position'],
  },
  130_306: {
    values: {
      'environment.wind.angleApparent': [-0.75, angle],
      'environment.wind.speedApparent': [9.876, 0.01],
      'environment.wind.angleTrueWater': [3, angle],
      'environment.wind.speedTrue': [7.5, 0.01],
      'environment.wind.directionTrue': [5.5, angle],
      'environment.wind.speedOverGround': [0, 0.01],
    },
    essential: [
      'environment.wind.angleApparent',
      'environment.wind.angleTrueWater',
      'environment.wind.directionTrue',
    ],
  },
}

/** The value that a receiver reads from a field that cannot be "not available". */
const withoutUnknown: Given = { 'navigation.gnss.integrity': 'No integrity checking' }

const given = (values: Readonly<Record<string, Sample>>): Given =>
  Object.fromEntries(Object.entries(values).map(([path, [value]]) => [path, value]))

for (const [text, { values, essential }] of Object.entries(samples)) {
  const pgn = Number(text)
  const name = outputKinds.find((kind) => kind.pgn === pgn)?.name

  test(`${pgn} ${name}: a receiver reads the values that were given`, () => {
    const back = readBack(messagesOf(pgn, momentOf({ gps: given(values) })))
    for (const [path, [value, resolution]] of Object.entries(values))
      assertNear(back[path], value, resolution)
  })

  test(`${pgn} ${name}: an unknown value is not available, and not sent when it is essential`, () => {
    const all = given(values)
    for (const path of Object.keys(values))
      for (const unknown of [undefined, null, Number.NaN, Infinity, 'text', 1e15]) {
        const messages = messagesOf(pgn, momentOf({ gps: { ...all, [path]: unknown } }))
        assert.equal(readBack(messages)[path], withoutUnknown[path], `${path} ${String(unknown)}`)
        const complete = messagesOf(pgn, momentOf({ gps: all })).length
        assert.equal(messages.length < complete, essential.includes(path) || path.includes('wind'), path)
      }
    assert.deepEqual(messagesOf(pgn, momentOf({})), [])
  })
}

test('zero is a value in every field', () => {
  const back = readBack(
    [127_250, 129_025, 129_026].flatMap((pgn) =>
      messagesOf(
        pgn,
        momentOf({
          gps: {
            'navigation.headingMagnetic': 0,
            'navigation.magneticVariation': 0,
            'navigation.position': { latitude: 0, longitude: 0 },
            'navigation.speedOverGround': 0,
            'navigation.courseOverGroundTrue': 0,
          },
        }),
      ),
    ),
  )
  assert.deepEqual(back, {
    'navigation.headingMagnetic': 0,
    'navigation.magneticVariation': 0,
    'navigation.position': { latitude: 0, longitude: 0 },
    'navigation.speedOverGround': 0,
    'navigation.courseOverGroundTrue': 0,
  })
})

test('a direction just below a full turn is north, never more than a full turn', () => {
  for (const heading of [2 * Math.PI, 2 * Math.PI - 1e-9, 2 * Math.PI - 0.000_02, -1e-9]) {
    const [message] = messagesOf(127_250, momentOf({ gyro: { 'navigation.headingTrue': heading } }))
    assert.ok(message !== undefined)
    assertNear(readBack([message])['navigation.headingTrue'], 0, angle)
  }
})

test('the heading is magnetic if it is known, else true, and its deviation belongs to the same compass', () => {
  const variation = { 'navigation.magneticVariation': 0.1 }
  const both = { 'navigation.headingMagnetic': 1, 'navigation.headingTrue': 1.1 }
  const other = { 'navigation.magneticDeviation': 0.5 }
  const [message] = messagesOf(127_250, momentOf({ compass: both, model: { ...variation, ...other } }))
  assert.ok(message !== undefined)
  assert.deepEqual(decoded(message).fields, {
    ...decoded(message).fields,
    sid: 7,
    heading: 1,
    reference: 1,
    deviation: undefined,
    variation: 0.1,
  })
})

test('position quality and wind speed of another source are not mixed in', () => {
  const [fix] = messagesOf(
    129_029,
    momentOf({
      phone: { 'navigation.position': position },
      gps: { 'navigation.gnss.methodQuality': 'RTK fixed integer', 'navigation.gnss.satellites': 20 },
    }),
  )
  assert.ok(fix !== undefined)
  const { method, numberOfSvs } = decoded(fix).fields
  assert.deepEqual([method, numberOfSvs], [undefined, undefined])
  const wind = momentOf({
    vane: { 'environment.wind.angleTrueWater': 1 },
    other: { 'environment.wind.speedTrue': 7 },
  })
  assert.deepEqual(messagesOf(130_306, wind), [])
})

test('a battery has the instance that the skipper gave it, or its number; others are not sent', () => {
  const names = { engines: new Map(), batteries: new Map([[3, 'house']]) }
  const values = Object.fromEntries(
    ['house', '3', '4', '04', '253', 'bow'].map((name) => [`electrical.batteries.${name}.voltage`, 12]),
  )
  const messages = messagesOf(127_508, momentOf({ shunt: values }, { names }))
  assert.deepEqual(
    messages.map((message) => decoded(message).fields['instance']),
    [3, 4],
  )
  assert.equal(readBack(messages, names)['electrical.batteries.house.voltage'], 12)
})

test('periods and priorities match the database; the paths belong to the chosen messages', () => {
  assert.deepEqual(
    outputKinds.map(({ pgn, periodMs, priority }) => [pgn, periodMs, priority]),
    [
      [127_250, 100, 2],
      [127_505, 2_500, 6],
      [127_508, 1_500, 6],
      [129_025, 100, 2],
      [129_026, 250, 2],
      [129_029, 1_000, 3],
      [129_283, 1_000, 3],
      [129_284, 1_000, 3],
      [129_285, 1_000, 6],
      [130_306, 100, 2],
    ],
  )
  assert.deepEqual(outputPathsOf(new Set([129_025])), ['navigation.position'])
  assert.deepEqual(outputPathsOf(new Set()), [])
})
