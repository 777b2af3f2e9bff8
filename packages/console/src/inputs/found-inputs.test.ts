import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginInput, PluginReport } from '@marinedata/model'
import { idleFinders, inputsOf, type FoundInput, dismissing, offered } from './found-inputs.ts'

const input = (name: string, more: Partial<PluginInput> = {}): PluginInput => ({
  id: name,
  name,
  address: '/dev/ttyUSB0',
  protocol: 'NMEA 0183',
  state: 'found',
  chosen: false,
  rate: 0,
  damaged: 0,
  ...more,
})

// Only the members of a report that are read.
const report = (more: Partial<PluginReport>): PluginReport =>
  ({ name: 'nmea0183', state: 'running', inputs: [], manifest: null, ...more }) as PluginReport

const choosing = { actions: { use: {}, release: {} } }

test('inputs in use come first, then available ones, then the rest', () => {
  const inputs = [
    input('c', { state: 'silent' }),
    input('b'),
    input('a'),
    input('z', { state: 'lost', chosen: true }),
  ]
  assert.deepEqual(
    inputsOf([report({ inputs, manifest: choosing })]).map(({ name, plugin }) => `${plugin} ${name}`),
    ['nmea0183 z', 'nmea0183 a', 'nmea0183 b', 'nmea0183 c'],
  )
})

test('inputs can be chosen only if the plugin has the actions for it', () => {
  for (const manifest of [null, {}, { actions: 5 }, { actions: { use: {} } }])
    assert.equal(inputsOf([report({ inputs: [input('a')], manifest })])[0]?.isChoosable, false)
  assert.equal(inputsOf([report({ inputs: [input('a')], manifest: choosing })])[0]?.isChoosable, true)
})

test('a plugin that finds inputs but does not run is listed with its state', () => {
  const namesOf = (found: readonly PluginReport[]) => found.map(({ name, state }) => [name, state])
  for (const state of ['disabled', 'starting', 'quarantined'] as const)
    assert.deepEqual(
      namesOf(idleFinders([report({ state, manifest: choosing }), report({ name: 'simulator' })])),
      [['nmea0183', state]],
    )
  assert.deepEqual(idleFinders([report({ manifest: choosing })]), [])
})

const inputOn = (id: string, more: Partial<FoundInput> = {}): FoundInput => ({
  plugin: 'nmea0183',
  isChoosable: true,
  id,
  name: id,
  address: '/dev/ttyUSB0',
  protocol: 'NMEA 0183',
  state: 'found',
  chosen: false,
  rate: 0,
  damaged: 0,
  ...more,
})

const idsOf = (inputs: readonly FoundInput[]): string[] => inputs.map(({ id }) => id)

test('inputs with data are offered until one is in use', () => {
  const both = [inputOn('gps'), inputOn('ais'), inputOn('mute', { state: 'silent' })]
  assert.deepEqual(idsOf(offered(both, '')), ['gps', 'ais'])
  assert.deepEqual(offered([...both, inputOn('wind', { state: 'lost', chosen: true })], ''), [])
})

test('an output in use does not hide the inputs that were found', () => {
  const output: FoundInput = {
    plugin: 'nmea0183',
    isChoosable: true,
    id: 'tablets',
    name: 'tablets',
    address: 'udp://192.168.4.255:10110',
    protocol: 'NMEA 0183',
    state: 'used',
    chosen: true,
    sent: 4,
    damaged: 0,
  }
  assert.deepEqual(idsOf(offered([output, inputOn('gps')], '')), ['gps'])
})

test('dismissed inputs are not offered until a new one is found', () => {
  const before = dismissing([inputOn('gps'), inputOn('ais')])
  assert.deepEqual(offered([inputOn('ais'), inputOn('gps')], before), [])
  assert.deepEqual(offered([inputOn('gps')], before), [])
  assert.deepEqual(idsOf(offered([inputOn('gps'), inputOn('wind')], before)), ['gps', 'wind'])
})

test('inputs that cannot be chosen are not offered', () => {
  assert.deepEqual(offered([inputOn('radio', { isChoosable: false })], ''), [])
})
