import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundInput } from './found-inputs.ts'
import { dismissing, offered } from './offer.ts'

const input = (id: string, more: Partial<FoundInput> = {}): FoundInput => ({
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

test('inputs with data are offered while none is in use', () => {
  const both = [input('gps'), input('ais'), input('mute', { state: 'silent' })]
  assert.deepEqual(idsOf(offered(both, '')), ['gps', 'ais'])
  assert.deepEqual(offered([...both, input('wind', { state: 'lost', chosen: true })], ''), [])
})

test('dismissed inputs are not offered until a new one is found', () => {
  const before = dismissing([input('gps'), input('ais')])
  assert.deepEqual(offered([input('ais'), input('gps')], before), [])
  assert.deepEqual(offered([input('gps')], before), [])
  assert.deepEqual(idsOf(offered([input('gps'), input('wind')], before)), ['gps', 'wind'])
})

test('inputs that cannot be chosen are not offered', () => {
  assert.deepEqual(offered([input('radio', { isChoosable: false })], ''), [])
})
