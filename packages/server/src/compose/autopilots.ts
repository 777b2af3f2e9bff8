import {
  defaultCourseLimits,
  AutopilotCommands,
  PilotRegistry,
  surroundingsFrom,
  type PilotChoice,
  type ActiveCourseAlarms,
  type Surroundings,
} from '@marinedata/core'
import { isNormal } from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import type { CommandRecording } from './fault-warnings.ts'
import { freshNumber, type Core } from './core.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const defaultPilotFact = 'default-autopilot'

/** All autopilots. Each publishes to the tree with its own id as the source. */
export const composeRegistry = (core: Core, store: BoatStore): PilotRegistry =>
  new PilotRegistry({
    clock: core.clock,
    limits: defaultCourseLimits,
    publish: (source, values) => core.voice.publish(source, values),
    choices: {
      load: () => {
        const saved = store.readFact(defaultPilotFact)
        // Only `save` writes this fact.
        return saved === undefined ? undefined : (JSON.parse(saved) as PilotChoice)
      },
      save: (choice) => store.saveFactNow(defaultPilotFact, JSON.stringify(choice)),
    },
    surroundings: surroundingsOf(core),
    activeAlarms: (id) => activeAlarms(core, id),
  })

const alarmNames = ['heading', 'xte', 'wind', 'helm'] as const

const activeAlarms = ({ alerts }: Core, id: string): ActiveCourseAlarms =>
  Object.fromEntries(
    alarmNames.flatMap((name) => {
      const state = alerts.stateAt(`notifications.steering.autopilot.${name}`, id)
      return state === undefined || isNormal(state) ? [] : [[name, state === 'warn' ? 'warn' : 'alarm']]
    }),
  )

const surroundingsOf = (core: Core): Surroundings => surroundingsFrom((path) => freshNumber(core, path))

interface HelmParts {
  readonly core: Core
  readonly registry: PilotRegistry
  readonly plugins: PluginHost
  readonly commands: CommandRecording
}

/** Commands to autopilots, sent through their plugins. */
export const composeHelm = ({ core, registry, plugins, commands }: HelmParts): AutopilotCommands =>
  new AutopilotCommands({
    clock: core.clock,
    counters: core.counters,
    registry,
    surroundings: surroundingsOf(core),
    send: (device, command, options) => plugins.command(device, command, options),
    ...commands,
    newToken: () => randomBytes(16).toString('base64url'),
  })
