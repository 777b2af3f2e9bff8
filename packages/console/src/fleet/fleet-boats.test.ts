import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clustersOf, visibleClusters } from './clusters.ts'
import { isAlarming, shownMark, titleOf, type ShownBoat } from './fleet-boats.ts'
import { resolutionOf, toMap } from '@marinedata/console-map/earth'
import { Viewport } from '@marinedata/console-map'

const boat = (name: string, more: Partial<ShownBoat> = {}): ShownBoat => ({
  vessel: `urn:mrn:imo:mmsi:${230_000_000 + name.length}`,
  name,
  condition: 'fine',
  ...more,
})
const tuuli = boat('Tuuli', { condition: 'alarm' })
const meri = boat('Meri', { condition: 'warn' })
const aava = boat('Aava')

test('a boat without a name is called by its MMSI', () => {
  assert.equal(titleOf(aava), 'Aava')
  assert.equal(titleOf({ ...aava, name: '' }), 'MMSI 230000004')
  assert.deepEqual([tuuli, meri].map(isAlarming), [true, false])
})

test('a boat that the list has no place for is drawn where the map has it', () => {
  const viewport = new Viewport({
    center: toMap({ latitude: 54.3, longitude: 10.1 }),
    resolution: resolutionOf(9),
    rotation: 0,
    width: 800,
    height: 600,
  })
  const at = { latitude: 54.3, longitude: 10.1, at: 0 }
  const other = { vessel: 'urn:mrn:imo:mmsi:230000099', name: 'Ilma', condition: 'warn', ...at } as const
  const here = { position: { latitude: 54.5, longitude: 10.5 } }
  const listed = [boat('Tuuli', { condition: 'alarm', ...here }), boat('Meri', here)]
  const marks = new Map([[other.vessel, other]])
  const drawn = visibleClusters(viewport, listed, { marks, cells: undefined })
  assert.deepEqual(
    drawn.map(({ boats, condition }) => [boats.map(titleOf), condition]),
    [
      [['Tuuli', 'Meri'], 'alarm'],
      [['Ilma'], 'warn'],
    ],
  )
  assert.deepEqual(shownMark(other).position, { latitude: 54.3, longitude: 10.1 })
  const counted = visibleClusters(viewport, listed, { marks, cells: [{ ...at, count: 900 }] })
  assert.deepEqual(
    counted.map(({ boats }) => boats.map(titleOf)),
    [['Tuuli']],
  )
})

test('boats that would cover each other are one mark of the most urgent condition', () => {
  const clusters = clustersOf([
    { boat: tuuli, at: [20, 20] },
    { boat: meri, at: [200, 200] },
    { boat: aava, at: [10, 10] },
  ])
  assert.equal(clusters.length, 2)
  assert.deepEqual(clusters[0], { at: [15, 15], boats: [tuuli, aava], condition: 'alarm' })
  assert.equal(clusters[1]?.condition, 'warn')
})
