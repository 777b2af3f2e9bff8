import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

const text = Type.Object({ name: Type.String() })

const details = {
  states: [
    { name: 'auto', engaged: true },
    { name: 'standby', engaged: false },
  ],
  modes: [{ name: 'compass', kind: 'heading' as const }],
  operations: ['engage' as const],
}

/** Uses the given names as device ids, sources and storage keys; returns the refusal, if any. */
const plugin = definePlugin({
  name: 'namer',
  version: '1.0.0',
  description: 'Uses the names that it is given',
  writes: { paths: ['namer.*'], sources: ['*'] },
  provides: ['autopilot'],
  actions: {
    device: { description: 'Registers a device of this id', input: text },
    source: { description: 'Publishes from a source of this name', input: text },
    key: { description: 'Keeps a value under this key', input: text },
  },
  start: (boat) => {
    const reported = async (work: () => Promise<unknown>): Promise<string> => {
      try {
        await work()
        return 'accepted'
      } catch (error) {
        return `refused: ${(error as Error).message}`
      }
    }
    const nameOf = (input: unknown): string => (input as { readonly name: string }).name
    return {
      actions: {
        device: (input) =>
          reported(async () => {
            let state = 'standby'
            const report = (): Promise<void> => pilot.report({ state, mode: 'compass', target: 1 })
            const pilot = await boat.registerDevice(
              { id: nameOf(input), kind: 'autopilot', details },
              async ({ name }) => {
                state = name === 'engage' ? 'auto' : 'standby'
                await report()
              },
            )
            await report()
          }),
        source: (input) =>
          reported(async () => {
            const $source = nameOf(input)
            boat.publishDelta({ updates: [{ $source, values: [{ path: 'namer.note', value: $source }] }] })
            await boat.storage.get('x')
          }),
        key: (input) =>
          reported(async () => {
            const key = nameOf(input)
            await boat.storage.set({ [key]: key })
            if ((await boat.storage.get(key)) !== key) throw new Error('the value is lost')
          }),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
