import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginDemo, demoWords, simulatorSettings } from './demo-scenarios.ts'

const demo = { kind: 'demo', folder: undefined, overrides: {} } as const

test('a boat that is told to lies at anchor in the bay, and drags when it is told that', () => {
  const { position, ...settings } = simulatorSettings({ drag: 'slow' }, { traffic: 3 })
  assert.deepEqual(Object.keys(position as object), ['latitude', 'longitude'])
  assert.deepEqual(settings, {
    traffic: 3,
    scenario: 'anchored',
    anchorage: { depth: 6, rode: 40, drag: { after: 60, speed: 0.05 } },
  })
  assert.deepEqual(simulatorSettings({}, settings)['anchorage'], { depth: 6, rode: 40 }, 'it holds again')
})

test('a boat that lay at anchor sails again where it usually does, and keeps what else was set', () => {
  const kept = simulatorSettings({ drag: 'fast' }, { traffic: 3 })
  assert.deepEqual(simulatorSettings(undefined, kept), { traffic: 3 })
})

test('a boat that sails is left as it was set', () => {
  const kept = { position: { latitude: 10, longitude: 20 }, anchorage: { depth: 9, rode: 50 } }
  assert.deepEqual(simulatorSettings(undefined, kept), kept)
})

test('the words say whether the anchor holds', () => {
  const vessel = 'http://127.0.0.1:3000/marinedata/v2/api/vessels/self'
  assert.match(demoWords({ ...demo, atAnchor: {} }, vessel), /The anchor holds\./)
  assert.match(demoWords({ ...demo, atAnchor: { drag: 'fast' } }, vessel), /lets go after 60 s, at 0\.3 m\/s/)
  assert.match(demoWords(demo, vessel), /is under way/)
})

test('a plugin that is slow to start does not end the demo: it is tried again', async () => {
  const tries: string[] = []
  const plugins = {
    settings: () => ({}),
    configure: () => Promise.resolve(),
    enable: async (name: string) => {
      tries.push(name)
      if (tries.length === 1) throw new MarineDataError('plugin-failed', 'No answer to "hello" within 10 s')
    },
  }
  await beginDemo(demo, plugins, new AbortController().signal)
  assert.deepEqual(tries, ['simulator', 'simulator'])
})

test('the demo stops trying when it is asked to end', async () => {
  const ending = new AbortController()
  const plugins = {
    settings: () => ({}),
    configure: () => Promise.resolve(),
    enable: () => {
      setImmediate(() => ending.abort())
      return Promise.reject(new MarineDataError('plugin-failed', 'No answer to "hello" within 10 s'))
    },
  }
  await assert.rejects(beginDemo(demo, plugins, ending.signal), { name: 'AbortError' })
})
