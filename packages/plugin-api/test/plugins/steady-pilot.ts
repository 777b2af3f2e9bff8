import { definePlugin, MarineDataError, runPlugin } from '@marinedata/plugin-api'

const plugin = definePlugin({
  name: 'steady-pilot',
  version: '1.0.0',
  description: 'An autopilot that follows its commands',
  provides: ['autopilot'],
  start: async (boat) => {
    const details = {
      states: [
        { name: 'standby', engaged: false },
        { name: 'auto', engaged: true },
      ],
      modes: [{ name: 'compass', kind: 'heading' as const }],
      operations: ['engage' as const],
    }
    let isEngaged = false
    // As a pilot behind a connection: the first report is sent before the device has answered.
    let isConnected = false
    const pilot = await boat.registerDevice(
      { id: 'steady-1', kind: 'autopilot', details },
      async ({ name }) => {
        if (name !== 'engage' && name !== 'disengage')
          throw new MarineDataError('unsupported-action', `It cannot "${name}"`)
        isEngaged = name === 'engage'
        await tell()
      },
    )
    const tell = async (): Promise<void> => {
      if (!isConnected) return await pilot.report({ state: 'off-line', mode: null, target: null })
      const state = isEngaged ? 'auto' : 'standby'
      await pilot.report({ state, mode: 'compass', target: null, error: Math.random() })
    }
    await tell()
    const connecting = setTimeout(() => (isConnected = true), 250)
    const timer = setInterval(() => void tell(), 100)
    return {
      stop: () => {
        clearTimeout(connecting)
        clearInterval(timer)
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
