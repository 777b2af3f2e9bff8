import type { FleetBoat } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clustersOf } from './clusters.ts'
import { conditionOf, inOrder, matching, titleOf } from './fleet-boats.ts'

const boat = (name: string, more: Partial<FleetBoat> = {}): FleetBoat => ({
  vessel: `urn:mrn:imo:mmsi:${230_000_000 + name.length}`,
  name,
  lastContact: '2026-07-01T12:00:00Z',
  isSilent: false,
  alerts: [],
  ...more,
})
const alert = (state: 'alarm' | 'warn' | 'emergency') => ({ path: 'notifications.x', state, message: state })

const tuuli = boat('Tuuli', { alerts: [alert('warn'), alert('alarm')] })
const meri = boat('Meri', { alerts: [alert('warn')] })
const kajava = boat('Kajava', { isSilent: true, alerts: [alert('warn')] })
const aava = boat('Aava')
const unheard: FleetBoat = { vessel: 'urn:mrn:imo:mmsi:230999999', name: '', isSilent: false, alerts: [] }

test('alarms come first, then boats that nobody hears, warnings, and the rest by name', () => {
  const sorted = inOrder([unheard, boat('Tiira'), aava, kajava, meri, tuuli])
  assert.deepEqual(sorted.map(titleOf), ['Tuuli', 'Kajava', 'Meri', 'Aava', 'Tiira', 'MMSI 230999999'])
  assert.equal(conditionOf({ ...kajava, alerts: [alert('emergency')] }), 'emergency')
  assert.equal(conditionOf(unheard), 'never')
})

test('a boat is found by words of its name or its identifier', () => {
  assert.deepEqual(matching([aava, meri], 'aav'), [aava])
  assert.deepEqual(matching([aava, meri], '23000 MER'), [meri])
  assert.deepEqual(matching([aava, meri], ''), [aava, meri])
})

test('boats that would cover each other are one mark of the most urgent condition', () => {
  const clusters = clustersOf([
    { boat: aava, at: [10, 10] },
    { boat: tuuli, at: [20, 20] },
    { boat: meri, at: [200, 200] },
  ])
  assert.equal(clusters.length, 2)
  assert.deepEqual(clusters[0], { at: [15, 15], boats: [aava, tuuli], condition: 'alarm' })
  assert.equal(clusters[1]?.condition, 'warn')
})
