import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAutopilotProvider, describePlugin } from '#testing.ts'
import { failuresOf } from './suite-failures.ts'

const place = (path: string): URL => new URL(path, import.meta.url)
const watched = { observeMs: 200 }

describePlugin(place('plugins/by-hand'), watched)
describePlugin(place('plugins/deck-hand.ts'), watched)
describeAutopilotProvider(place('plugins/steady-pilot.ts'), watched)

test('an autopilot that engages whatever it is told does not pass', async () => {
  assert.deepEqual(await failuresOf({ suite: 'loose-pilot', group: 'the autopilot provider' }), [
    'it answers a command that its device does not know with an error, and changes no report',
  ])
})

test('an anchor that is not there does not pass', async () => {
  assert.deepEqual(await failuresOf({ suite: 'dragging-anchor', group: 'the anchor provider' }), [
    'it registers at least one device by the time it has started, each with a valid id',
    'it reports only on devices that it has registered',
  ])
})

test('a plugin without manners does not pass', async () => {
  assert.deepEqual(await failuresOf({ suite: 'rude-plugin', group: 'the plugin' }), [
    'it does only what it declared, and nothing of it is refused',
    'it keeps stdout for the protocol',
    'it stops within 1.5 s, with code 0',
  ])
})
