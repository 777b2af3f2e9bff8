import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { Inputs } from '#inputs/inputs.ts'
import { aisPaths, ownPaths } from '#sentences/decode.ts'
import { patternShape } from '#serial/port-pattern.ts'

const strict = { additionalProperties: false } as const

const patterns = (description: string, more: { readonly grants?: 'ports' } = {}) =>
  Type.Array(Type.String({ pattern: patternShape.source, maxLength: 256 }), {
    maxItems: 16,
    default: [],
    description,
    ...more,
  })

const input = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }, strict)
/** A speed has to be found first, when nobody knows it. */
const useSeconds = 10

const reader = definePlugin({
  name: 'nmea0183',
  version: '0.1.0',
  description:
    'Finds serial ports that speak NMEA 0183 and, when someone chooses one, reads it: own vessel and AIS',
  settings: Type.Object(
    {
      ports: patterns('where else to look: "/dev/ttyXR0", or "/dev/ttyXR*"', { grants: 'ports' }),
      ignored: patterns('what is never opened, because another program reads it'),
    },
    strict,
  ),
  writes: {
    paths: [...new Set([...ownPaths, ...aisPaths])],
    contexts: ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'],
    sources: ['*'],
  },
  actions: {
    use: { description: 'Reads an input from now on', input, deadline: useSeconds },
    release: { description: 'Reads an input no more', input, deadline: 5 },
  },
  needs: ['serial-ports', 'processes'],
  start: async (boat, settings) => {
    const inputs = new Inputs(boat, settings)
    await inputs.start()
    return {
      stop: async () => await inputs[Symbol.asyncDispose](),
      actions: {
        use: async ({ id }, { signal }) => await inputs.use(id, signal),
        release: async ({ id }) => await inputs.release(id),
      },
    }
  },
})

/** Reads serial ports that speak NMEA 0183, and tells which there are. */
export const plugin: Plugin = reader

if (import.meta.main) await runPlugin(plugin)
