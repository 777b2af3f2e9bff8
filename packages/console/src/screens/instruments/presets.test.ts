import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsFor, presetPages } from './presets.ts'
import { nameOfPath } from '#units/path-names.ts'
import { groupsIn, membersOf } from './tile-groups.ts'

const sent = (...paths: string[]) => paths.map((path) => ({ path, type: 'number' as const, meta: {} }))
const shown = (...paths: string[]): string[] =>
  presetPages(sent(...paths)).map(
    ({ id, tiles }) => `${id}: ${tiles.map(({ kind, path }) => `${kind} ${path}`.trim()).join(', ')}`,
  )

test('a boat that sends nothing is offered no page', () => {
  assert.deepEqual(shown(), [])
  assert.deepEqual(shown('environment.inside.temperature'), [])
})

test('a preset contains only what the boat sends', () => {
  assert.deepEqual(shown('environment.wind.angleApparent', 'environment.depth.belowSurface'), [
    'sail: sail, number environment.depth.belowSurface',
  ])
})

test('every engine, tank and battery has its tiles', () => {
  assert.deepEqual(
    shown(
      'propulsion.port.revolutions',
      'propulsion.starboard.revolutions',
      'tanks.fuel.0.currentLevel',
      'tanks.freshWater.1.currentLevel',
      'electrical.batteries.house.capacity.stateOfCharge',
      'electrical.batteries.house.voltage',
    ),
    [
      'motor: dial propulsion.port.revolutions, dial propulsion.starboard.revolutions',
      'engine: dial propulsion.port.revolutions, dial propulsion.starboard.revolutions, bar tanks.fuel.0.currentLevel, bar tanks.freshWater.1.currentLevel',
      'batteries: dial electrical.batteries.house.voltage, bar electrical.batteries.house.capacity.stateOfCharge, group electrical.batteries.house',
    ],
  )
})

test('of several depths the page shows the smallest one', () => {
  const [sail] = presetPages(
    sent('environment.wind.angleApparent', 'environment.depth.belowSurface', 'environment.depth.belowKeel'),
  )
  assert.deepEqual(
    sail?.tiles.map(({ path }) => path),
    ['', 'environment.depth.belowKeel'],
  )
})

test('a hundred tanks do not make more tiles than a page may have', () => {
  const tanks = Array.from({ length: 100 }, (_, at) => `tanks.fuel.${at}.currentLevel`)
  assert.equal(presetPages(sent(...tanks))[0]?.tiles.length, 24)
})

test('a text has no dial, and a number without a scale has no bar', () => {
  assert.deepEqual(kindsFor({ type: 'text' }, true), ['text'])
  assert.deepEqual(kindsFor({ type: 'number' }, false), ['number', 'graph'])
})

test('a path has the boat’s name, the sailor’s name, or its last segments', () => {
  assert.equal(nameOfPath('propulsion.port.oilPressure', { displayName: 'Oil, port' }), 'Oil, port')
  assert.equal(nameOfPath('propulsion.port.oilPressure'), 'Oil pressure port')
  assert.equal(nameOfPath('navigation.attitude:roll'), 'Heel')
  assert.equal(nameOfPath('electrical.solar.roof.panelVoltage'), 'Roof panel voltage')
})

test('a group is offered for each battery and engine that sends two of its values', () => {
  const paths = [
    'electrical.batteries.house.voltage',
    'electrical.batteries.house.current',
    'electrical.batteries.start.voltage',
    'propulsion.port.revolutions',
    'propulsion.port.oilPressure',
    'propulsion.port.fuel.rate',
    'environment.wind.angleApparent',
    'environment.wind.speedApparent',
    'navigation.position:latitude',
    'navigation.position:longitude',
  ]
  assert.deepEqual(groupsIn(paths), [
    'environment.wind',
    'navigation.position',
    'electrical.batteries.house',
    'propulsion.port',
  ])
  const metaByPath = new Map(paths.map((path) => [path, {}]))
  const namesIn = (path: string): string[] => membersOf(path, metaByPath).map(({ name }) => name)
  assert.deepEqual(namesIn('electrical.batteries.house'), ['Voltage', 'Current'])
  assert.deepEqual(namesIn('propulsion.port'), ['Engine', 'Oil pressure'])
  assert.deepEqual(membersOf('propulsion.port.fuel'), [], 'no group')
})

test('values that can be set have a page of switches, and their tile has keys', () => {
  const path = 'electrical.switches.anchorLight.state'
  const [page] = presetPages([{ path, type: 'text', meta: {}, isControl: true }])
  assert.deepEqual(
    [page?.id, page?.tiles.map((tile) => [tile.kind, tile.path])],
    ['switches', [['control', path]]],
  )
  assert.deepEqual(presetPages([{ path, type: 'text', meta: {} }]), [])
  assert.deepEqual(kindsFor({ type: 'number', isControl: true }, false), ['control', 'number', 'graph'])
})
