import {
  defaultCourseLimits,
  Helmsman,
  PilotRegistry,
  surroundingsFrom,
  type PilotChoice,
  type StandingAlarms,
  type Surroundings,
} from '@marinedata/core'
import { isCalm } from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import type { CommandRecording } from './saving-faults.ts'
import { freshNumber, type Core } from './core.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const defaultPilotFact = 'default-autopilot'

/** All autopilots, heard and watched; they write to the tree under their own names. */
export const composeRegistry = (core: Core, store: BoatStore): PilotRegistry =>
  new PilotRegistry({
    clock: core.clock,
    limits: defaultCourseLimits,
    publish: ({ source, values }) => core.voice.publish(source, values),
    choices: {
      load: () => {
        const kept = store.recall(defaultPilotFact)
        // Written by `save` and by nothing else.
        return kept === undefined ? undefined : (JSON.parse(kept) as PilotChoice)
      },
      save: (choice) => store.keepNow(defaultPilotFact, JSON.stringify(choice)),
    },
    surroundings: surroundingsOf(core),
    standing: (id) => standingAlarms(core, id),
  })

const alarmNames = ['heading', 'xte', 'wind', 'helm'] as const

const standingAlarms = ({ alerts }: Core, id: string): StandingAlarms =>
  Object.fromEntries(
    alarmNames.flatMap((name) => {
      const state = alerts.stateAt(`notifications.steering.autopilot.${name}`, id)
      return state === undefined || isCalm(state) ? [] : [[name, state === 'warn' ? 'warn' : 'alarm']]
    }),
  )

const surroundingsOf = (core: Core): Surroundings => surroundingsFrom((path) => freshNumber(core, path))

interface HelmParts {
  readonly core: Core
  readonly registry: PilotRegistry
  readonly plugins: PluginHost
  readonly commands: CommandRecording
}

/** Commands, taken to the devices by their plugins. */
export const composeHelm = ({ core, registry, plugins, commands }: HelmParts): Helmsman =>
  new Helmsman({
    clock: core.clock,
    counters: core.counters,
    registry,
    surroundings: surroundingsOf(core),
    send: (device, command, options) => plugins.command(device, command, options),
    ...commands,
    newToken: () => randomBytes(16).toString('base64url'),
  })
