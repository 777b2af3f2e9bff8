import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PathMetadataTable } from './path-metadata.ts'
import {
  describeValueFault,
  isValidDate,
  isExistingDay,
  valueConstraintOf,
  valueFaultOf,
} from './value-ranges.ts'

const table = new PathMetadataTable({ 'my.depth': { units: 'fathom' } })

const faultAt = (path: string, value: unknown): string | undefined => {
  const constraint = valueConstraintOf(path, table.of(path.split('.')))
  const fault = constraint && valueFaultOf(value, constraint)
  return constraint && fault && `${fault}: ${describeValueFault(path, value, constraint)}`
}

const refused: [path: string, value: unknown, message: RegExp][] = [
  [
    'navigation.courseOverGroundTrue',
    270,
    /^out-of-range: "navigation\.courseOverGroundTrue": 270 rad .* degrees\? Then send 4\.712 rad/,
  ],
  ['environment.wind.angleTrueWater', 90, /out-of-range.*degrees/],
  ['navigation.headingMagnetic', -6.4, /out-of-range/],
  [
    'navigation.speedOverGround',
    'fast',
    /^not-a-number: "navigation\.speedOverGround": "fast" is not a number\. Send a number in m\/s/,
  ],
  ['navigation.speedOverGround', 1e4, /out-of-range/],
  ['environment.depth.belowTransducer', '12', /not-a-number/],
  ['environment.depth.belowTransducer', true, /not-a-number/],
  ['environment.depth.belowTransducer', { value: 12 }, /not-a-number/],
  ['environment.depth.belowTransducer', [12], /not-a-number/],
  ['electrical.batteries.a.voltage', '12,5', /not-a-number: .*"12,5" is not a number\. Send a number in V/],
  ['environment.water.temperature', -5, /out-of-range.*Celsius\? Then send 268\.1 K/],
  ['electrical.batteries.a.capacity.stateOfCharge', 85, /out-of-range.*per cent\? Then send 0\.85/],
  ['navigation.rateOfTurn', 20, /out-of-range/],
  [
    'navigation.attitude',
    { roll: 12, pitch: 0, yaw: 0 },
    /out-of-range: "navigation\.attitude\/roll": 12 rad/,
  ],
  ['navigation.attitude', { roll: '0.1' }, /not-a-number/],
  ['environment.current', { drift: 1, setTrue: 270 }, /out-of-range/],
  [
    'navigation.datetime',
    '2026-02-30T12:00:00Z',
    /^invalid-date: "navigation\.datetime": "2026-02-30T12:00:00Z" is not a date/,
  ],
  ['navigation.datetime', 1780000000, /invalid-date/],
  ['environment.tide.timeHigh', 'noon', /invalid-date/],
  ['my.depth', 'deep', /not-a-number.*fathom/],
]
for (const [path, value, message] of refused)
  test(`${JSON.stringify(value)} is refused at ${path}`, () =>
    assert.match(faultAt(path, value) ?? 'accepted', message))

const accepted: [path: string, value: unknown][] = [
  ['navigation.courseOverGroundTrue', 6.2832],
  ['environment.wind.angleApparent', -Math.PI],
  ['navigation.speedThroughWater', -0.4],
  ['environment.depth.belowTransducer', 0],
  ['environment.depth.belowTransducer', null],
  ['environment.outside.temperature', 233],
  ['propulsion.port.exhaustTemperature', 900],
  ['propulsion.port.transmission.gearRatio', 2.63],
  ['tanks.fuel.0.currentLevel', 1.02],
  ['propulsion.port.revolutions', 58],
  ['electrical.batteries.a.current', -350],
  ['navigation.attitude', { roll: 0.1, pitch: null, yaw: 3, extra: 'x' }],
  ['navigation.datetime', '2028-02-29T23:59:60.5Z'],
  ['navigation.datetime', '2026-06-01T12:00:00+02:00'],
  ['electrical.batteries.a.dateInstalled', '2024-05-01'],
  ['my.depth', 1e6],
  ['no.metadata.here', 'anything'],
  ['communication.callsignVhf', 'OH1234'],
]
for (const [path, value] of accepted)
  test(`${JSON.stringify(value)} is accepted at ${path}`, () => assert.equal(faultAt(path, value), undefined))

test('a date must be of an existing day', () => {
  for (const date of ['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31T00:00:00Z'])
    assert.ok(isValidDate(date), date)
  for (const date of [
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-01-00',
    '',
    '2026',
  ])
    assert.equal(isValidDate(date), false, date)
  assert.ok(isExistingDay('2026-01-31T00:00:00Z'))
  assert.equal(isExistingDay('2026-02-30T00:00:00Z'), false)
  assert.equal(isExistingDay('2026-02-29T00:00:00Z'), false)
})
