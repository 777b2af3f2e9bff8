import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatTopics } from './boat-topics.ts'
import { PublishedPaths } from './published-paths.ts'

const layout = { prefix: 'boat', discovery: 'homeassistant', boatId: 'urn_x' }

const setUp = (isDiscovered = false) => {
  const payloads = new Map<string, string>()
  const clock = { now: 0 }
  const topics = new BoatTopics({
    paths: new PublishedPaths(['*'], 10),
    layout,
    isDiscovered,
    version: '0.1.0',
    set: (topic, payload) => void payloads.set(topic, payload),
    now: () => clock.now,
  })
  const send = (path: string, value: unknown, $source = 'gps'): void =>
    topics.handle({
      context: 'vessels.self',
      updates: [{ $source, timestamp: '2026-06-01T12:00:00.000Z', values: [{ path, value }] }],
    })
  return { topics, payloads, send, clock }
}

test('at most 500 paths are published, and the others are counted', () => {
  const { topics, payloads, send } = setUp()
  for (let count = 0; count < 510; count++) send(`tanks.fuel.${count}.currentLevel`, 0.5)
  assert.deepEqual([payloads.size, topics.liveCount, topics.leftOutCount], [500, 500, 10])
})

/** The sources of clients that connect again and again. */
const manySources = Array.from({ length: 100 }, (_, index) => `ws.${index}`)
const alertOf = (state: string) => ({ state, method: ['visual'], message: 'Bilge' })
const valueAt = (payloads: ReadonlyMap<string, string>, topic: string): unknown =>
  (JSON.parse(payloads.get(topic) ?? '{}') as { readonly value?: unknown }).value

test('a value of the hundredth source of a path is published as one of the first', () => {
  const { payloads, send, clock } = setUp()
  for (const [index, source] of manySources.entries()) {
    clock.now += 60_000
    send('environment.depth.belowKeel', index, source)
    assert.equal(valueAt(payloads, 'boat/environment/depth/belowKeel'), index)
  }
})

test('the worst notification is published, also after many sources of milder and ended ones', () => {
  const { payloads, send } = setUp()
  const path = 'notifications.bilge'
  const value = () => (valueAt(payloads, 'boat/notifications/bilge') as { state: string } | null)?.state
  for (const source of manySources) {
    send(path, alertOf('alarm'), source)
    send(path, null, source)
  }
  for (const source of manySources) send(path, alertOf('alert'), source)
  send(path, alertOf('emergency'), 'late')
  send(path, null, 'ws.0')
  assert.equal(value(), 'emergency')
})

test('a value that is too large is not published', () => {
  const { topics, payloads, send } = setUp()
  send('some.text', 'x'.repeat(70_000))
  assert.deepEqual([payloads.size, topics.leftOutCount], [0, 1])
})

test('a value that has become too large is unknown, and never the one before', () => {
  const { topics, payloads, send, clock } = setUp()
  send('some.text', 'short')
  clock.now += 60_000
  send('some.text', 'x'.repeat(70_000))
  assert.equal(valueAt(payloads, 'boat/some/text'), null)
  assert.equal(topics.leftOutCount, 1)
})

test('a new name of the boat publishes all discovery messages again', () => {
  const { payloads, send } = setUp(true)
  send('navigation.speedOverGround', 3)
  const topic = 'homeassistant/sensor/urn_x/navigation_speedOverGround/config'
  assert.match(payloads.get(topic) ?? '', /"name":"Boat"/)
  send('name', 'Aura')
  assert.match(payloads.get(topic) ?? '', /"name":"Aura"/)
})
