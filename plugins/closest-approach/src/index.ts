import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { nauticalMiles } from './units.ts'
import { approachPath, notificationRoot, pluginName, readPaths, WatchKeeper } from './watch-keeper.ts'

const metres = (miles: number, description: string) => {
  const preset = Number(nauticalMiles(miles).toFixed(1))
  return Type.Number({ minimum: 10, maximum: 50_000, default: preset, description })
}

const lookout = definePlugin({
  name: pluginName,
  version: '0.1.0',
  description: 'Tells how near every other vessel will come, and when, and warns of those that come too near',
  settings: Type.Object(
    {
      alarms: Type.Boolean({ default: true, description: 'whether the crew is warned' }),
      warnDistance: metres(0.5, 'metres; a vessel that will come nearer is a warning'),
      alarmDistance: metres(0.2, 'metres; a vessel that will come nearer is an alarm'),
      time: Type.Number({
        minimum: 30,
        maximum: 7_200,
        default: 600,
        description: 'seconds; what lies further ahead is no danger yet',
      }),
    },
    { additionalProperties: false },
  ),
  reads: { paths: readPaths, contexts: ['vessels.self', 'vessels.*'] },
  writes: { paths: [approachPath], contexts: ['vessels.*'] },
  notifications: [`${notificationRoot}.*`],
  start: async (boat, settings) => {
    const keeper = new WatchKeeper(boat, settings)
    await keeper.start()
    return { stop: async () => await keeper[Symbol.asyncDispose]() }
  },
})

/** Tells how near every other vessel will come, and when, and warns of those that come too near. */
export const plugin: Plugin = lookout

if (import.meta.main) await runPlugin(plugin)
