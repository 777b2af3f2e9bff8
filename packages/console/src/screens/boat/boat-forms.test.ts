import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitsOf } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { detailText, parseDetails } from './detail-form.ts'
import { limitFields, limitText, parseLimits } from './limit-form.ts'

const metric = { units: unitsOf('nautical-metric'), say: t }
const imperial = { units: unitsOf('nautical-imperial'), say: t }

test('lengths are typed in the units of the person and saved in metres', () => {
  assert.deepEqual(parseDetails({}, { length: '39.4', draught: '6,5' }, imperial), {
    content: { length: 12.0091, draught: 1.9812 },
    faults: {},
  })
  assert.equal(detailText({ length: 12 }, 'length', imperial.units), '39.37')
})

test('an untouched length keeps all its digits, also in feet', () => {
  const saved = { length: 12, draught: 2.1 }
  const untouched = { draught: detailText(saved, 'draught', imperial.units), name: ' Aura ' }
  assert.deepEqual(parseDetails(saved, untouched, imperial).content, { ...saved, name: 'Aura' })
})

test('an emptied field is unknown, not zero', () => {
  const { content, faults } = parseDetails({ length: 12, name: 'Aura' }, { length: ' ', name: '' }, metric)
  assert.deepEqual([content, faults], [{}, {}])
})

for (const [typed, word] of [
  ['deep', 'Enter a number, such as 2.5'],
  ['2.1 m', 'Enter a number, such as 2.5'],
  ['1e1', 'Enter a number, such as 2.5'],
  ['1.234,5', 'Enter a number, such as 2.5'],
  ['NaN', 'Enter a number, such as 2.5'],
  ['41', 'Between 0 and 40 m'],
  ['-1', 'Between 0 and 40 m'],
] as const)
  test(`a draught of "${typed}" is refused in words`, () => {
    const { content, faults } = parseDetails({ draught: 2 }, { draught: typed }, metric)
    assert.deepEqual([content.draught, faults], [undefined, { draught: word }])
  })

test('the range is given in the units of the person', () => {
  assert.deepEqual(parseDetails({}, { draught: '150' }, imperial).faults, {
    draught: 'Between 0 and 131.23 ft',
  })
})

test('a call sign is written in capitals, and an MMSI has nine digits', () => {
  assert.equal(parseDetails({}, { callsign: 'oh1234' }, metric).content.callsign, 'OH1234')
  assert.deepEqual(Object.keys(parseDetails({}, { callsign: 'OH 12', mmsi: '00230' }, metric).faults), [
    'callsign',
    'mmsi',
  ])
})

test('distances that contradict each other are refused at the field', () => {
  const typed = { length: '10', gpsFromBow: '11', beam: '3', gpsFromCentre: '-2' }
  assert.deepEqual(parseDetails({}, typed, metric).faults, {
    gpsFromBow: 'Longer than the boat',
    gpsFromCentre: 'More than half the beam',
  })
  const sensor = { draught: '2', depthSensorBelowWaterline: '0.5', depthSensorAboveKeel: '1' }
  assert.deepEqual(parseDetails({}, sensor, metric).faults, {
    depthSensorAboveKeel: 'Both distances must add up to the draught',
  })
  assert.deepEqual(parseDetails({}, { ...sensor, depthSensorAboveKeel: '1.5' }, metric).faults, {})
})

test('limits are typed in the units of the person, and an emptied limit is removed', () => {
  const fields = limitFields(['house'], metric.units)
  const saved = { depth: { warn: 4 }, windApparent: { alarm: 12 } }
  const typed = { 'depth/warn': '', 'windTrue/alarm': '20', 'batteries.house/warn': '12.1' }
  const { content, faults } = parseLimits(saved, typed, { fields, say: t })
  assert.deepEqual(faults, {})
  assert.deepEqual(content, {
    windTrue: { alarm: 10.2889 },
    windApparent: { alarm: 12 },
    batteries: { house: { warn: 12.1 } },
  })
  assert.equal(limitText(content, fields[1]!, 'alarm'), '20')
})

test('an alarm that would come before its warning is refused', () => {
  const fields = limitFields([], metric.units)
  const typed = { 'depth/warn': '2', 'depth/alarm': '3', 'windTrue/warn': '25', 'windTrue/alarm': '25' }
  assert.deepEqual(parseLimits({}, typed, { fields, say: t }).faults, {
    'depth/alarm': 'The alarm must be lower than the warning',
    'windTrue/alarm': 'The alarm must be higher than the warning',
  })
})
