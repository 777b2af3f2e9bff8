import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientName } from './console-clients.ts'

const hints = { fromQuery: null, chosen: '', person: null, short: 390, long: 844, isTouch: true }

test('the station name comes from the address, the settings, or the screen size and user', () => {
  assert.equal(clientName({ ...hints, fromQuery: 'Cockpit', chosen: 'Saloon' }), 'Cockpit')
  assert.equal(clientName({ ...hints, chosen: 'Saloon' }), 'Saloon')
  assert.equal(clientName(hints), 'Phone')
  assert.equal(clientName({ ...hints, person: 'Anna' }), 'Anna, Phone')
  assert.equal(clientName({ ...hints, short: 768, long: 1_024 }), 'Tablet')
  assert.equal(clientName({ ...hints, short: 800, long: 1_280, isTouch: false }), 'Plotter')
})
