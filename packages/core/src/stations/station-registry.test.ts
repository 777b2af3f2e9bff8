import { MarineDataError, type StationRequest } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { StationRegistry, stationLimits } from './station-registry.ts'

const cockpit: StationRequest = { name: 'Cockpit', screen: 'helm', sound: false }

const aboard = () => {
  const clock = new ManualClock()
  const counters = { evictedStations: 0 }
  const stations = new StationRegistry({ clock, counters })
  return { clock, counters, stations }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'forbidden'

test('a page that says that it is open is listed, with who has it and since when', () => {
  const { clock, stations } = aboard()
  const since = clock.timestamp()
  stations.put('page-one', { ...cockpit, battery: 0.81 }, 'Anna')
  clock.advance(4_960)
  assert.deepEqual(stations.list(), [
    {
      id: 'page-one',
      name: 'Cockpit',
      screen: 'helm',
      sound: false,
      battery: 0.81,
      who: 'Anna',
      since,
      age: 5,
    },
  ])
  stations.put('page-one', { ...cockpit, screen: 'anchor', battery: null }, 'Anna')
  const [again] = stations.list()
  assert.deepEqual([again?.screen, again?.battery, again?.since, again?.age], ['anchor', null, since, 0])
})

test('a page that is silent for fifteen seconds is gone, and comes back as a new one', () => {
  const { clock, stations } = aboard()
  stations.put('page-one', cockpit, 'Anna')
  clock.advance(stationLimits.silenceMs - 1)
  assert.equal(stations.list().length, 1)
  clock.advance(1)
  assert.deepEqual(stations.list(), [])
  stations.put('page-one', cockpit, 'Bert')
  assert.deepEqual(
    stations.list().map(({ who, since }) => [who, since]),
    [['Bert', clock.timestamp()]],
  )
})

test('nobody speaks for the page of someone else, or closes it', () => {
  const { stations } = aboard()
  stations.put('page-one', cockpit, 'Anna')
  assert.throws(() => stations.put('page-one', { ...cockpit, sound: true }, 'Bert'), isForbidden)
  assert.throws(() => stations.remove('page-one', 'Bert'), isForbidden)
  assert.equal(stations.hasSound, false)
  stations.remove('page-one', 'Anna')
  stations.remove('page-one', 'Bert')
  assert.deepEqual(stations.list(), [])
})

test('there is sound as long as one page that has it armed is heard', () => {
  const { clock, stations } = aboard()
  stations.put('page-one', { ...cockpit, sound: true }, 'Anna')
  stations.put('page-two', cockpit, 'Bert')
  assert.equal(stations.hasSound, true)
  clock.advance(stationLimits.silenceMs - 1)
  stations.put('page-two', cockpit, 'Bert')
  assert.equal(stations.hasSound, true)
  clock.advance(1)
  assert.equal(stations.hasSound, false)
})

test('of sixty-five pages the one that was not heard for the longest gives way, and is counted', () => {
  const { clock, counters, stations } = aboard()
  for (let number = 0; number < stationLimits.stations; number++) {
    stations.put(`page-${number}`, cockpit, 'Anna')
    clock.advance(1)
  }
  stations.put('page-0', cockpit, 'Anna')
  assert.equal(counters.evictedStations, 0)
  stations.put('one-more', cockpit, 'Bert')
  const ids = stations.list().map(({ id }) => id)
  assert.equal(ids.length, stationLimits.stations)
  assert.ok(ids.includes('page-0') && ids.includes('one-more') && !ids.includes('page-1'))
  assert.equal(counters.evictedStations, 1)
})
