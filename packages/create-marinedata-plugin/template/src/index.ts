import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

export const plugin = definePlugin({
  name: 'project-name',
  version: '0.1.0',
  description: 'project-description',
  // What the owner can set, with the value that applies when nothing is set.
  settings: Type.Object({ period: Type.Number({ default: 1, minimum: 0.1, description: 'seconds' }) }),
  // The server refuses everything that is not declared.
  writes: { paths: ['tanks.fuel.main.currentLevel'] },
  start: (boat, { period }) => {
    // An example: read your own device here. 1 is a full tank.
    let level = 1
    const read = () => {
      level = level > 0 ? level - 0.001 : 1
      boat.publish({ 'tanks.fuel.main.currentLevel': level })
    }
    const timer = setInterval(read, period * 1000)
    boat.status('ok', `Reading every ${period} s`)
    return { stop: () => clearInterval(timer) }
  },
})

if (import.meta.main) await runPlugin(plugin)
