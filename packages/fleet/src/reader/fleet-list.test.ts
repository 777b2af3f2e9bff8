import { mostFleetBoats, type FleetBoat } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionOf, FleetList, inOrder, matching } from './fleet-list.ts'

type Given = Partial<Omit<FleetBoat, 'condition' | 'lastContact'>> & {
  readonly lastContact?: string | undefined
}

const boat = (name: string, given: Given = {}): FleetBoat => {
  const { lastContact = '2026-07-01T12:00:00Z', ...more } = given
  const isHeard = !('lastContact' in given) || given.lastContact !== undefined
  const own = {
    vessel: `urn:mrn:imo:mmsi:${230_000_000 + name.length}`,
    name,
    isSilent: false,
    alerts: [],
    ...more,
    ...(isHeard && { lastContact }),
  }
  return { ...own, condition: conditionOf(own) }
}
const alert = (state: 'alarm' | 'warn' | 'emergency') => ({ path: 'notifications.x', state, message: state })
const namesOf = (boats: readonly FleetBoat[]): string[] => boats.map(({ name }) => name)

const tuuli = boat('Tuuli', { alerts: [alert('warn'), alert('alarm')] })
const meri = boat('Meri', { alerts: [alert('warn')] })
const kajava = boat('Kajava', { isSilent: true, alerts: [alert('warn')] })
const aava = boat('Aava')
const unheard = boat('', { lastContact: undefined })

test('alarms come first, then silent boats, warnings, and the rest by name', () => {
  const sorted = inOrder([unheard, boat('Tiira'), aava, kajava, meri, tuuli])
  assert.deepEqual(namesOf(sorted), ['Tuuli', 'Kajava', 'Meri', 'Aava', 'Tiira', ''])
  assert.equal(conditionOf({ ...kajava, alerts: [alert('emergency')] }), 'emergency')
  assert.equal(unheard.condition, 'never')
})

test('a boat is found by words of its name or its identifier', () => {
  assert.deepEqual(matching([aava, meri], 'aav'), [aava])
  assert.deepEqual(matching([aava, meri], '23000 MER'), [meri])
  assert.deepEqual(matching([aava, meri], ''), [aava, meri])
})

test('a list of thousands of boats has the most urgent ones, the numbers of all, and finds any', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => boat(`Boat ${String(index).padStart(5, '0')}`))
  const list = new FleetList(
    'Club',
    () => [...many, tuuli],
    () => 0,
  )
  const { boats, ...numbers } = list.view({})
  assert.deepEqual(numbers, { name: 'Club', count: 20_001, alarms: 1, found: 20_001 })
  assert.equal(boats.length, mostFleetBoats)
  assert.deepEqual(namesOf(boats.slice(0, 2)), ['Tuuli', 'Boat 00000'])
  const found = list.view({ search: ' boat 1999 ', limit: 3 })
  assert.deepEqual([found.count, found.found], [20_001, 12])
  assert.deepEqual(namesOf(found.boats), ['Boat 01999', 'Boat 11999', 'Boat 19990'])
})

test('the list is made again after a second, or later when that takes long', () => {
  let [now, made] = [0, 0]
  const took = [0, 500, 0]
  const list = new FleetList(
    'Club',
    () => {
      now += took[made++] ?? 0
      return [aava]
    },
    () => now,
  )
  const madeAt = (time: number): number => {
    now = time
    list.view({})
    return made
  }
  assert.equal(madeAt(0), 1)
  assert.equal(madeAt(999), 1)
  assert.equal(madeAt(1_000), 2)
  assert.equal(madeAt(6_499), 2, 'it took half a second')
  assert.equal(madeAt(6_500), 3)
})
