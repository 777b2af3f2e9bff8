import { describeAutopilotProvider } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { GarminBus } from './monitor-bus.ts'

const bus = new GarminBus()
after(() => bus[Symbol.dispose]())

describeAutopilotProvider(new URL('..', import.meta.url), {
  observeMs: 100,
  outlives: true,
  started: async (plugin) => await bus.offerTo(plugin),
})
