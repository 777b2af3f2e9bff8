import { definePlugin, MarineDataError, runPlugin, Type, type AnchorReport } from '@marinedata/plugin-api'

const everyMs = 100
const raised: AnchorReport = {
  state: 'raised',
  position: null,
  maxRadius: null,
  currentRadius: null,
  rodeLength: null,
  bearingTrue: null,
}

/** A plugin that works while others fail: it counts, serves a device and answers. */
const plugin = definePlugin({
  name: 'steady',
  version: '1.0.0',
  description: 'Counts ten times a second, and answers',
  writes: { paths: ['steady.*'] },
  provides: ['anchor'],
  actions: {
    answer: { description: 'Gives back what it was given', input: Type.Object({ word: Type.String() }) },
  },
  start: async (boat) => {
    const anchorCommands = await boat.registerDevice(
      { id: 'steady-windlass', kind: 'anchor' },
      async ({ name }) => {
        if (name !== 'raise') throw new MarineDataError('anchor-no-position', 'It does not look where it is')
        await anchorCommands.report(raised)
      },
    )
    await anchorCommands.report(raised)
    let count = 0
    const timer = setInterval(() => boat.publish({ 'steady.count': ++count }), everyMs)
    return { stop: () => clearInterval(timer), actions: { answer: ({ word }) => word } }
  },
})

if (import.meta.main) await runPlugin(plugin)
