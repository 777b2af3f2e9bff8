import { definePlugin, runPlugin, type Plugin } from '@marinedata/plugin-api'
import { inputActions, inputActionsOf, Inputs, isNmea2000Port } from '@marinedata/inputs'
import { otherPaths, ownPaths } from '@marinedata/nmea0183'
import { overboardPaths } from '#inputs/feed.ts'
import { AlertAnswers } from '#alerts/alert-answers.ts'
import { alertOutputPaths, AlertOutputs, tellShipsPath } from '#alerts/alert-outputs.ts'
import { nmea0183Protocol } from '#inputs/nmea0183-protocol.ts'
import { BusOffer } from '#outputs/bus-offer.ts'
import { MadeSentences } from '#outputs/made-sentences.ts'
import { madeContexts, madePaths } from '#outputs/sentence-choices.ts'
import { Multiplexer } from '#outputs/multiplexer.ts'
import { fixedInputs, outputsOf } from './network.ts'
import { Settings } from './settings.ts'

const reader = definePlugin({
  name: 'nmea0183',
  version: '0.1.0',
  description:
    'Reads NMEA 0183 from serial ports and the network: own vessel and AIS. Passes sentences on as you choose',
  settings: Settings,
  writes: {
    paths: [...new Set([...ownPaths, ...otherPaths, tellShipsPath])],
    contexts: ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'],
    sources: ['*'],
  },
  reads: { paths: [...new Set([...madePaths, ...alertOutputPaths])], contexts: madeContexts },
  notifications: [overboardPaths],
  answersAlerts: true,
  actions: {
    ...inputActions,
    'tell-ships': {
      description: 'Broadcast the place of the person overboard to ships, by the own class A transponder',
      role: 'crew',
    },
  },
  offers: { buses: ['nmea0183'] },
  needs: ['serial-ports', 'processes', 'network'],
  start: async (boat, settings) => {
    await using stack = new AsyncDisposableStack()
    const outputs = outputsOf(settings, boat.log)
    const multiplexer = new Multiplexer(outputs)
    const bus = new BusOffer(boat, multiplexer)
    const { answersFromWire, aisTransmitter } = settings
    const alerts = stack.use(new AlertOutputs({ boat, multiplexer, outputs, aisTransmitter }))
    const answers = new AlertAnswers({ boat, multiplexer, outputs, alerts, answersFromWire })
    const protocol = nmea0183Protocol(boat, multiplexer, (received) => {
      answers.heard(received)
      bus.heard(received)
    })
    const inputs = stack.use(
      new Inputs(boat, {
        protocol,
        ports: { ...settings, ruleFor: (port) => (isNmea2000Port(port) ? 'ignore' : 'search') },
        fixed: fixedInputs(settings, protocol),
      }),
    )
    await stack.use(new MadeSentences({ boat, multiplexer, outputs })).start()
    await alerts.start()
    await inputs.start()
    await bus.start()
    const actions = { ...inputActionsOf(inputs), 'tell-ships': () => alerts.tellShips() }
    const running = stack.move()
    return { stop: async () => await running[Symbol.asyncDispose](), actions }
  },
})

/** Reads NMEA 0183 from serial ports and the network, reports which inputs exist, and passes sentences on. */
export const plugin: Plugin = reader

if (import.meta.main) await runPlugin(plugin)
