import {
  boatPaths,
  BusRegistry,
  Counters,
  CourseProviders,
  defaultBounds,
  DeltaTree,
  HistoryProviders,
  Intake,
  Resources,
  ServerPublisher,
  SourceRanking,
  SubscriptionHub,
  subscriptionsOf,
  TreeReader,
  type Row,
  type SourceOrder,
  type TreeBounds,
  WeatherProviders,
} from '@marinedata/core'
import * as model from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { composeAlerts } from './alerts.ts'
import { HealthConditions } from '../health/health-conditions.ts'
import { StorageMonitor } from '../health/storage-monitor.ts'
import { settingDefaults, type Settings } from '../settings/settings.ts'
import type { BoatStore } from '../storage/boat-store.ts'
import type { StreamActions } from '../stream/verbs.ts'
import { SystemClock } from '../system-clock.ts'

const boundsOf = ({ bounds }: Settings): TreeBounds => {
  const { contextTimeout, ...counts } = bounds ?? {}
  const given = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined))
  return {
    ...defaultBounds,
    ...given,
    ...(contextTimeout !== undefined && { contextTimeoutMs: contextTimeout * 1000 }),
  }
}

/**
 * The context of own ship: its MMSI if entered or configured, otherwise a UUID created at the first start. Only the start uses
 * it: a running server never changes its identity.
 */
export const selfOf = ({ mmsi: configured, productWord }: Settings, store: BoatStore): string => {
  const mmsi = store.boat.load()?.details.mmsi ?? configured
  const word = productWord ?? settingDefaults.productWord
  const place = mmsi === undefined ? undefined : model.placeOfMmsi(mmsi, word)
  const identifier = place?.identifier ?? model.uuidUrn(store.ensureFact('vessel-uuid', randomUUID), word)
  return `vessels.${identifier}`
}

interface CoreParts {
  readonly log: Logger
  readonly store: BoatStore
  /** The data folder. */
  readonly folder: string
}

/** Entered details of the boat are preferred over devices, unless the settings have an order for the path. */
const sourceOrders = ({ sources = [] }: Settings): SourceOrder[] => {
  const configured = new Set(sources.map(({ path }) => path))
  const entered = boatPaths.filter((path) => !configured.has(path))
  return [...sources, ...entered.map((path) => ({ path, sources: ['settings'] }))]
}

const version = model.interfaceVersion
const probeFact = 'storage-probe'

const freeBytesAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const storageOf = (folder: string, store: BoatStore, unsaved: () => number): StorageMonitor =>
  new StorageMonitor({
    freeBytes: () => freeBytesAt(folder),
    probe: () => store.saveFact(probeFact, new Date().toISOString()),
    unsaved,
    startFault: store.unsaved,
  })

const voiceOf = (
  { intake, counters }: { readonly intake: Intake; readonly counters: Counters },
  log: Logger,
): ServerPublisher =>
  new ServerPublisher({
    intake,
    counters,
    onRefused: (refused) =>
      log.error({ event: 'server.publish_refused', ...refused }, 'value published by the server was refused'),
  })

const sourceSwitchLog =
  (log: Logger) =>
  (row: Row, from: string): void =>
    log.info(
      {
        event: 'source.switched',
        path: row.path.text,
        context: row.context.text,
        from,
        to: row.preferred.source,
      },
      'preferred source switched',
    )

/** The buses. The audit records which plugins may send, and what they tried without a right to it. */
const busesOf = (
  parts: { readonly clock: SystemClock; readonly counters: Counters },
  store: BoatStore,
): BusRegistry => {
  const note = (operation: string) => (plugin: string, details: object) => {
    const actor: model.Actor = { kind: 'plugin', id: plugin, name: plugin, address: 'localhost' }
    store.audit.recordEvent(
      { kind: 'plugin', operation, actor, subject: plugin, details },
      parts.clock.timestamp(),
    )
  }
  return new BusRegistry({
    ...parts,
    audit: { opened: note('bus-opened'), undeclared: note('bus-topic-refused') },
  })
}

const epochFact = 'stream-epoch'

/** Counts the starts of the server. 0 when that cannot be saved: positions of this start cannot be continued then. */
const nextEpoch = (store: BoatStore, log: Logger): number => {
  if (store.unsaved !== undefined) return 0
  const epoch = Number(store.readFact(epochFact) ?? 0) + 1
  try {
    store.saveFactNow(epochFact, String(epoch))
    return epoch
  } catch (error) {
    log.error({ event: 'stream.epoch_not_saved', err: error }, 'epoch of the stream not saved')
    return 0
  }
}

/** Where the choice among the plugins that provide the same is saved. */
const choiceIn = (store: BoatStore, fact: string) => ({
  load: () => store.readFact(fact),
  save: (id: string) => store.saveFact(fact, id),
})

/** The plugins that answer questions. */
const answersOf = (clock: SystemClock, store: BoatStore) => ({
  history: new HistoryProviders({ clock, store: choiceIn(store, 'history-provider') }),
  weather: new WeatherProviders({ clock, store: choiceIn(store, 'weather-provider') }),
  courseProviders: new CourseProviders(choiceIn(store, 'course-provider')),
})

/** The core: the data path from the intake through the tree to the subscriptions. */
export const composeCore = (settings: Settings, self: string, { log, store, folder }: CoreParts) => {
  const clock = new SystemClock()
  const counters = new Counters()
  const productWord = settings.productWord ?? settingDefaults.productWord
  const metadata = new model.PathMetadataTable(settings.metadata)
  const tree = new DeltaTree({
    clock,
    epoch: nextEpoch(store, log),
    counters,
    bounds: boundsOf(settings),
    self,
    productWord,
    metadataOf: metadata.of,
    propertiesOf: metadata.propertiesOf,
    rankOf: new SourceRanking(sourceOrders(settings)).rankOf,
    onSourceSwitch: sourceSwitchLog(log),
  })
  const hub = new SubscriptionHub({ source: tree, clock, counters })
  tree.observe(hub)
  const storage = storageOf(folder, store, () => alerts.registry.unsaved)
  const onDiskFault = (error: unknown): void => storage.failed(error)
  const alerts = composeAlerts({ tree, clock, counters, store: store.alerts, log, onDiskFault })
  const intake = new Intake({ writer: alerts.intake, clock, counters, metadataOf: metadata.of })
  const voice = voiceOf({ intake, counters }, log)
  const resources = new Resources()
  const buses = busesOf({ clock, counters }, store)
  const reader = new TreeReader({ tree, clock, productWord, version, resources, sourceDetails: buses })
  const health = new HealthConditions()
  const core = { clock, counters, productWord, tree, hub, intake, voice, alerts, reader, resources, buses }
  return { ...core, ...answersOf(clock, store), storage, health }
}

export type Core = ReturnType<typeof composeCore>

/** Subscription actions, shared by clients and plugins. */
export const subscriptionActions = (
  hub: SubscriptionHub,
): Pick<StreamActions, 'subscribe' | 'unsubscribe'> => ({
  subscribe: (session, message) =>
    hub.subscribe(session, subscriptionsOf(message), {
      sendsCachedValues: message.sendCachedValues ?? true,
      sendsMetadata: message.sendMeta === 'all',
      readsLog: message.log === true,
      ...(message.from !== undefined && { from: message.from }),
    }),
  unsubscribe: (session, context, paths) => hub.unsubscribe(session, context, paths),
})

/** The current number at a path of own ship; undefined when it is missing or stale. */
export const freshNumber = ({ tree }: Core, path: string): number | undefined => {
  const context = tree.context(model.selfContext)
  const cell = context && tree.row(context, path)?.preferred
  return cell !== undefined && !cell.isStale && typeof cell.value === 'number' ? cell.value : undefined
}
