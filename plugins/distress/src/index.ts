import { dscCallPath, safetyTextPath } from '@marinedata/model'
import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { distressRoot } from './casualties/casualty.ts'
import { DistressSettings } from './settings.ts'
import { statePath } from './watch/arrivals.ts'
import { DistressWatch, pluginName } from './watch/distress-watch.ts'
import { ownPaths } from './watch/own-fix.ts'

const strict = { additionalProperties: false } as const

/** Raises alerts for distress beacons, DSC calls and safety texts of other stations. */
export const plugin: Plugin = definePlugin({
  name: pluginName,
  version: '0.1.0',
  description: 'Raises alerts for distress beacons, DSC calls and safety texts of other stations',
  settings: DistressSettings,
  reads: {
    paths: [statePath, ...ownPaths, safetyTextPath, dscCallPath, `${distressRoot}.*`],
    contexts: ['vessels.self', '*'],
  },
  notifications: [`${distressRoot}.*`, 'notifications.safetyText.*', 'notifications.dscCall.*'],
  actions: {
    drill: {
      description: 'Starts a drill: until it ends, tests of MOB beacons sound like real ones',
      input: Type.Object(
        {
          minutes: Type.Integer({ minimum: 5, maximum: 30, description: 'minutes until the drill ends' }),
          placeBeacon: Type.Optional(
            Type.Boolean({ description: 'places a beacon 0.2 NM astern, for a crew without one' }),
          ),
        },
        strict,
      ),
      role: 'helm',
    },
    endDrill: { description: 'Ends the drill', role: 'helm' },
    testBeacon: {
      description:
        'Listens for the test of a beacon in "ownBeacons" for at most 60 s. Call it again until its state is not "listening"',
      role: 'helm',
    },
  },
  start: async (boat, settings) => {
    const watch = new DistressWatch(boat, settings)
    await watch.start()
    return {
      stop: async () => await watch[Symbol.asyncDispose](),
      actions: {
        drill: ({ minutes, placeBeacon = false }) => watch.startDrill(minutes, placeBeacon),
        endDrill: () => watch.endDrill(),
        testBeacon: () => watch.testBeacon(),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
