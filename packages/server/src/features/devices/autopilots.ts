import {
  defaultCourseLimits,
  AutopilotCommands,
  PilotRegistry,
  routeAlertNames,
  surroundingsFrom,
  type PilotChoice,
  type SendCommand,
  type ActiveCourseAlarms,
  type Surroundings,
} from '@marinedata/core'
import { isNormal, type AutopilotCommand, type CourseGuidance } from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import type { CommandRecording } from '#compose/fault-warnings.ts'
import { freshNumber, type Core } from '#compose/core.ts'
import type { Base, Feature } from '#compose/feature.ts'
import { autopilotRoutes } from '#http/routes/autopilot-routes.ts'
import { helmRoutes, type HelmRoutesOptions } from '#http/routes/helm-routes.ts'
import type { BoatStore } from '#storage/boat-store.ts'

const defaultPilotFact = 'default-autopilot'

/** All autopilots. Each publishes to the tree with its own id as the source. */
const registryOf = (core: Core, store: BoatStore, guidance: () => CourseGuidance): PilotRegistry =>
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
    guidance,
    activeAlarms: (id) => activeAlarms(core, id),
  })

const alarmNames = ['heading', 'xte', 'wind', 'helm', ...routeAlertNames] as const

const activeAlarms = ({ alerts }: Core, id: string): ActiveCourseAlarms =>
  Object.fromEntries(
    alarmNames.flatMap((name) => {
      const path = `notifications.steering.autopilot.${name}`
      const state = alerts.stateAt(path, id)
      if (state === undefined || isNormal(state)) return []
      const notification = alerts.registry.at(path, id)?.condition
      const { episode } = notification ?? {}
      return [[name, { state: state === 'warn' ? 'warn' : 'alarm', episode, notification }]]
    }),
  )

const surroundingsOf = (core: Core): Surroundings => surroundingsFrom((path) => freshNumber(core, path))

const periods = {
  watchMs: 100,
  /** Used without an autopilot: the same period as the sweep of the tree, so that it causes no extra wake-up. */
  idleMs: 250,
}

interface AutopilotParts {
  readonly send: SendCommand<AutopilotCommand>
  readonly recording: CommandRecording
  /** The course that autopilots in route mode follow. */
  readonly guidance: () => CourseGuidance
}

export interface Autopilots extends Feature {
  readonly registry: PilotRegistry
  readonly command: AutopilotCommands['command']
}

/** Audits the commands to an autopilot, including recent ones. */
const auditOf =
  (store: Base['store'], registry: PilotRegistry): HelmRoutesOptions['audit'] =>
  async (id, page) => {
    const device = registry.find(id)
    await store.audit.recorded()
    return store.audit.of(device.id, page)
  }

/** Autopilots, and commands to them, sent through their plugins. */
export const autopilotFeature = (
  { core, store, api }: Base,
  { send, recording, guidance }: AutopilotParts,
): Autopilots => {
  const registry = registryOf(core, store, guidance)
  const commands = new AutopilotCommands({
    clock: core.clock,
    counters: core.counters,
    registry,
    surroundings: surroundingsOf(core),
    send,
    ...recording,
    newToken: () => randomBytes(16).toString('base64url'),
  })
  const base = `${api}/vessels/self/autopilots`
  const period = (): number => (registry.devices.length > 0 ? periods.watchMs : periods.idleMs)
  const command: Autopilots['command'] = (...args) => commands.command(...args)
  return {
    registry,
    command,
    routes: [
      ...autopilotRoutes({
        base,
        autopilots: registry,
        command,
        chooseDefault: (id, requester) => commands.chooseDefault(id, requester),
      }),
      ...helmRoutes({
        base,
        helm: commands,
        audit: auditOf(store, registry),
      }),
    ],
    tasks: [
      { name: 'pilots.watch', period, run: () => registry.watch() },
      { name: 'helm.watch', period, run: () => commands.watch() },
    ],
  }
}
