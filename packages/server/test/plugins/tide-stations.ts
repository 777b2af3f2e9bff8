import { definePlugin, MarineDataError, runPlugin, Type, type Boat } from '@marinedata/plugin-api'

/** A plugin that provides resources, and answers with the problem when the server refuses one. */
const plugin = definePlugin({
  name: 'tide-stations',
  version: '1.0.0',
  description: 'Provides tide stations',
  resources: ['tideStations', 'routes', 'notes'],
  actions: {
    put: {
      description: 'Provides a resource',
      input: Type.Object({ kind: Type.String(), id: Type.String() }),
    },
    remove: {
      description: 'Removes a resource',
      input: Type.Object({ kind: Type.String(), id: Type.String() }),
    },
  },
  start: async (boat) => {
    const attempt = async (call: () => Promise<void>): Promise<string> => {
      try {
        await call()
        return 'done'
      } catch (error) {
        return error instanceof MarineDataError ? error.code : String(error)
      }
    }
    await boat.putResource('tideStations', { id: 'cuxhaven', name: 'Cuxhaven', range: 3.2 })
    // The server refuses a kind that is not declared. The type does not let it through, so this plugin sets it aside.
    const anyBoat = boat as unknown as Boat
    return {
      actions: {
        put: ({ kind, id }) => attempt(() => anyBoat.putResource(kind, { id, name: id })),
        remove: ({ kind, id }) => attempt(() => anyBoat.removeResource(kind, id)),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
