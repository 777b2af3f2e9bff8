import { ManualClock } from '@marinedata/core'
import { MarineDataError, type PluginState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginLifecycle } from './plugin-lifecycle.ts'
import { StartSlots } from './supervision/start-slots.ts'

/** A plugin whose start is refused with this error before there is a process. */
const refusedWith = async (error: Error): Promise<PluginState | undefined> => {
  const clock = new ManualClock()
  const states: PluginState[] = []
  const life = new PluginLifecycle({
    clock,
    slots: new StartSlots(clock),
    isProvider: () => false,
    prepare: () => Promise.reject(error),
    launch: () => assert.fail('a process was started'),
    onState: (state) => states.push(state),
    onExit: () => undefined,
    onFault: () => undefined,
    onQuarantine: () => states.push('quarantined'),
    onCallbackError: (thrown) => assert.fail(String(thrown)),
  })
  await assert.rejects(life.start(), { code: 'plugin-failed', message: error.message })
  return states.at(-1)
}

test('does not start a plugin whose settings are invalid, and does not try again', async () => {
  assert.equal(await refusedWith(new MarineDataError('invalid-settings', 'invalid')), 'quarantined')
})

test('tries again when the machine was too busy to check the settings', async () => {
  assert.equal(await refusedWith(new MarineDataError('busy', 'too busy')), 'waiting')
})
