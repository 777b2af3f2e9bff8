import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offDartmouth, torBay } from './waters.ts'
import { startDemo, demoInstructions, readerSettings, simulatorSettings } from './scenarios.ts'

const demo = { kind: 'demo', folder: undefined, overrides: {} } as const

test('puts the boat at anchor in the bay, with or without dragging', () => {
  const settings = simulatorSettings({ drag: 'slow' }, { pace: 3 })
  assert.deepEqual(settings, {
    pace: 3,
    scenario: 'anchored',
    ...torBay,
    anchorage: { depth: 6, rode: 40, drag: { after: 60, speed: 0.05 } },
  })
  assert.deepEqual(simulatorSettings({}, settings)['anchorage'], { depth: 6, rode: 40 }, 'it holds again')
})

test('sails off the coast, also after a demo at anchor, and preserves the other settings', () => {
  const saved = simulatorSettings({ drag: 'fast' }, { pace: 3 })
  assert.deepEqual(simulatorSettings(undefined, saved), { pace: 3, ...offDartmouth })
})

test('does not change the place that the user has set', () => {
  const saved = { position: { latitude: 10, longitude: 20 }, traffic: 3 }
  assert.deepEqual(simulatorSettings(undefined, saved), saved)
})

test('adds the simulated gateway to the NMEA 2000 reader, removes it later, and preserves the others', () => {
  const own = { kind: 'socketcan', address: 'can0' }
  const saved = readerSettings(true, { gateways: [own] })
  assert.deepEqual(readerSettings(true, saved), saved)
  const [first, second] = saved['gateways'] as { readonly address: string }[]
  assert.deepEqual([first, second?.address, saved['sends']], [own, 'tcp://127.0.0.1:1457', true])
  assert.deepEqual(readerSettings(false, saved), { gateways: [own], sends: false })
  assert.deepEqual(readerSettings(false, { gateways: [own], sends: true }), { gateways: [own], sends: true })
})

test('states in the instructions whether the anchor holds', () => {
  const vessel = 'http://127.0.0.1:3000/marinedata/v2/api/vessels/self'
  assert.match(demoInstructions({ ...demo, atAnchor: {} }, vessel), /The anchor holds\./)
  assert.match(
    demoInstructions({ ...demo, atAnchor: { drag: 'fast' } }, vessel),
    /starts to drag after 60 s, at 0\.3 m\/s/,
  )
  assert.match(demoInstructions(demo, vessel), /is under way/)
})

test('retries a plugin that is slow to start', async () => {
  const tries: string[] = []
  const plugins = {
    settings: () => ({}),
    configure: () => Promise.resolve(),
    disable: () => Promise.resolve(),
    enable: async (name: string) => {
      tries.push(name)
      if (tries.length === 1) throw new MarineDataError('plugin-failed', 'No answer to "hello" within 10 s')
    },
  }
  await startDemo(demo, plugins, new AbortController().signal)
  assert.deepEqual(tries, ['simulator', 'simulator'])
})

test('stops retrying when the demo is aborted', async () => {
  const ending = new AbortController()
  const plugins = {
    settings: () => ({}),
    configure: () => Promise.resolve(),
    disable: () => Promise.resolve(),
    enable: () => {
      setImmediate(() => ending.abort())
      return Promise.reject(new MarineDataError('plugin-failed', 'No answer to "hello" within 10 s'))
    },
  }
  await assert.rejects(startDemo(demo, plugins, ending.signal), { name: 'AbortError' })
})
