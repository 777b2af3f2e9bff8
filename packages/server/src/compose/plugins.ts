import {
  authorise,
  FreeAuthor,
  pluginPrincipal,
  type AnchorRegistry,
  type PilotRegistry,
} from '@marinedata/core'
import type { Notification } from '@marinedata/model'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { listeningTo, type Core } from './core.ts'
import { DeviceRegistry } from '../plugin-host/device-registry.ts'
import { PluginHost } from '../plugin-host/plugin-host.ts'
import { serverVersion } from '../settings/server-version.ts'
import type { BoatStore } from '../storage/boat-store.ts'

export interface PluginOptions {
  /** The data folder. */
  readonly folder: string
  readonly log: Logger
  readonly plugins?: {
    /** Places of plugins to run besides those that are found. */
    readonly given?: readonly string[]
    /** Those that come with the product and run until someone switches them off, by their names. */
    readonly usual?: readonly string[]
    /** No plugin runs. */
    readonly isSafe?: boolean
  }
}

interface PluginParts {
  readonly core: Core
  readonly self: string
  readonly store: BoatStore
  readonly registry: PilotRegistry
  readonly anchor: AnchorRegistry
}

/** All plugins, within what their manifests allow. */
export const composePlugins = (
  { folder, log, plugins = {} }: PluginOptions,
  { core, self, store, registry, anchor }: PluginParts,
): PluginHost => {
  const { clock, hub, intake, productWord } = core
  const author = new FreeAuthor('plugins')
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
        intake.accept({ updates: [{ values: [{ path: `notifications.plugins.${name}`, value }] }] }, author)
      },
      isSafe: plugins.isSafe === true,
    },
  )
}
