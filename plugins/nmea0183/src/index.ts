import { definePlugin, runPlugin, type Plugin } from '@marinedata/plugin-api'
import { inputActions, inputActionsOf, Inputs, isNmea2000Port } from '@marinedata/inputs'
import { otherPaths, ownPaths } from '@marinedata/nmea0183'
import { overboardPaths } from '#inputs/feed.ts'
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
    paths: [...new Set([...ownPaths, ...otherPaths])],
    contexts: ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'],
    sources: ['*'],
  },
  reads: { paths: madePaths, contexts: madeContexts },
  notifications: [overboardPaths],
  actions: inputActions,
  offers: { buses: ['nmea0183'] },
  needs: ['serial-ports', 'processes', 'network'],
  start: async (boat, settings) => {
    await using stack = new AsyncDisposableStack()
    const outputs = outputsOf(settings, boat.log)
    const multiplexer = new Multiplexer(outputs)
    const bus = new BusOffer(boat, multiplexer)
    const protocol = nmea0183Protocol(boat, multiplexer, (received) => bus.heard(received))
    const inputs = stack.use(
      new Inputs(boat, {
        protocol,
        ports: { ...settings, ruleFor: (port) => (isNmea2000Port(port) ? 'ignore' : 'search') },
        fixed: fixedInputs(settings, protocol),
      }),
    )
    await stack.use(new MadeSentences({ boat, multiplexer, outputs })).start()
    await inputs.start()
    await bus.start()
    const running = stack.move()
    return { stop: async () => await running[Symbol.asyncDispose](), actions: inputActionsOf(inputs) }
  },
})

/** Reads NMEA 0183 from serial ports and the network, reports which inputs exist, and passes sentences on. */
export const plugin: Plugin = reader

if (import.meta.main) await runPlugin(plugin)
