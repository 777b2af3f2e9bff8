import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BusNode, PluginReport } from '@marinedata/model'
import { busesOf, kindText, makeOf, sortedDevices, titleOf } from './buses.ts'

// Only the members of a report that are read.
const report = (name: string, ids: readonly string[]): PluginReport =>
  ({
    name,
    buses: ids.map((id) => ({ id, kind: 'nmea2000', canSend: false, users: [], devices: [] })),
  }) as unknown as PluginReport

const device = (digit: string, more: Partial<BusNode> = {}): BusNode => ({ name: digit.repeat(16), ...more })

test('buses keep their order by plugin and id', () => {
  const buses = busesOf([report('nmea2000', ['can1', 'can0']), report('gps', ['x'])])
  assert.deepEqual(
    buses.map(({ plugin, id }) => `${plugin} ${id}`),
    ['gps x', 'nmea2000 can0', 'nmea2000 can1'],
  )
})

test('a device is called by its function, else by its model, and its maker follows', () => {
  const pilot = device('1', { function: 'Autopilot', model: 'EV-1', manufacturer: 'Raymarine' })
  assert.deepEqual([titleOf(pilot), makeOf(pilot)], ['Autopilot', 'Raymarine EV-1'])
  const model = device('2', { model: 'EV-1', manufacturer: 'Raymarine' })
  assert.deepEqual([titleOf(model), makeOf(model)], ['EV-1', 'Raymarine'])
  assert.deepEqual([titleOf(device('3')), makeOf(device('3'))], [undefined, ''])
})

test('devices keep their place when their address changes, and unknown ones are last', () => {
  const devices = [
    device('4'),
    device('3', { function: 'Wind', address: 9 }),
    device('2', { function: 'Wind', address: 200 }),
    device('1', { model: 'EV-1' }),
  ]
  assert.deepEqual(
    sortedDevices(devices).map(({ name }) => name[0]),
    ['1', '2', '3', '4'],
  )
})

test('a kind that is not known is shown as it is', () => {
  assert.deepEqual(['nmea2000', 'seatalk'].map(kindText), ['NMEA 2000', 'seatalk'])
})
