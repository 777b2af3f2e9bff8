import { MarineDataError, type StationRequest } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { StationRegistry, stationLimits, type StationOwner } from './station-registry.ts'

const cockpit: StationRequest = { name: 'Cockpit', screen: 'helm', sound: false }

const armed: StationRequest = { ...cockpit, sound: true, tested: true }
const anna: StationOwner = { who: 'Anna', credential: 'session-1' }
const bert: StationOwner = { who: 'Bert', credential: 'session-2' }

const aboard = () => {
  const clock = new ManualClock()
  const counters = { evictedStations: 0 }
  /** The credentials under which a stream is open. */
  const streams = new Set(['session-1', 'session-2'])
  const hasStream = ({ credential = '' }: StationOwner): boolean => streams.has(credential)
  const stations = new StationRegistry({ clock, counters, hasStream })
  return { clock, counters, streams, stations }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'forbidden'

test('a page that says that it is open is listed, with who has it and since when', () => {
  const { clock, stations } = aboard()
  const since = clock.timestamp()
  stations.put('page-one', { ...cockpit, battery: 0.81 }, anna)
  clock.advance(4_960)
  assert.deepEqual(stations.list(), [
    {
      id: 'page-one',
      name: 'Cockpit',
      screen: 'helm',
      sound: false,
      battery: 0.81,
      wakes: false,
      who: 'Anna',
      since,
      age: 5,
    },
  ])
  stations.put('page-one', { ...cockpit, screen: 'anchor', battery: null }, anna)
  const [again] = stations.list()
  assert.deepEqual([again?.screen, again?.battery, again?.since, again?.age], ['anchor', null, since, 0])
})

test('a page that is silent for fifteen seconds is gone, and comes back as a new one', () => {
  const { clock, stations } = aboard()
  stations.put('page-one', cockpit, anna)
  clock.advance(stationLimits.silenceMs - 1)
  assert.equal(stations.list().length, 1)
  clock.advance(1)
  assert.deepEqual(stations.list(), [])
  stations.put('page-one', cockpit, bert)
  assert.deepEqual(
    stations.list().map(({ who, since }) => [who, since]),
    [['Bert', clock.timestamp()]],
  )
})

test('nobody speaks for the page of someone else, or closes it', () => {
  const { stations } = aboard()
  stations.put('page-one', cockpit, anna)
  assert.throws(() => stations.put('page-one', { ...cockpit, sound: true }, bert), isForbidden)
  assert.throws(() => stations.remove('page-one', 'Bert'), isForbidden)
  assert.equal(stations.hasListener, false)
  stations.remove('page-one', 'Anna')
  stations.remove('page-one', 'Bert')
  assert.deepEqual(stations.list(), [])
})

test('an alarm is heard as long as one page is there that has it armed and tested', () => {
  const { clock, stations } = aboard()
  stations.put('page-one', armed, anna)
  stations.put('page-two', cockpit, bert)
  assert.equal(stations.hasListener, true)
  clock.advance(stationLimits.silenceMs - 1)
  stations.put('page-two', cockpit, bert)
  assert.equal(stations.hasListener, true)
  clock.advance(1)
  assert.equal(stations.hasListener, false)
})

for (const [title, request] of [
  ['is not armed', { ...armed, sound: false }],
  ['was not tested', { ...armed, tested: false }],
  ['does not say that it was tested', { ...cockpit, sound: true }],
] as const)
  test(`nobody counts on a page whose sound ${title}`, () => {
    const { stations } = aboard()
    stations.put('page-one', request, anna)
    assert.equal(stations.hasListener, false)
    assert.equal(stations.list()[0]?.wakes, false)
  })

test('nobody counts on a page without a stream under the same credential: it hears of no alarm', () => {
  const { streams, stations } = aboard()
  stations.put('page-one', armed, { ...anna, credential: 'script' })
  assert.equal(stations.hasListener, false)
  stations.put('page-one', armed, anna)
  assert.equal(stations.list()[0]?.wakes, true)
  streams.delete('session-1')
  assert.equal(stations.hasListener, false)
})

test('of sixty-five pages the one that was not heard for the longest gives way, and is counted', () => {
  const { clock, counters, stations } = aboard()
  for (let number = 0; number < stationLimits.stations; number++) {
    stations.put(`page-${number}`, cockpit, anna)
    clock.advance(1)
  }
  stations.put('page-0', cockpit, anna)
  assert.equal(counters.evictedStations, 0)
  stations.put('one-more', cockpit, bert)
  const ids = stations.list().map(({ id }) => id)
  assert.equal(ids.length, stationLimits.stations)
  assert.ok(ids.includes('page-0') && ids.includes('one-more') && !ids.includes('page-1'))
  assert.equal(counters.evictedStations, 1)
})
