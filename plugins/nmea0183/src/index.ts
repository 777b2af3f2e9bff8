import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { Inputs, isNmea2000Port, patternShape } from '@marinedata/inputs'
import { aisPaths, ownPaths } from '@marinedata/nmea0183'
import { nmea0183Protocol } from '#inputs/nmea0183-protocol.ts'

const strict = { additionalProperties: false } as const

const patterns = (description: string, more: { readonly grants?: 'ports' } = {}) =>
  Type.Array(Type.String({ pattern: patternShape.source, maxLength: 256 }), {
    maxItems: 16,
    default: [],
    description,
    ...more,
  })

const input = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }, strict)
/** Includes the time to find an unknown speed. */
const useSeconds = 10

const reader = definePlugin({
  name: 'nmea0183',
  version: '0.1.0',
  description:
    'Finds serial ports that send NMEA 0183, and reads the ports that you choose: own vessel and AIS',
  settings: Type.Object(
    {
      ports: patterns('further ports to search for, such as "/dev/ttyXR0" or "/dev/ttyXR*"', {
        grants: 'ports',
      }),
      ignored: patterns('ports that are never opened, because another program uses them'),
    },
    strict,
  ),
  writes: {
    paths: [...new Set([...ownPaths, ...aisPaths])],
    contexts: ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'],
    sources: ['*'],
  },
  actions: {
    use: { description: 'Start reading an input', input, deadline: useSeconds },
    release: { description: 'Stop reading an input', input, deadline: 5 },
  },
  needs: ['serial-ports', 'processes', 'network'],
  start: async (boat, settings) => {
    const inputs = new Inputs(boat, {
      protocol: nmea0183Protocol(boat),
      ports: { ...settings, ruleFor: (port) => (isNmea2000Port(port) ? 'ignore' : 'search') },
    })
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

/** Reads serial ports that send NMEA 0183, and reports which ports exist. */
export const plugin: Plugin = reader

if (import.meta.main) await runPlugin(plugin)
