import { MarineDataError } from '@marinedata/model'
import { signal } from '@preact/signals'
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'node:test'
import type { Boat } from '#boat/boat.ts'
import type { Reading } from '#boat/values.ts'
import { Viewport } from '@marinedata/console-map'
import { toMap, resolutionOf } from '@marinedata/console-map/earth'
import { providedIn } from './paint-provided.ts'
import { placesIn, ProvidedPlaces } from './provided-places.ts'

const position = { latitude: 55.0444, longitude: 9.7 }
const dyvig = { id: 'dyvig', name: 'Dyvig', position, category: 'anchorage', text: 'Mud' }

test('a note without a position is no place, and ids of two kinds do not meet', () => {
  const club = { id: 'dyvig', name: 'Club', text: 'Rules' }
  assert.deepEqual(placesIn('notes', [club]), [])
  const [poi, note] = [placesIn('pointsOfInterest', [dyvig]), placesIn('notes', [{ ...club, position }])]
  assert.deepEqual(poi, [
    {
      providedId: 'pointsOfInterest/dyvig',
      kind: 'pointsOfInterest',
      name: 'Dyvig',
      place: position,
      category: 'anchorage',
      text: 'Mud',
    },
  ])
  assert.equal(note[0]?.providedId, 'notes/dyvig')
})

test('places far out, and those beyond the screen, are not drawn', () => {
  const places = placesIn('pointsOfInterest', [dyvig])
  const view = (zoom: number, center = position) =>
    new Viewport({
      center: toMap(center),
      resolution: resolutionOf(zoom),
      rotation: 0,
      width: 400,
      height: 400,
    })
  assert.equal(providedIn(view(12), places).length, 1)
  assert.equal(providedIn(view(7), places).length, 0)
  assert.equal(providedIn(view(12, { latitude: 54, longitude: 9.7 }), places).length, 0)
})

/** A boat whose plugins provide the resources of `stored`, and what it was asked. */
const boatWith = (stored: Readonly<Record<string, object[]>>) => {
  const asked: string[] = []
  const readings = new Map(
    ['resources.pointsOfInterest', 'resources.notes'].map((path) => [
      path,
      signal<Reading | undefined>(undefined),
    ]),
  )
  const call = async (_operation: string, { params: { kind } }: { params: { kind: string } }) => {
    asked.push(kind)
    await turn()
    const found = stored[kind]
    if (found === undefined) throw new MarineDataError('not-found', 'There are no such resources')
    return found
  }
  const publish = (kind: string, revision: number): void => {
    const value = { revision, id: 'dyvig', change: 'made' }
    readings.get(`resources.${kind}`)!.value = {
      value,
      source: 'server',
      receivedAt: 0,
      isStale: false,
      staleAfterMs: undefined,
    }
  }
  const isLost = signal(false)
  // All that is used of a boat.
  const boat = { client: { call }, link: { isLost }, values: { of: (path: string) => readings.get(path) } }
  return { boat: boat as unknown as Boat, asked, publish, isLost }
}

const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns++) await turn()
}

test('a kind is loaded when it is published, and again after a change and a lost connection', async () => {
  const { boat, asked, publish, isLost } = boatWith({ pointsOfInterest: [dyvig] })
  using places = new ProvidedPlaces(boat, signal(true))
  await settle()
  assert.deepEqual(asked, [])
  publish('pointsOfInterest', 1)
  await settle()
  assert.deepEqual(
    places.shown.value.map(({ name }) => name),
    ['Dyvig'],
  )
  publish('pointsOfInterest', 2)
  await settle()
  isLost.value = true
  isLost.value = false
  await settle()
  assert.deepEqual(asked, ['pointsOfInterest', 'pointsOfInterest', 'pointsOfInterest'])
})

test('a kind that lost its last provider has no places', async () => {
  const stored: Record<string, object[]> = { pointsOfInterest: [dyvig] }
  const { boat, publish } = boatWith(stored)
  using places = new ProvidedPlaces(boat, signal(true))
  publish('pointsOfInterest', 1)
  await settle()
  assert.equal(places.items.value.length, 1)
  delete stored['pointsOfInterest']
  publish('pointsOfInterest', 2)
  await settle()
  assert.deepEqual(places.items.value, [])
})

test('hidden places are known and not shown', async () => {
  const { boat, publish } = boatWith({ pointsOfInterest: [dyvig] })
  using places = new ProvidedPlaces(boat, signal(false))
  publish('pointsOfInterest', 1)
  await settle()
  assert.deepEqual([places.items.value.length, places.shown.value.length], [1, 0])
})
