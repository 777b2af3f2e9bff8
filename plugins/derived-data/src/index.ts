import { definePlugin, runPlugin, type Plugin } from '@marinedata/plugin-api'
import { FigurePublisher, pluginName } from './figure-publisher.ts'
import { figures, lastingPaths, measuredPaths } from './figures.ts'
import { DerivedSettings } from './settings.ts'

const derivedData = definePlugin({
  name: pluginName,
  version: '0.1.0',
  description:
    'Computes sailing figures from what the sensors send: true wind, current, velocity made good, dew point',
  settings: DerivedSettings,
  reads: { paths: [...measuredPaths, ...lastingPaths] },
  writes: { paths: figures.map(({ output }) => output) },
  start: async (boat, settings) => {
    const publisher = new FigurePublisher(boat, settings)
    await publisher.start()
    return { stop: async () => await publisher[Symbol.asyncDispose]() }
  },
})

/** Computes sailing figures from what the sensors send. */
export const plugin: Plugin = derivedData

if (import.meta.main) await runPlugin(plugin)
