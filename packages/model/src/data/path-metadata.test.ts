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
  test(`${path} is measured in ${units}`, () => {
    assert.equal(of(path)?.units, units)
  })

for (const path of [
  'no.such.path',
  'navigation.speedOverGround.deeper',
  'constructor',
  '__proto__',
  'electrical.batteries.1.nothing',
])
  test(`nothing is known of ${path}`, () => {
    assert.equal(of(path), undefined)
  })

test('an entry of the skipper wins, member by member', () => {
  const own = new PathMetadataTable({ 'navigation.speedOverGround': { displayName: 'SOG', timeout: 3 } })
  const metadata = own.of(['navigation', 'speedOverGround'])
  assert.equal(metadata?.displayName, 'SOG')
  assert.equal(metadata?.timeout, 3)
  assert.equal(metadata?.units, 'm/s')
  assert.equal(of('navigation.speedOverGround')?.displayName, undefined)
})

test('an entry of the skipper may have a star, and an exact one wins over it', () => {
  const own = new PathMetadataTable({
    'electrical.batteries.*.voltage': { displayName: 'A battery' },
    'electrical.batteries.house.voltage': { displayName: 'The house' },
  })
  assert.equal(own.of(['electrical', 'batteries', '7', 'voltage'])?.displayName, 'A battery')
  assert.equal(own.of(['electrical', 'batteries', 'house', 'voltage'])?.displayName, 'The house')
  assert.equal(own.of(['electrical', 'batteries', 'house', 'voltage'])?.units, 'V')
})

test('an entry of the skipper may be for a path that nobody else knows', () => {
  const own = new PathMetadataTable({ 'galley.oven.temperature': { units: 'K' } })
  assert.deepEqual(own.of(['galley', 'oven', 'temperature']), { units: 'K' })
})

test('the star stands for one segment and never for none', () => {
  const own = new PathMetadataTable({ 'a.*.c': { units: 'm' } })
  assert.deepEqual(own.of(['a', 'b', 'c']), { units: 'm' })
  assert.equal(own.of(['a', 'c']), undefined)
  assert.equal(own.of(['a', 'b', 'b', 'c']), undefined)
})

test('an exact branch that leads nowhere does not hide the star beside it', () => {
  const own = new PathMetadataTable({ 'a.b.x': { units: 'm' }, 'a.*.y': { units: 's' } })
  assert.deepEqual(own.of(['a', 'b', 'y']), { units: 's' })
})

test('every entry that is known fits the schema of metadata', () => {
  const check = checkOf(Metadata)
  const faults = Object.entries(known).flatMap(([path, entry]) =>
    check.faults(entry).map((fault) => `${path}${fault.path} ${fault.message}`),
  )
  assert.deepEqual(faults, [])
})
