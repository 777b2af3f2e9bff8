import { MarineDataError, type ConsoleClientRequest } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import {
  ConsoleClientRegistry,
  consoleClientLimits,
  type ConsoleClientOwner,
} from './console-client-registry.ts'
import { person } from '#testing/person.ts'

const cockpit: ConsoleClientRequest = { name: 'Cockpit', screen: 'helm', sound: false }

const armed: ConsoleClientRequest = { ...cockpit, sound: true, tested: true }
const anna: ConsoleClientOwner = { identity: person('Anna'), credential: 'session-1' }
const bert: ConsoleClientOwner = { identity: person('Bert'), credential: 'session-2' }

const fixture = () => {
  const clock = new ManualClock()
  const counters = { evictedStations: 0 }
  /** The credentials under which a stream is open. */
  const streams = new Set(['session-1', 'session-2'])
  const hasStream = ({ credential = '' }: ConsoleClientOwner): boolean => streams.has(credential)
  const clients = new ConsoleClientRegistry({ clock, counters, hasStream })
  return { clock, counters, streams, clients }
}

const isForbidden = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'forbidden'

test('lists a registered page with its owner and start time', () => {
  const { clock, clients } = fixture()
  const since = clock.timestamp()
  clients.put('page-one', { ...cockpit, battery: 0.81 }, anna)
  clock.advance(4_960)
  assert.deepEqual(clients.list(), [
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
  clients.put('page-one', { ...cockpit, screen: 'anchor', battery: null }, anna)
  const [again] = clients.list()
  assert.deepEqual([again?.screen, again?.battery, again?.since, again?.age], ['anchor', null, since, 0])
})

test('removes a page after fifteen seconds without a heartbeat, and registers it as new afterwards', () => {
  const { clock, clients } = fixture()
  clients.put('page-one', cockpit, anna)
  clock.advance(consoleClientLimits.silenceMs - 1)
  assert.equal(clients.list().length, 1)
  clock.advance(1)
  assert.deepEqual(clients.list(), [])
  clients.put('page-one', cockpit, bert)
  assert.deepEqual(
    clients.list().map(({ who, since }) => [who, since]),
    [['Bert', clock.timestamp()]],
  )
})

test('rejects updating or removing the page of another person', () => {
  const { clients } = fixture()
  clients.put('page-one', cockpit, anna)
  assert.throws(() => clients.put('page-one', { ...cockpit, sound: true }, bert), isForbidden)
  assert.throws(() => clients.remove('page-one', bert.identity), isForbidden)
  assert.equal(clients.hasListener, false)
  clients.remove('page-one', anna.identity)
  clients.remove('page-one', bert.identity)
  assert.deepEqual(clients.list(), [])
})

test('a token named like the owner of a page is not its owner', () => {
  const { clients } = fixture()
  clients.put('page-one', cockpit, anna)
  const token = { kind: 'token', id: 'a token', name: 'Anna' } as const
  assert.throws(() => clients.remove('page-one', token), isForbidden)
  clients.put('page-two', cockpit, { identity: token, credential: 'a token' })
  assert.deepEqual(
    clients.list().map(({ who }) => who),
    ['Anna', 'device.Anna'],
  )
})

test('there is a listener while one page has its sound on and tested', () => {
  const { clock, clients } = fixture()
  clients.put('page-one', armed, anna)
  clients.put('page-two', cockpit, bert)
  assert.equal(clients.hasListener, true)
  clock.advance(consoleClientLimits.silenceMs - 1)
  clients.put('page-two', cockpit, bert)
  assert.equal(clients.hasListener, true)
  clock.advance(1)
  assert.equal(clients.hasListener, false)
})

for (const [title, request] of [
  ['is off', { ...armed, sound: false }],
  ['was not tested', { ...armed, tested: false }],
  ['does not say that it was tested', { ...cockpit, sound: true }],
] as const)
  test(`a page whose sound ${title} is no listener`, () => {
    const { clients } = fixture()
    clients.put('page-one', request, anna)
    assert.equal(clients.hasListener, false)
    assert.equal(clients.list()[0]?.wakes, false)
  })

test('a page without a stream under the same credential is no listener', () => {
  const { streams, clients } = fixture()
  clients.put('page-one', armed, { ...anna, credential: 'script' })
  assert.equal(clients.hasListener, false)
  clients.put('page-one', armed, anna)
  assert.equal(clients.list()[0]?.wakes, true)
  streams.delete('session-1')
  assert.equal(clients.hasListener, false)
})

test('evicts the page with the oldest heartbeat for a 65th, and counts it', () => {
  const { clock, counters, clients } = fixture()
  for (let number = 0; number < consoleClientLimits.clients; number++) {
    clients.put(`page-${number}`, cockpit, anna)
    clock.advance(1)
  }
  clients.put('page-0', cockpit, anna)
  assert.equal(counters.evictedStations, 0)
  clients.put('one-more', cockpit, bert)
  const ids = clients.list().map(({ id }) => id)
  assert.equal(ids.length, consoleClientLimits.clients)
  assert.ok(ids.includes('page-0') && ids.includes('one-more') && !ids.includes('page-1'))
  assert.equal(counters.evictedStations, 1)
})
