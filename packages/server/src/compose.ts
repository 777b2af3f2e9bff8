import type { Certificates } from './tls/credentials.ts'
import { accessFeature, type AccessFeature } from './features/access.ts'
import { alertCallFeature } from './features/devices/alert-calls.ts'
import { alertFeature } from './features/alerts.ts'
import { anchorFeature } from './features/devices/anchor.ts'
import { controlFeature } from './features/devices/controls.ts'
import { autopilotFeature } from './features/devices/autopilots.ts'
import { boatFeature } from './features/boat.ts'
import { backupFeature } from './features/maintenance/backup.ts'
import { doctorFeature } from './features/maintenance/doctor.ts'
import { serverInfoFeature } from './features/maintenance/server-info.ts'
import { chartFeature } from './features/charts.ts'
import { consoleFeature, type ConsoleOptions } from './features/console.ts'
import { composeCore, selfOf } from './compose/core.ts'
import { courseFeature } from './features/course.ts'
import { commandRecording } from './compose/fault-warnings.ts'
import type { Base, Feature } from './compose/feature.ts'
import { familyDialects, familyFeature, type Family } from './compose/family.ts'
import { composeFamilySwitch } from './compose/family-switch.ts'
import { historyFeature } from './features/answers/history.ts'
import { logbookFeature } from './features/logbook.ts'
import { metricsFeature } from './features/metrics.ts'
import { pageFeature, type Pages } from './features/pages.ts'
import { pluginFeature, type PluginOptions } from './features/plugins.ts'
import { resourceFeature, type ResourceFeature } from './features/resources.ts'
import { storageFeature } from './features/storage.ts'
import { streamFeature } from './features/stream.ts'
import { treeFeature } from './features/tree.ts'
import { weatherFeature } from './features/answers/weather.ts'
import { ConnectionGuard, limitsWithin } from './http/defence/connection-guard.ts'
import { openFileLimit } from './http/defence/open-files.ts'
import type { Route } from './http/route.ts'
import type { PluginHost } from './plugin-host/plugin-host.ts'
import type { StreamServer } from './stream/stream-server.ts'

export interface ComposeOptions
  extends
    PluginOptions,
    ConsoleOptions,
    Pick<Base, 'settings' | 'folder' | 'log' | 'isOpen' | 'store' | 'names'> {
  readonly certificates: Certificates | undefined
  /** Repairs made before the start, as messages for people. */
  readonly repairs: readonly string[]
  /** Members of settings.json that this version does not know, as JSON pointers. */
  readonly ignoredSettings?: readonly string[]
  readonly isReady: () => boolean
}

/** All parts of a server. Nothing runs yet. */
export interface Composition {
  readonly base: Base
  /** In the order of their start. */
  readonly features: readonly Feature[]
  readonly access: AccessFeature
  readonly appPort: Family['appPort']
  readonly connections: ConnectionGuard
  readonly pages: Pages
  readonly plugins: PluginHost
  readonly stream: StreamServer
}

const baseOf = ({ settings, folder, log, isOpen, store, names }: ComposeOptions): Base => {
  const self = selfOf(settings, store)
  const core = composeCore(settings, self, { log, store, folder })
  const family = composeFamilySwitch(settings, { store, clock: core.clock })
  const api = `/${core.productWord}/v2/api`
  return { core, store, log, settings, isOpen, folder, self, family, names, api }
}

/** Features that need no other. */
const independentFeatures = (base: Base): Feature[] => [
  boatFeature(base),
  alertFeature(base),
  historyFeature(base),
  weatherFeature(base),
  backupFeature(base),
  chartFeature(base),
]

interface DeviceParts {
  readonly access: AccessFeature
  readonly resources: ResourceFeature
  readonly guidance: Parameters<typeof autopilotFeature>[1]['guidance']
}

/** The plugins, and the features that command devices through them. */
const deviceFeatures = (base: Base, options: ComposeOptions, parts: DeviceParts) => {
  const { access, resources, guidance } = parts
  const recording = commandRecording(base)
  const send: PluginHost['command'] = (...args) => plugins.host.command(...args)
  const autopilots = autopilotFeature(base, { send, recording, guidance })
  const anchor = anchorFeature(base, { send, recording })
  const controls = controlFeature(base, { send, recording })
  const alertCalls = alertCallFeature(base, { send, credentials: access.access.credentials })
  const plugins = pluginFeature(base, options, {
    kinds: {
      autopilot: autopilots.registry,
      anchor: anchor.registry,
      control: controls.registry,
      'alert-channel': alertCalls.channels,
    },
    resources: resources.provided,
    gate: access.gate,
  })
  return { autopilots, anchor, controls, alertCalls, plugins }
}

const connectionsOf = ({ isOpen }: Base, access: () => AccessFeature): ConnectionGuard =>
  new ConnectionGuard({
    isOpen,
    limits: limitsWithin(openFileLimit()),
    shoreLost: () => access().shore.linkLost(),
  })

/** Creates all features of a server. */
export const compose = (options: ComposeOptions): Composition => {
  const base = baseOf(options)
  const connections = connectionsOf(base, () => access)

  const storage = storageFeature(base, options.repairs)
  const access = accessFeature(base)
  const dialects = familyDialects(base, () => family)
  const stream = streamFeature(base, { gate: access.gate, connections, dialects, devices: () => devices })
  const guidance = () => course.navigator.guidance
  const resources = resourceFeature(base, { isRouteActive: (id) => course.navigator.isSailing(id) })
  const devices = deviceFeatures(base, options, { access, resources, guidance })
  const { autopilots, anchor, controls, alertCalls, plugins } = devices
  const course = courseFeature(base, { route: (id) => resources.storedRoutes.find(id) })
  const pages = pageFeature(base, { ...options, routes: () => routesOf([...features, family]) })
  const listeners = { anchor: anchor.registry, stream: stream.server, ...alertCalls }
  const consoles = consoleFeature(base, { ...options, ...listeners })

  // In the order of their start. Anchor and alerts stop before the plugins, whose end then raises no alarm.
  const features: readonly Feature[] = [
    storage,
    treeFeature(base, { ...options, repairs: storage.repairs, isolation: plugins.host.isolation }),
    plugins,
    autopilots,
    ...independentFeatures(base),
    alertCalls,
    anchor,
    controls,
    doctorFeature(base, plugins.host),
    serverInfoFeature(base, { ...options, ...pages }),
    resources,
    logbookFeature(base, { provided: resources.provided, plugins: plugins.host }),
    course,
    consoles,
    access,
    stream,
    metricsFeature(base, { access, connections, plugins, stream }),
    pages,
  ]
  const own = routesOf(features)
  const family = familyFeature(base, { access, ...devices, resources, course, ...consoles, own })
  const parts = { access, appPort: family.appPort, connections, pages }
  return { base, features: [...features, family], ...parts, plugins: plugins.host, stream: stream.server }
}

export const routesOf = (features: readonly Feature[]): Route[] =>
  features.flatMap(({ routes }) => routes ?? [])
