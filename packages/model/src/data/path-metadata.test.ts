import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import known from './path-metadata.generated.json' with { type: 'json' }
import { Metadata } from './metadata.ts'
import { PathMetadataTable } from './path-metadata.ts'

const table = new PathMetadataTable()
const of = (path: string): Metadata | undefined => table.of(path.split('.'))

for (const [path, units] of [
  ['navigation.speedOverGround', 'm/s'],
  ['navigation.courseOverGroundTrue', 'rad'],
  ['environment.depth.belowKeel', 'm'],
  ['environment.water.temperature', 'K'],
  ['electrical.batteries.1.voltage', 'V'],
  ['electrical.batteries.house.current', 'A'],
  ['propulsion.port.revolutions', 'Hz'],
  ['tanks.fuel.0.currentLevel', 'ratio'],
] as const)
  test(`${path} has the unit ${units}`, () => {
    assert.equal(of(path)?.units, units)
  })

for (const path of [
  'no.such.path',
  'navigation.speedOverGround.deeper',
  'constructor',
  '__proto__',
  'electrical.batteries.1.nothing',
])
  test(`${path} has no metadata`, () => {
    assert.equal(of(path), undefined)
  })

test('configured metadata overrides the built-in entry, member by member', () => {
  const own = new PathMetadataTable({ 'navigation.speedOverGround': { displayName: 'SOG', timeout: 3 } })
  const metadata = own.of(['navigation', 'speedOverGround'])
  assert.equal(metadata?.displayName, 'SOG')
  assert.equal(metadata?.timeout, 3)
  assert.equal(metadata?.units, 'm/s')
  assert.equal(of('navigation.speedOverGround')?.displayName, undefined)
})

test('configured metadata may use a pattern, and an exact path wins over it', () => {
  const own = new PathMetadataTable({
    'electrical.batteries.*.voltage': { displayName: 'A battery' },
    'electrical.batteries.house.voltage': { displayName: 'The house' },
  })
  assert.equal(own.of(['electrical', 'batteries', '7', 'voltage'])?.displayName, 'A battery')
  assert.equal(own.of(['electrical', 'batteries', 'house', 'voltage'])?.displayName, 'The house')
  assert.equal(own.of(['electrical', 'batteries', 'house', 'voltage'])?.units, 'V')
})

test('configured metadata may be for an unknown path', () => {
  const own = new PathMetadataTable({ 'galley.oven.temperature': { units: 'K' } })
  assert.deepEqual(own.of(['galley', 'oven', 'temperature']), { units: 'K' })
})

const propertyNames = (path: string, own = table): string[] =>
  Object.entries(own.propertiesOf(path.split('.'))).flatMap(([name, isSet]) => (isSet ? [name] : []))

for (const [path, ...names] of [
  ['navigation.speedOverGround'],
  ['navigation.position', 'isMeasurement'],
  ['name', 'isAttribute'],
  ['communication.callsignVhf', 'isAttribute'],
  ['communication.safetyText'],
  ['communication.dscCall'],
  ['design.name'],
  ['notifications.fire', 'isPerSource'],
  ['steering.autopilot.target', 'isPerSource'],
  ['steering.autopilot.helm', 'isPerSource', 'isServerDecision'],
  ['steering.autopilot.defaultPilot', 'isServerDecision'],
  ['steering.rudderAngle'],
  ['constructor'],
  ['__proto__'],
] as const)
  test(`${path} has the properties ${names.join(', ') || 'of an ordinary path'}`, () => {
    assert.deepEqual(propertyNames(path), names)
  })

test('properties apply to all paths below, and a longer entry replaces single members', () => {
  const own = new PathMetadataTable(
    {},
    { winches: { isPerSource: true }, 'winches.main': { isServerDecision: true, isPerSource: false } },
  )
  assert.deepEqual(propertyNames('winches.jib.load', own), ['isPerSource'])
  assert.deepEqual(propertyNames('winches.main', own), ['isServerDecision'])
  assert.deepEqual(propertyNames('winchesOf.jib', own), [])
})

test('* matches exactly one segment', () => {
  const own = new PathMetadataTable({ 'a.*.c': { units: 'm' } })
  assert.deepEqual(own.of(['a', 'b', 'c']), { units: 'm' })
  assert.equal(own.of(['a', 'c']), undefined)
  assert.equal(own.of(['a', 'b', 'b', 'c']), undefined)
})

test('an exact branch without a match does not hide a pattern beside it', () => {
  const own = new PathMetadataTable({ 'a.b.x': { units: 'm' }, 'a.*.y': { units: 's' } })
  assert.deepEqual(own.of(['a', 'b', 'y']), { units: 's' })
})

test('all built-in entries are valid metadata', () => {
  const check = checkOf(Metadata)
  const faults = Object.entries(known).flatMap(([path, entry]) =>
    check.faults(entry).map((fault) => `${path}${fault.path} ${fault.message}`),
  )
  assert.deepEqual(faults, [])
})
