// A plugin that publishes at a constant rate on request.
import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

// A delayed plugin must not catch up in one burst.
const largestBurst = 500

/** Calls `publish` at this rate until the time is over. Returns the number of calls. */
const atRate = (perSecond: number, milliseconds: number, publish: (index: number) => void): Promise<number> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    let checkedAt = startedAt
    let due = 0
    let published = 0
    const timer = setInterval(() => {
      const now = performance.now()
      due = Math.min(due + ((now - checkedAt) * perSecond) / 1000, largestBurst)
      checkedAt = now
      for (; due >= 1; due--) publish(published++)
      if (now - startedAt < milliseconds) return
      clearInterval(timer)
      resolve(published)
    }, 1)
  })

export const batteries = definePlugin({
  name: 'batteries',
  version: '1.0.0',
  description: 'Publishes batteries at a rate',
  writes: { paths: ['electrical.batteries.*'], sources: ['115'] },
  actions: {
    publish: {
      description: 'Publishes for a while; answered when the server has accepted everything',
      input: Type.Object({
        perSecond: Type.Number(),
        milliseconds: Type.Number(),
        rows: Type.Array(Type.Array(Type.String()), { description: 'the paths of each delta, in turn' }),
      }),
      deadline: 10,
    },
  },
  start: (boat) => ({
    actions: {
      publish: async ({ perSecond, milliseconds, rows }) => {
        const before = process.cpuUsage()
        const published = await atRate(perSecond, milliseconds, (index) => {
          // A number like the send times of the benchmark, valid for any path.
          const value = Number((1 + performance.now() / 1e6).toFixed(8))
          const paths = rows[index % rows.length] ?? []
          boat.publish(Object.fromEntries(paths.map((path) => [path, value])), { source: '115' })
        })
        await boat.flushed()
        const { user, system } = process.cpuUsage(before)
        return { published, cpuSeconds: (user + system) / 1e6 }
      },
    },
  }),
})

if (import.meta.main) await runPlugin(batteries)
