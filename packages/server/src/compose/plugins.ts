import { authorise, pluginPrincipal, type AnchorRegistry, type PilotRegistry } from '@marinedata/core'
import type { Notification } from '@marinedata/model'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { listeningTo, type Core } from './core.ts'
import { DeviceRegistry } from '../plugin-host/device-registry.ts'
import { PluginHost } from '../plugin-host/plugin-host.ts'
import type { PluginSurroundings } from '../plugin-host/plugin-surroundings.ts'
import { PluginWalls } from '../plugin-host/rights/plugin-walls.ts'
import { serverVersion } from '../settings/server-version.ts'
import type { Settings } from '../settings/settings.ts'
import type { BoatStore } from '../storage/boat-store.ts'

export interface PluginOptions {
  /** The data folder. */
  readonly folder: string
  readonly log: Logger
  readonly settings: Pick<Settings, 'plugins'>
  readonly plugins?: {
    /** Places of plugins to run besides those that are found. */
    readonly given?: readonly string[]
    /** Those that come with the product and run until someone switches them off, by their names. */
    readonly usual?: readonly string[]
    /** No plugin runs. */
    readonly isSafe?: boolean
    /** Where `bwrap` is; looked for in `PATH` when absent. */
    readonly bwrap?: string
  }
}

interface PluginParts {
  readonly core: Core
  readonly self: string
  readonly store: BoatStore
  readonly registry: PilotRegistry
  readonly anchor: AnchorRegistry
}

/** What plugins may do on this machine, and who is asked when they claim more. */
const composeRights = (
  { folder, log, settings, plugins = {} }: PluginOptions,
  { core, store }: Pick<PluginParts, 'core' | 'store'>,
): Pick<PluginSurroundings, 'walls' | 'noteHeld'> => {
  const isRequired = settings.plugins?.sandbox === 'required'
  const deed = { kind: 'plugin', deed: 'plugin-held', who: 'server', from: 'server' } as const
  return {
    walls: new PluginWalls({ folder, log, isRequired, bwrap: plugins.bwrap }),
    noteHeld: (subject, claims) =>
      store.audit.recordDeed({ ...deed, subject, details: { claims } }, core.clock.timestamp()),
  }
}

/** All plugins, within what their manifests allow. */
export const composePlugins = (
  options: PluginOptions,
  { core, self, store, registry, anchor }: PluginParts,
): PluginHost => {
  const { folder, log, plugins = {} } = options
  const { clock, hub, intake, voice, productWord } = core
  return new PluginHost(
    { folder: join(folder, 'plugins'), given: plugins.given ?? [], usual: plugins.usual ?? [] },
    {
      clock,
      log,
      own: { self, productWord },
      serverVersion,
      gateOf: (name) => {
        const caller = { principal: pluginPrincipal(name), isGuarded: true }
        return (scope) => authorise(caller, scope)
      },
      actions: { accept: (delta, writer) => intake.accept(delta, writer), ...listeningTo(hub) },
      sessions: hub,
      shelf: store.plugins,
      devices: new DeviceRegistry({ autopilot: registry, anchor }),
      alarm: (name, state, message) => {
        const value: Notification = {
          state,
          method: state === 'alarm' ? ['visual', 'sound'] : ['visual'],
          message,
        }
        voice.publish('plugins', [{ path: `notifications.plugins.${name}`, value }])
      },
      isSafe: plugins.isSafe === true,
      ...composeRights(options, { core, store }),
    },
  )
}
