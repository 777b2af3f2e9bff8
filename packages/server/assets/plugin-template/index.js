// @ts-check
import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

export const plugin = definePlugin({
  name: 'plugin-name',
  version: '0.1.0',
  description: 'Tells how full the fuel tank is',
  // Whatever a skipper can set, with what holds when nothing is set.
  settings: Type.Object({ period: Type.Number({ default: 1, minimum: 0.1, description: 'seconds' }) }),
  // The server lets nothing else through.
  writes: { paths: ['tanks.fuel.main.currentLevel'] },
  start: (boat, { period }) => {
    // Here a real plugin would read its sender. 1 is full.
    let level = 1
    const read = () => {
      level = level > 0 ? level - 0.001 : 1
      boat.publish({ 'tanks.fuel.main.currentLevel': level })
    }
    const timer = setInterval(read, period * 1000)
    boat.status('ok', `reading every ${period} s`)
    return { stop: () => clearInterval(timer) }
  },
})

if (import.meta.main) await runPlugin(plugin)
