import { nauticalMiles } from '@marinedata/model'
import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import {
  approachPath,
  notificationRoot,
  pluginName,
  readPaths,
  CollisionMonitor,
} from './collision-monitor.ts'

const metres = (miles: number, description: string) => {
  const preset = Number(nauticalMiles(miles).toFixed(1))
  return Type.Number({ minimum: 10, maximum: 50_000, default: preset, description })
}

const closestApproach = definePlugin({
  name: pluginName,
  version: '0.1.0',
  description: 'Computes the closest approach of every other vessel and warns of those that come too close',
  settings: Type.Object(
    {
      alarms: Type.Boolean({ default: true, description: 'whether alerts are raised' }),
      warnDistance: metres(0.5, 'metres; warns of a vessel that will come closer'),
      alarmDistance: metres(0.2, 'metres; raises the alarm for a vessel that will come closer'),
      time: Type.Number({
        minimum: 30,
        maximum: 7_200,
        default: 600,
        description: 'seconds; ignores closest approaches further in the future',
      }),
    },
    { additionalProperties: false },
  ),
  reads: { paths: readPaths, contexts: ['vessels.self', 'vessels.*'] },
  writes: { paths: [approachPath], contexts: ['vessels.*'] },
  notifications: [`${notificationRoot}.*`],
  start: async (boat, settings) => {
    const monitor = new CollisionMonitor(boat, settings)
    await monitor.start()
    return { stop: async () => await monitor[Symbol.asyncDispose]() }
  },
})

/** Computes the closest approach of every other vessel and warns of those that come too close. */
export const plugin: Plugin = closestApproach

if (import.meta.main) await runPlugin(plugin)
