import { inputActions, inputActionsOf, Inputs, isNmea2000Port, systemTimer } from '@marinedata/inputs'
import {
  alertPaths,
  busAisPaths,
  outputKinds,
  outputPathsOf,
  ownVesselPaths,
  switchBankPgns,
} from '@marinedata/nmea2000'
import { definePlugin, runPlugin, type Plugin } from '@marinedata/plugin-api'
import { alertOutputPaths, AlertOutputs } from '#alerts/alert-outputs.ts'
import { Buses } from '#bus/buses.ts'
import { gatewayInput } from '#gateways/gateway-inputs.ts'
import { serialProtocol } from '#gateways/serial-protocol.ts'
import { Outputs } from '#outputs/outputs.ts'
import { namesOf, sentPgnsOf, Settings } from '#settings.ts'
import { SwitchBanks } from '#switches/switch-banks.ts'
import { checkSwitchBanks } from '#switches/switch-settings.ts'

const reader = definePlugin({
  name: 'nmea2000',
  version: '0.1.0',
  description:
    'Reads NMEA 2000 through gateways: own vessel, alerts, AIS, and the devices on the bus. Sends values and sets switches as you choose',
  settings: Settings,
  writes: {
    paths: [...new Set<string>([...ownVesselPaths, ...busAisPaths])],
    contexts: ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'],
    sources: ['*'],
  },
  reads: {
    paths: [...new Set([...outputPathsOf(new Set(outputKinds.map(({ pgn }) => pgn))), ...alertOutputPaths])],
    contexts: ['vessels.self'],
  },
  provides: ['control'],
  offers: { buses: ['nmea2000'] },
  notifications: [...alertPaths],
  answersAlerts: true,
  actions: inputActions,
  needs: ['serial-ports', 'processes', 'network'],
  start: async (boat, settings) => {
    await using stack = new AsyncDisposableStack()
    const { sends, ports, ignored, gateways, answersFromWire } = settings
    const pgns = sentPgnsOf(settings)
    const names = namesOf(settings)
    const outputs = stack.use(new Outputs({ boat, pgns, names }))
    const alerts = stack.use(new AlertOutputs({ boat, timer: systemTimer, pgns, answersFromWire }))
    const banks = checkSwitchBanks(settings.switchBanks, settings)
    const switches = new SwitchBanks({ boat, timer: systemTimer, banks })
    await switches.register()
    const transmits = [
      ...pgns,
      ...(banks.length > 0 ? [switchBankPgns.control, switchBankPgns.groupFunction] : []),
    ]
    const common = { timer: systemTimer, sends, transmits }
    const buses = stack.use(new Buses(boat, { ...common, names, outputs, alerts, switches }))
    const options = { ...common, buses, warn: (reason: string) => boat.log.warn(reason) }
    const inputs = stack.use(
      new Inputs(boat, {
        protocol: serialProtocol(options),
        ports: { ports, ignored, ruleFor: (port) => (isNmea2000Port(port) ? 'search' : 'offer') },
        fixed: gateways.map((gateway) => gatewayInput(gateway, options)),
      }),
    )
    // Ends before the inputs: it reports nothing while the plugin stops.
    stack.use(switches)
    await outputs.start()
    await alerts.start()
    await inputs.start()
    const running = stack.move()
    return { stop: async () => await running[Symbol.asyncDispose](), actions: inputActionsOf(inputs) }
  },
})

/** Reads NMEA 2000 through gateways. */
export const plugin: Plugin = reader

if (import.meta.main) await runPlugin(plugin)
