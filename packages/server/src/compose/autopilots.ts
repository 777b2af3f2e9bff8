import {
  defaultCourseLimits,
  FreeAuthor,
  Helmsman,
  PilotRegistry,
  type PilotChoice,
  type StandingAlarms,
} from '@marinedata/core'
import { isCalm } from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import { freshNumber, type Core } from './core.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const defaultPilotFact = 'default-autopilot'

/** All autopilots, heard and watched; they write to the tree under their own names. */
export const composeRegistry = (core: Core, store: BoatStore): PilotRegistry => {
  const author = new FreeAuthor('autopilots')
  return new PilotRegistry({
    clock: core.clock,
    limits: defaultCourseLimits,
    publish: (updates) => {
      const told = updates.map(({ source, values }) => ({ $source: source, values }))
      core.intake.accept({ updates: told }, author)
    },
    choices: {
      load: () => {
        const kept = store.recall(defaultPilotFact)
        // Written by `save` and by nothing else.
        return kept === undefined ? undefined : (JSON.parse(kept) as PilotChoice)
      },
      save: (choice) => store.keep(defaultPilotFact, JSON.stringify(choice)),
    },
    surroundings: surroundingsOf(core),
    standing: (id) => standingAlarms(core, id),
  })
}

const courseNames = ['heading', 'xte', 'wind'] as const

const standingAlarms = ({ alerts }: Core, id: string): StandingAlarms =>
  Object.fromEntries(
    courseNames.flatMap((name) => {
      const state = alerts.stateAt(`notifications.steering.autopilot.${name}`, id)
      return state === undefined || isCalm(state) ? [] : [[name, state === 'warn' ? 'warn' : 'alarm']]
    }),
  )

const surroundingsOf = (core: Core) => ({
  heading: () =>
    freshNumber(core, 'navigation.headingMagnetic') ?? freshNumber(core, 'navigation.headingTrue'),
  windAngle: () => freshNumber(core, 'environment.wind.angleApparent'),
})

interface HelmParts {
  readonly core: Core
  readonly registry: PilotRegistry
  readonly plugins: PluginHost
  readonly store: BoatStore
}

/** Commands, taken to the devices by their plugins. */
export const composeHelm = ({ core, registry, plugins, store }: HelmParts): Helmsman =>
  new Helmsman({
    clock: core.clock,
    registry,
    surroundings: surroundingsOf(core),
    send: (device, command, options) => plugins.command(device, command, options),
    record: (record) => store.audit.recordCommand(record, core.clock.timestamp()),
    newToken: () => randomBytes(16).toString('base64url'),
  })
