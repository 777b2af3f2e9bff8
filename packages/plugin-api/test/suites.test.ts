import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAutopilotProvider, describePlugin } from '#testing.ts'
import { failuresOf } from './suite-failures.ts'

const place = (path: string): URL => new URL(path, import.meta.url)
const watched = { observeMs: 200 }

describePlugin(place('plugins/by-hand'), watched)
describePlugin(place('plugins/deck-hand.ts'), watched)
describeAutopilotProvider(place('plugins/steady-pilot.ts'), watched)

test('fails an autopilot that engages on any command', async () => {
  assert.deepEqual(await failuresOf({ suite: 'loose-pilot', group: 'the autopilot provider' }), [
    'answers an unknown command to a device with an error, and changes no report',
  ])
})

test('fails an anchor provider without a device', async () => {
  assert.deepEqual(await failuresOf({ suite: 'dragging-anchor', group: 'the anchor provider' }), [
    'registers at least one device by the time it has started, each with a valid id',
    'reports only on devices that it has registered',
  ])
})

test('fails a plugin that breaks the protocol', async () => {
  assert.deepEqual(await failuresOf({ suite: 'rude-plugin', group: 'the plugin' }), [
    'does only what it declares, and nothing is refused',
    'writes nothing but messages to stdout',
    'stops within 1.5 s with exit code 0',
  ])
})
