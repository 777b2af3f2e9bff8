import { OneAtATime, authorise, pluginPrincipal, type ProvidedResources } from '@marinedata/core'
import { serverActor, type Actor, type Notification } from '@marinedata/model'
import { extname, join } from 'node:path'
import { subscriptionActions } from '../compose/core.ts'
import { PagePasses } from '../access/page-passes.ts'
import type { Base, Feature } from '../compose/feature.ts'
import { pluginCatalogueRoutes } from '../http/routes/plugins/plugin-catalogue-routes.ts'
import { pluginPageRoutes, type PluginPageOptions } from '../http/routes/plugins/plugin-page-routes.ts'
import { pluginRoutes, type PluginRoutesOptions } from '../http/routes/plugins/plugin-routes.ts'
import type { BudgetLimits } from '../plugin-host/budget/plugin-budget.ts'
import { PluginInstaller } from '../plugin-host/installation/plugin-installer.ts'
import { PluginDevices, type DeviceKinds } from '../plugin-host/plugin-devices.ts'
import { PluginHost } from '../plugin-host/plugin-host.ts'
import type { PluginEnvironment } from '../plugin-host/plugin-environment.ts'
import { SchemaChecks } from '../plugin-host/schemas/schema-checks.ts'
import { machineProcesses, ProcessTree } from '../plugin-host/supervision/process-tree.ts'
import { timing } from '../plugin-host/supervision/run-timing.ts'
import { PluginIsolation } from '../plugin-host/rights/plugin-isolation.ts'
import { serverVersion } from '../settings/server-version.ts'

// The built program is packed into another folder of the same depth, hence the detour through `../cli`.
const main = new URL(`../cli/main${extname(import.meta.url)}`, import.meta.url)
const schemaProcess = new URL(
  `../plugin-host/schemas/schema-process${extname(import.meta.url)}`,
  import.meta.url,
)

export interface PluginOptions {
  readonly plugins?: {
    /** Paths of additional plugins to run. */
    readonly given?: readonly string[]
    /** Names of first-party plugins that are enabled by default. */
    readonly enabledByDefault?: readonly string[]
    /** Safe mode: no plugin runs. */
    readonly isSafe?: boolean
    /** The additional plugins run with a debugger. */
    readonly isInspected?: boolean
    /** Path of `bwrap`; searched in `PATH` when absent. */
    readonly bwrap?: string
  }
}

interface PluginParts {
  /** The kinds of devices that plugins can provide. */
  readonly kinds: DeviceKinds
  readonly resources: ProvidedResources
  readonly gate: PluginPageOptions['gate']
}

export interface Plugins extends Feature {
  readonly host: PluginHost
}

/** For a computer with 1 GB of memory, on which the server and a recorder with its usual budget run. */
const budgetOf = ({ settings }: Base): BudgetLimits => {
  const { plugins = 32, memory = 500, storage = 4_000 } = settings.plugins?.budget ?? {}
  return { plugins, memoryBytes: memory * 1e6, storageBytes: storage * 1e6 }
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

const pluginActor = (plugin: string): Actor => ({
  kind: 'plugin',
  id: plugin,
  name: plugin,
  address: 'localhost',
})

const gateOf: PluginEnvironment['gateOf'] = (plugin) => {
  const caller = { principal: pluginPrincipal(plugin), isGuarded: true }
  return (scope) => authorise(caller, scope)
}

const actionsOf = ({ core: { alerts, hub, intake } }: Base): PluginEnvironment['actions'] => ({
  accept: (delta, writer) => intake.accept(delta, writer),
  answerAlert: (plugin, { id, action, device }) =>
    // The audit and the alert show the device: the plugin only passes on what a person did there.
    alerts.service[action](id, { ...pluginActor(plugin), name: `${plugin} ${device}` }),
  ...subscriptionActions(hub),
})

const hostOf = (base: Base, options: PluginOptions, { kinds, resources }: PluginParts): PluginHost => {
  const { core, self, store, folder, log } = base
  const { plugins = {} } = options
  const { clock, hub, voice, productWord, buses, history, weather, courseProviders } = core
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
      gateOf,
      actions: actionsOf(base),
      sessions: hub,
      changes: new OneAtATime(),
      store: store.plugins,
      devices: new PluginDevices(kinds),
      resources,
      buses,
      history,
      weather,
      courseProviders,
      alarm: (name, state, message) => {
        const method: Notification['method'] = state === 'alarm' ? ['visual', 'sound'] : ['visual']
        const path = `notifications.plugins.${name}`
        voice.publish('plugins', [{ path, value: { state, method, message } }])
      },
      isSafe: plugins.isSafe === true,
      isInspected: plugins.isInspected === true,
      // All plugins are measured in one timer tick.
      processes: new ProcessTree(machineProcesses, () => clock.now(), timing.growingMs / 2),
      schemaChecks: new SchemaChecks({ program: schemaProcess, clock, queue: new OneAtATime() }),
      budget: budgetOf(base),
      ...rightsOf(base, options),
    },
  )
}

/** The plugin host, and its REST interface. */
export const pluginFeature = (base: Base, options: PluginOptions, parts: PluginParts): Plugins => {
  const { core, store, folder, settings } = base
  const host = hostOf(base, options, parts)
  const installer = new PluginInstaller({ folder, address: settings.plugins?.catalogue, host, main })
  const forRoutes: PluginRoutesOptions = {
    productWord: core.productWord,
    plugins: host,
    note: (event) => store.audit.recordEvent({ kind: 'plugin', ...event }, core.clock.timestamp()),
    authorise: (caller, scope) => parts.gate.authorise(caller, scope),
  }
  const now = (): number => core.clock.now()
  const pages = { plugins: host, passes: new PagePasses(now), gate: parts.gate, now }
  return {
    host,
    routes: [
      ...pluginRoutes(forRoutes),
      ...pluginCatalogueRoutes({ ...forRoutes, installer }),
      ...pluginPageRoutes(pages),
    ],
    start: () => host,
  }
}
