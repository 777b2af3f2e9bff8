import { degrees } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as check, constantFrom, double, oneof, property, record } from 'fast-check'
import { DerivedValues } from './derived-values.ts'
import { figures, lastingPaths, measuredPaths } from './figures.ts'
import { Readings } from './readings.ts'

const everything = { ...Object.fromEntries(figures.map(({ id }) => [id, true])), currentDamping: 3 }

/** Figures without a clock: the test says what is received and when. */
const aboard = (settings: Readonly<Record<string, unknown>> = {}) => {
  const readings = new Readings('derived-data')
  const values = new DerivedValues(readings, { ...everything, ...settings })
  const send = (at: number, sent: Readonly<Record<string, unknown>>, more: object = {}) =>
    readings.take(
      {
        context: 'vessels.self',
        updates: [
          {
            $source: 'sensor',
            timestamp: '',
            values: Object.entries(sent).map(([path, value]) => ({ path, value, ...more })),
            ...more,
          },
        ],
      },
      at,
    )
  return { send, evaluate: (at: number) => values.evaluate(at), values }
}

const wind = 'environment.wind'
const apparent = {
  [`${wind}.angleApparent`]: degrees(30),
  [`${wind}.speedApparent`]: 8,
  'navigation.speedThroughWater': 3,
}

test('apparent wind and speed through the water give the true wind over the water', () => {
  const { send, evaluate } = aboard()
  send(0, apparent)
  const values = evaluate(0)
  const [north, east] = [8 * Math.cos(degrees(30)) - 3, 8 * Math.sin(degrees(30))]
  assert.equal(values[`${wind}.angleTrueWater`], Number(Math.atan2(east, north).toFixed(5)))
  assert.equal(values[`${wind}.speedTrue`], Number(Math.hypot(north, east).toFixed(5)))
  assert.equal(values[`${wind}.directionTrue`], undefined, 'there is no heading')
})

test('a figure may use another figure, and a chain ends with its first input', () => {
  const { send, evaluate } = aboard()
  const motion = { 'navigation.speedOverGround': 0, 'navigation.magneticVariation': degrees(10) }
  send(0, { ...apparent, ...motion, 'navigation.headingMagnetic': degrees(355) })
  const values = evaluate(0)
  assert.equal(values['navigation.headingTrue'], Number(degrees(5).toFixed(5)))
  assert.equal(values[`${wind}.directionTrue`], Number(degrees(35).toFixed(5)))
  assert.equal(values['navigation.headingMagnetic'], undefined, 'the compass sends it')
  send(1, { 'navigation.headingMagnetic': null })
  const ended = evaluate(1)
  for (const path of ['navigation.headingTrue', `${wind}.directionTrue`, `${wind}.directionMagnetic`])
    assert.equal(ended[path], null, path)
})

test('a stale or old input ends the figure at once, and it is not repeated', () => {
  const { send, evaluate } = aboard()
  send(0, apparent)
  evaluate(0)
  send(1, { [`${wind}.speedApparent`]: 8 }, { stale: true })
  assert.equal(evaluate(1)[`${wind}.speedTrue`], null)
  assert.deepEqual(evaluate(2), {})
  send(3, apparent)
  assert.equal(typeof evaluate(3)[`${wind}.speedTrue`], 'number')
  assert.equal(evaluate(8.1)[`${wind}.speedTrue`], null, 'older than 5 s')
})

test('a sensor that sends the output silences the figure, until the sensor is silent', () => {
  const { send, evaluate } = aboard()
  send(0, apparent)
  evaluate(0)
  send(1, { ...apparent, [`${wind}.speedTrue`]: 6 })
  assert.equal(evaluate(1)[`${wind}.speedTrue`], null)
  send(2, apparent)
  assert.equal(evaluate(2)[`${wind}.speedTrue`], undefined)
  send(3, { ...apparent, [`${wind}.speedTrue`]: null })
  assert.equal(typeof evaluate(3)[`${wind}.speedTrue`], 'number')
})

test('the own values, which come back, are no measurement', () => {
  const { send, evaluate } = aboard()
  send(0, apparent)
  evaluate(0)
  send(1, { [`${wind}.speedTrue`]: 6 }, { $source: 'derived-data' })
  send(1, apparent)
  assert.equal(typeof evaluate(1)[`${wind}.speedTrue`], 'number')
})

test('of two sensors one is used while it sends', () => {
  const { send, evaluate } = aboard()
  const heading = (source: string, at: number, value: number) =>
    send(at, { 'navigation.headingTrue': degrees(value) }, { $source: source })
  send(0, { 'navigation.magneticVariation': 0 })
  heading('one', 0, 10)
  heading('other', 0, 20)
  const magnetic = (at: number) => evaluate(at)['navigation.headingMagnetic']
  assert.equal(magnetic(0), Number(degrees(10).toFixed(5)))
  heading('other', 4, 20)
  assert.equal(magnetic(4), Number(degrees(10).toFixed(5)))
  assert.equal(magnetic(6), Number(degrees(20).toFixed(5)), 'the first is silent')
})

test('the current is shown when it has settled, with its direction from true and magnetic north', () => {
  const { send, evaluate } = aboard()
  const path = 'environment.current'
  const drifting = {
    'navigation.headingTrue': 0,
    'navigation.speedThroughWater': 2,
    'navigation.speedOverGround': Math.hypot(2, 0.5),
    'navigation.courseOverGroundTrue': Math.atan2(0.5, 2),
    'navigation.magneticVariation': degrees(5),
  }
  send(0, drifting)
  assert.equal(evaluate(0)[path], undefined)
  send(0.9, drifting)
  assert.equal(evaluate(0.9)[path], undefined)
  send(1.1, drifting)
  assert.deepEqual(evaluate(1.1)[path], {
    drift: 0.5,
    setTrue: Number((Math.PI / 2).toFixed(5)),
    setMagnetic: Number(degrees(85).toFixed(5)),
  })
})

test('depth below the keel follows from the transducer, or from the draught', () => {
  const { send, evaluate } = aboard()
  const keel = 'environment.depth.belowKeel'
  send(0, { 'environment.depth.belowTransducer': 4, 'environment.depth.surfaceToTransducer': 0.5 })
  assert.deepEqual(evaluate(0), { 'environment.depth.belowSurface': 4.5 })
  send(0, { 'design.draft': { maximum: 1.8 } })
  assert.equal(evaluate(0)[keel], 2.7)
  send(0, { 'environment.depth.transducerToKeel': 1.5 })
  assert.equal(evaluate(0)[keel], 2.5)
})

test('there is no leeway without a coefficient, and a figure can be switched off', () => {
  const sent = { 'navigation.attitude': { roll: degrees(20) }, 'navigation.speedThroughWater': 3 }
  for (const [settings, isThere] of [
    [{}, false],
    [{ leewayCoefficient: 10 }, true],
    [{ leewayCoefficient: 10, leeway: false }, false],
  ] as const) {
    const { send, evaluate } = aboard(settings)
    send(0, sent)
    assert.equal(evaluate(0)['performance.leeway'] !== undefined, isThere)
  }
})

test('a figure is a finite number or unknown, for any input', () => {
  const number = oneof(
    double({ min: -7, max: 7, noNaN: true }),
    constantFrom(0, -0, Math.PI, -Math.PI, 2 * Math.PI, 280, 1e-300, NaN, Infinity),
  )
  const value = oneof(number, constantFrom(null, 'text', true, {}), record({ roll: number, maximum: number }))
  const path = constantFrom(...measuredPaths, ...lastingPaths)
  const isSound = (figure: unknown): boolean =>
    figure === null ||
    Number.isFinite(figure) ||
    (typeof figure === 'object' &&
      Object.values(figure).every((part) => part === null || Number.isFinite(part)))
  check(
    property(array(record({ path, value }), { maxLength: 60 }), (sent) => {
      const { send, evaluate } = aboard({ leewayCoefficient: 10 })
      return sent.every(({ path: at, value: received }, index) => {
        send(index / 5, { [at]: received })
        return Object.values(evaluate(index / 5)).every(isSound)
      })
    }),
    { numRuns: 200 },
  )
})

test('every figure has its own setting and its own path', () => {
  assert.equal(new Set(figures.map(({ id }) => id)).size, figures.length)
  assert.equal(new Set(figures.map(({ output }) => output)).size, figures.length)
})
