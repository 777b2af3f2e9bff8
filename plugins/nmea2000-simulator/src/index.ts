import { systemTimer } from '@marinedata/inputs'
import { LoadGenerator, simulateGateway, SimulatedBoat, SimulatedBus } from '@marinedata/nmea2000'
import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { GatewayServer } from './gateway-server.ts'

/** The gateways whose clients need no conversation before they receive. */
const kinds = ['yacht-devices', 'actisense-ascii'] as const
/** The address of the gateway on the bus. */
const gatewayAddress = 77

const Settings = Type.Object(
  {
    kind: Type.Enum([...kinds], { default: 'yacht-devices', description: 'the format of the gateway' }),
    host: Type.String({
      pattern: '^[0-9A-Fa-f:.]{2,45}$',
      default: '127.0.0.1',
      description: 'listens at this address of the machine; "0.0.0.0": for the whole network',
    }),
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 1457 }),
    load: Type.Integer({
      minimum: 0,
      maximum: 1_800,
      default: 0,
      description: 'further frames a second; with 1,800 the bus is full',
    }),
  },
  { additionalProperties: false },
)

const simulator = definePlugin({
  name: 'nmea2000-simulator',
  version: '0.1.0',
  description:
    'A simulated boat with NMEA 2000: its instruments behind a network gateway, for trying things without a boat',
  settings: Settings,
  needs: ['network'],
  start: async (boat, { kind, host, port, load }) => {
    const timer = systemTimer
    await using stack = new AsyncDisposableStack()
    const server = stack.use(await GatewayServer.listen({ host, port }))
    const bus = new SimulatedBus(timer)
    const gateway = stack.use(
      simulateGateway(kind, { bus, timer, address: gatewayAddress, write: (bytes) => server.write(bytes) }),
    )
    server.onBytes = (bytes) => gateway.read(bytes)
    stack.use(new SimulatedBoat({ bus, timer, startsAt: Date.now() - timer.now }))
    if (load > 0) stack.use(new LoadGenerator({ bus, timer }, load))
    server.onClients = (count) => boat.status('ok', `Gateway at ${host}:${port}; ${count} connected`)
    server.onClients(0)
    const started = stack.move()
    return { stop: () => started.disposeAsync() }
  },
})

/** Simulates the NMEA 2000 of a boat. */
export const plugin: Plugin = simulator

if (import.meta.main) await runPlugin(plugin)
