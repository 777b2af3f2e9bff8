import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MarineDataError } from '#problems.ts'
import { checkProvidedResource } from './resource-kinds.ts'
import { providedResourceLimits, type ProvidedResource } from './resources.ts'

const position = { latitude: 54.1, longitude: 10.4 }
const bounds = { south: 54, west: 10, north: 55, east: 11 }
const url = 'https://tiles.example/{z}/{x}/{y}.png'
const chart = { id: 'c', name: 'Fjord', url, format: 'png', bounds, minZoom: 4, maxZoom: 14 }

test('notes, points of interest and charts have a known shape', () => {
  const good: readonly (readonly [kind: string, resource: ProvidedResource])[] = [
    ['notes', { id: 'a', name: 'Locker', text: 'The spare impeller' }],
    ['notes', { id: 'a', name: 'Pier', text: 'Shallow', position, properties: { by: 'Anna' } }],
    ['pointsOfInterest', { id: 'a', name: 'Bay', position, category: 'anchorage', text: 'Mud' }],
    ['charts', chart],
    ['tideStations', { id: 'a', name: 'Any shape', range: 3 }],
  ]
  for (const [kind, resource] of good)
    assert.equal(checkProvidedResource(kind, resource), JSON.stringify(resource).length)
})

test('what is wrong is refused with its member', () => {
  const wrong: readonly (readonly [kind: string, resource: ProvidedResource, expected: RegExp])[] = [
    ['notes', { id: 'a', name: 'A' }, /\/text is missing/],
    ['notes', { id: 'a', name: 'A', text: 'B', postion: position }, /\/postion is not a known member/],
    ['pointsOfInterest', { id: 'a', name: 'A' }, /\/position is missing/],
    [
      'pointsOfInterest',
      { id: 'a', name: 'A', position: { lat: 1, lon: 2 } },
      /\/position\/latitude is missing/,
    ],
    ['charts', { ...chart, url: 'file:///etc/{z}/{x}/{y}' }, /\/url/],
    ['charts', { ...chart, url: 'https://tiles.example/{z}/{x}.png' }, /\/url/],
    ['charts', { ...chart, maxZoom: 25 }, /\/maxZoom/],
    ['charts', { ...chart, format: 'tiff' }, /\/format must be one of "png", "jpg"/],
  ]
  for (const [kind, resource, expected] of wrong)
    assert.throws(
      () => checkProvidedResource(kind, resource),
      (error) =>
        error instanceof MarineDataError && error.code === 'invalid-value' && expected.test(error.message),
      JSON.stringify(resource),
    )
})

test('a resource of any kind that is too long is refused', () => {
  const text = 'a'.repeat(providedResourceLimits.itemLength)
  assert.throws(
    () => checkProvidedResource('tideStations', { id: 'a', name: 'A', text }),
    (error) => error instanceof MarineDataError && error.code === 'too-large',
  )
})
