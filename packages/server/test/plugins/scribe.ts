import { definePlugin, runPlugin, Type, type AutopilotCommand } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

/** An autopilot that keeps its state without its provider, as a real one does, and stores every received command. */
const plugin = definePlugin({
  name: 'scribe',
  version: '1.0.0',
  description: 'Steers on by itself, and keeps all that it was told',
  settings: Type.Object({
    ceremony: Type.Number({ default: 0, minimum: 0, description: 'seconds that its start takes' }),
  }),
  provides: ['autopilot'],
  actions: { recite: { description: 'Gives all that it was told' } },
  start: async (boat, { ceremony }) => {
    const reported = ((await boat.storage.get('reported')) ?? []) as string[]
    let isSteering = (await boat.storage.get('isSteering')) === true
    const details = {
      states: [
        { name: 'auto', engaged: true },
        { name: 'standby', engaged: false },
      ],
      modes: [{ name: 'compass', kind: 'heading' as const }],
      operations: ['engage' as const],
    }
    const obey = async ({ name }: AutopilotCommand): Promise<void> => {
      reported.push(name)
      isSteering = name === 'engage'
      await boat.storage.set({ reported, isSteering })
      await report()
    }
    const pilot = await boat.registerDevice({ id: 'scribe', kind: 'autopilot', details }, obey)
    const report = (): Promise<void> =>
      pilot.report({ state: isSteering ? 'auto' : 'standby', mode: 'compass', target: 1 })
    await report()
    const timer = setInterval(() => void report(), 200)
    await sleep(ceremony * 1_000)
    return { stop: () => clearInterval(timer), actions: { recite: () => reported } }
  },
})

if (import.meta.main) await runPlugin(plugin)
