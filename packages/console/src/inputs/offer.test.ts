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

test('what speaks is offered, as long as nothing is used', () => {
  const both = [input('gps'), input('ais'), input('mute', { state: 'silent' })]
  assert.deepEqual(idsOf(offered(both, '')), ['gps', 'ais'])
  assert.deepEqual(offered([...both, input('wind', { state: 'lost', chosen: true })], ''), [])
})

test('what was put off is not offered again, until something new is found', () => {
  const before = dismissing([input('gps'), input('ais')])
  assert.deepEqual(offered([input('ais'), input('gps')], before), [])
  assert.deepEqual(offered([input('gps')], before), [])
  assert.deepEqual(idsOf(offered([input('gps'), input('wind')], before)), ['gps', 'wind'])
})

test('what cannot be chosen is not offered', () => {
  assert.deepEqual(offered([input('radio', { isChoosable: false })], ''), [])
})
