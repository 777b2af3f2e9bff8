import { Inputs, isNmea2000Port } from '@marinedata/inputs'
import { alertPaths, busAisPaths, ownVesselPaths } from '@marinedata/nmea2000'
import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { Buses } from '#bus/buses.ts'
import { gatewayInput } from '#gateways/gateway-inputs.ts'
import { serialProtocol } from '#gateways/serial-protocol.ts'
import { namesOf, Settings } from '#settings.ts'
import { systemTimer } from '#system-timer.ts'

const strict = { additionalProperties: false } as const
const input = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }, strict)
/** Includes the time to find an unknown speed. */
const useSeconds = 10

const reader = definePlugin({
  name: 'nmea2000',
  version: '0.1.0',
  description: 'Reads NMEA 2000 through gateways: own vessel, alerts, AIS, and the devices on the bus',
  settings: Settings,
  writes: {
    paths: [...new Set<string>([...ownVesselPaths, ...busAisPaths])],
    contexts: ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'],
    sources: ['*'],
  },
  offers: { buses: ['nmea2000'] },
  notifications: [...alertPaths],
  actions: {
    use: { description: 'Start reading an input', input, deadline: useSeconds },
    release: { description: 'Stop reading an input', input, deadline: 5 },
  },
  needs: ['serial-ports', 'processes', 'network'],
  start: async (boat, settings) => {
    const { sends, ports, ignored, gateways } = settings
    const buses = new Buses(boat, { timer: systemTimer, sends, names: namesOf(settings) })
    const options = { buses, timer: systemTimer, sends, warn: (reason: string) => boat.log.warn(reason) }
    const inputs = new Inputs(boat, {
      protocol: serialProtocol(options),
      ports: { ports, ignored, ruleFor: (port) => (isNmea2000Port(port) ? 'search' : 'offer') },
      fixed: gateways.map((gateway) => gatewayInput(gateway, options)),
    })
    await inputs.start()
    return {
      stop: async () => {
        await inputs[Symbol.asyncDispose]()
        buses[Symbol.dispose]()
      },
      actions: {
        use: async ({ id }, { signal }) => await inputs.use(id, signal),
        release: async ({ id }) => await inputs.release(id),
      },
    }
  },
})

/** Reads NMEA 2000 through gateways. */
export const plugin: Plugin = reader

if (import.meta.main) await runPlugin(plugin)
