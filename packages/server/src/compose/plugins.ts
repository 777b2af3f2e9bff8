import { authorise, pluginPrincipal, type AnchorRegistry, type PilotRegistry } from '@marinedata/core'
import type { Notification } from '@marinedata/model'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { subscriptionActions, type Core } from './core.ts'
import { PluginDevices } from '../plugin-host/plugin-devices.ts'
import { PluginHost } from '../plugin-host/plugin-host.ts'
import type { PluginEnvironment } from '../plugin-host/plugin-environment.ts'
import { PluginIsolation } from '../plugin-host/rights/plugin-isolation.ts'
import { serverVersion } from '../settings/server-version.ts'
import type { Settings } from '../settings/settings.ts'
import type { BoatStore } from '../storage/boat-store.ts'

export interface PluginOptions {
  /** The data folder. */
  readonly folder: string
  readonly log: Logger
  readonly settings: Pick<Settings, 'plugins'>
  readonly plugins?: {
    /** Paths of additional plugins to run. */
    readonly given?: readonly string[]
    /** Names of first-party plugins that are enabled by default. */
    readonly enabledByDefault?: readonly string[]
    /** Safe mode: no plugin runs. */
    readonly isSafe?: boolean
    /** Path of `bwrap`; searched in `PATH` when absent. */
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

/** The isolation of plugins, and the audit of claims without consent. */
const composeRights = (
  { folder, log, settings, plugins = {} }: PluginOptions,
  { core, store }: Pick<PluginParts, 'core' | 'store'>,
): Pick<PluginEnvironment, 'isolation' | 'auditNewClaims'> => {
  const isRequired = settings.plugins?.sandbox === 'required'
  const event = { kind: 'plugin', deed: 'plugin-held', who: 'server', from: 'server' } as const
  return {
    isolation: new PluginIsolation({ folder, log, isRequired, bwrap: plugins.bwrap }),
    auditNewClaims: (subject, claims) =>
      store.audit.recordEvent({ ...event, subject, details: { claims } }, core.clock.timestamp()),
  }
}

/** The plugin host. */
export const composePlugins = (
  options: PluginOptions,
  { core, self, store, registry, anchor }: PluginParts,
): PluginHost => {
  const { folder, log, plugins = {} } = options
  const { clock, hub, intake, voice, productWord } = core
  return new PluginHost(
    {
      folder: join(folder, 'plugins'),
      given: plugins.given ?? [],
      enabledByDefault: plugins.enabledByDefault ?? [],
    },
    {
      clock,
      log,
      own: { self, productWord },
      serverVersion,
      gateOf: (name) => {
        const caller = { principal: pluginPrincipal(name), isGuarded: true }
        return (scope) => authorise(caller, scope)
      },
      actions: { accept: (delta, writer) => intake.accept(delta, writer), ...subscriptionActions(hub) },
      sessions: hub,
      store: store.plugins,
      devices: new PluginDevices({ autopilot: registry, anchor }),
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
