import { MarineDataError, type ProvidedResource } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FamilyProvided } from './provided-resources.ts'

const position = { latitude: 60, longitude: 24 }
const bounds = { south: 59, west: 23, north: 61, east: 25 }
const url = 'https://tiles.example.org/{z}/{x}/{y}.png'
const resources: Readonly<Record<string, ProvidedResource[]>> = {
  notes: [
    { id: 'a', name: 'Pier', text: 'Ask for a berth', position, properties: { phone: '12' } },
    { id: 'b', name: 'Oil', text: 'Changed' },
  ],
  pointsOfInterest: [{ id: 'a', name: 'North bay', position, category: 'anchorage' }],
  charts: [{ id: 'sea', name: 'Sea', url, format: 'png', bounds, minZoom: 3, maxZoom: 14 }],
  tideStations: [{ id: 'x', name: 'Harbour', range: 3 }],
}

const provided = new FamilyProvided({
  has: (kind) => kind in resources,
  list: (kind) => {
    const list = resources[kind]
    if (list === undefined) throw new MarineDataError('not-found', kind)
    return list
  },
})
const none = new FamilyProvided({
  has: () => false,
  list: (kind) => {
    throw new MarineDataError('not-found', kind)
  },
})

test('a note, and a place as a note with an icon, are listed together', () => {
  const mimeType = 'text/plain'
  const place = {
    name: 'North bay',
    description: 'anchorage',
    mimeType,
    position,
    properties: { skIcon: 'anchorage' },
  }
  assert.deepEqual(Object.fromEntries(provided.entries('notes')), {
    'pointsOfInterest-a': place,
    a: { name: 'Pier', description: 'Ask for a berth', mimeType, position, properties: { phone: '12' } },
    b: { name: 'Oil', description: 'Changed', mimeType },
  })
  assert.deepEqual(provided.find('pointsOfInterest', 'a'), {
    kind: 'notes',
    id: 'pointsOfInterest-a',
    shape: place,
  })
})

test('a place in a category without an icon has no icon', () => {
  const iconAt = (category: string): unknown => {
    const place = { id: 'x', name: 'X', position, category }
    const list = (kind: string) => (kind === 'pointsOfInterest' ? [place] : [])
    const { shape } = new FamilyProvided({ has: () => true, list }).find('pointsOfInterest', 'x')
    return (shape as { properties: object }).properties
  }
  assert.deepEqual(iconAt('harbour'), { skIcon: 'marina' })
  assert.deepEqual(iconAt('wreck'), {})
})

test('a chart of a plugin has the members that apps read', () => {
  assert.deepEqual(provided.entries('charts'), [
    [
      'sea',
      {
        identifier: 'sea',
        name: 'Sea',
        description: 'Sea',
        type: 'tilelayer',
        format: 'png',
        minzoom: 3,
        maxzoom: 14,
        url,
        tilemapUrl: url,
        bounds: [23, 59, 25, 61],
      },
    ],
  ])
})

test('other kinds are as they are, known ones are empty without a plugin, and unknown ones are unknown', () => {
  assert.deepEqual(provided.entries('tideStations'), [['x', { name: 'Harbour', range: 3 }]])
  for (const kind of ['notes', 'charts', 'regions']) assert.deepEqual(none.entries(kind), [], kind)
  assert.throws(() => none.entries('tideStations'), { code: 'not-found' })
  const unknown = { kind: 'tideStations', id: 'x', shape: undefined }
  assert.deepEqual(
    none.find('tideStations', 'x'),
    unknown,
    'a change that a device has written throws nothing',
  )
})
