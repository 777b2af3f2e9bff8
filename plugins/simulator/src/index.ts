import { courseGuidancePath, definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { AnchoredSimulator } from './plugin/anchored-simulator.ts'
import { FaultRequest } from './plugin/faults.ts'
import { Place, SimulatorSettings } from './plugin/settings.ts'
import { pluginName, positionPath, Simulation } from './plugin/simulation.ts'
import { switchboardPaths } from './plugin/switchboard.ts'
import { Simulator } from './plugin/simulator.ts'

const strict = { additionalProperties: false } as const
const angle = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 2 * Math.PI, description }))

const own = [
  positionPath,
  'navigation.headingMagnetic',
  'navigation.headingTrue',
  'navigation.magneticVariation',
  'navigation.courseOverGroundTrue',
  'navigation.speedOverGround',
  'navigation.speedThroughWater',
  'navigation.rateOfTurn',
  'navigation.attitude',
  'navigation.gnss.*',
  'environment.wind.*',
  'environment.depth.*',
  'environment.water.temperature',
  'electrical.batteries.house.voltage',
  ...switchboardPaths,
  'steering.rudderAngle',
  'sensors.gps.*',
]

/** Further AIS values of other vessels. */
const others = [
  'mmsi',
  'name',
  'communication.callsignVhf',
  'design.*',
  'sensors.ais.class',
  'navigation.state',
  'navigation.destination.commonName',
  'atonType',
]

/** A simulated boat under sail or at anchor. */
export const plugin: Plugin = definePlugin({
  name: pluginName,
  version: '0.1.0',
  description:
    'Simulates a boat under sail or at anchor: wind, waves, tide, instruments, traffic, two autopilots and a switchboard',
  settings: SimulatorSettings,
  reads: { paths: [positionPath, courseGuidancePath] },
  writes: {
    paths: [...own, ...others],
    contexts: ['vessels.self', 'vessels.*', 'aircraft.*', 'aton.*', 'sar.*'],
    sources: ['compass', 'wind', 'gps', 'log', 'sounder', 'rudder', 'battery', 'boat', 'ais'],
  },
  provides: ['autopilot', 'control'],
  actions: {
    fault: { description: 'Injects or clears a fault', input: FaultRequest },
    place: {
      description:
        'Puts the boat into a situation; metres per second, radians, degrees of latitude and longitude',
      input: Type.Object(
        {
          position: Type.Optional(Place),
          heading: angle('true'),
          speed: Type.Optional(
            Type.Number({ minimum: 0, maximum: 15, description: 'speed through the water' }),
          ),
          motoring: Type.Optional(Type.Boolean({ description: 'keep that speed regardless of the wind' })),
          trueWindDirection: angle('direction it comes from, from true north'),
          trueWindSpeed: Type.Optional(
            Type.Number({ minimum: 0, maximum: 40, description: 'speed over the water' }),
          ),
        },
        strict,
      ),
    },
    distress: { description: 'Activates the MOB beacon of a person in the water for five minutes' },
    pace: {
      description: 'Changes the speed of the simulation, including its delays',
      input: Type.Object(
        { factor: Type.Number({ minimum: 1, maximum: 100, description: '1 is real time' }) },
        strict,
      ),
    },
  },
  start: async (boat, settings) => {
    const simulation = new Simulation(boat, () =>
      settings.scenario === 'anchored'
        ? new AnchoredSimulator(boat, settings)
        : new Simulator(boat, settings),
    )
    await simulation.start()
    return {
      stop: async () => await simulation[Symbol.asyncDispose](),
      actions: {
        fault: (request) => simulation.fault(request),
        place: (situation) => simulation.place(situation),
        distress: () => simulation.distress(),
        pace: ({ factor }) => simulation.pace(factor),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
