import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatTopics } from './boat-topics.ts'
import { PublishedPaths } from './published-paths.ts'

const layout = { prefix: 'boat', discovery: 'homeassistant', boatId: 'urn_x' }

const setUp = (isDiscovered = false) => {
  const payloads = new Map<string, string>()
  const topics = new BoatTopics({
    paths: new PublishedPaths(['*'], 10),
    layout,
    isDiscovered,
    version: '0.1.0',
    set: (topic, payload) => void payloads.set(topic, payload),
    now: () => 0,
  })
  const send = (path: string, value: unknown): void =>
    topics.handle({
      context: 'vessels.self',
      updates: [{ $source: 'gps', timestamp: '2026-06-01T12:00:00.000Z', values: [{ path, value }] }],
    })
  return { topics, payloads, send }
}

test('at most 500 paths are published, and the others are counted', () => {
  const { topics, payloads, send } = setUp()
  for (let count = 0; count < 510; count++) send(`tanks.fuel.${count}.currentLevel`, 0.5)
  assert.deepEqual([payloads.size, topics.liveCount, topics.leftOutCount], [500, 500, 10])
})

test('a value that is too large is not published', () => {
  const { topics, payloads, send } = setUp()
  send('some.text', 'x'.repeat(70_000))
  assert.deepEqual([payloads.size, topics.leftOutCount], [0, 1])
})

test('a new name of the boat publishes all discovery messages again', () => {
  const { payloads, send } = setUp(true)
  send('navigation.speedOverGround', 3)
  const topic = 'homeassistant/sensor/urn_x/navigation_speedOverGround/config'
  assert.match(payloads.get(topic) ?? '', /"name":"Boat"/)
  send('name', 'Aura')
  assert.match(payloads.get(topic) ?? '', /"name":"Aura"/)
})
