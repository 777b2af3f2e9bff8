import { authorise, pluginPrincipal, type ProvidedResources } from '@marinedata/core'
import { serverActor, type Notification } from '@marinedata/model'
import { join } from 'node:path'
import { subscriptionActions } from '../compose/core.ts'
import type { Base, Feature } from '../compose/feature.ts'
import { pluginRoutes } from '../http/routes/plugin-routes.ts'
import { PluginDevices, type DeviceKinds } from '../plugin-host/plugin-devices.ts'
import { PluginHost } from '../plugin-host/plugin-host.ts'
import type { PluginEnvironment } from '../plugin-host/plugin-environment.ts'
import { PluginIsolation } from '../plugin-host/rights/plugin-isolation.ts'
import { serverVersion } from '../settings/server-version.ts'

export interface PluginOptions {
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
  /** The kinds of devices that plugins can provide. */
  readonly kinds: DeviceKinds
  readonly resources: ProvidedResources
}

export interface Plugins extends Feature {
  readonly host: PluginHost
}

/** The isolation of plugins, and the audit of claims without consent. */
const rightsOf = (
  { core, store, folder, log, settings }: Base,
  { plugins = {} }: PluginOptions,
): Pick<PluginEnvironment, 'isolation' | 'auditNewClaims'> => {
  const isRequired = settings.plugins?.sandbox === 'required'
  const event = { kind: 'plugin', operation: 'plugin-held', actor: serverActor } as const
  return {
    isolation: new PluginIsolation({ folder, log, isRequired, bwrap: plugins.bwrap }),
    auditNewClaims: (subject, claims) =>
      store.audit.recordEvent({ ...event, subject, details: { claims } }, core.clock.timestamp()),
  }
}

const hostOf = (base: Base, options: PluginOptions, { kinds, resources }: PluginParts): PluginHost => {
  const { core, self, store, folder, log } = base
  const { plugins = {} } = options
  const { clock, hub, intake, voice, productWord, buses, history } = core
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
      devices: new PluginDevices(kinds),
      resources,
      buses,
      history,
      alarm: (name, state, message) => {
        const value: Notification = {
          state,
          method: state === 'alarm' ? ['visual', 'sound'] : ['visual'],
          message,
        }
        voice.publish('plugins', [{ path: `notifications.plugins.${name}`, value }])
      },
      isSafe: plugins.isSafe === true,
      ...rightsOf(base, options),
    },
  )
}

/** The plugin host, and its REST interface. */
export const pluginFeature = (base: Base, options: PluginOptions, parts: PluginParts): Plugins => {
  const { core, store } = base
  const host = hostOf(base, options, parts)
  return {
    host,
    routes: pluginRoutes({
      productWord: core.productWord,
      plugins: host,
      note: (event) => store.audit.recordEvent({ kind: 'plugin', ...event }, core.clock.timestamp()),
    }),
    start: () => host,
  }
}
