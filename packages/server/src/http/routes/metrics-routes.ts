import { Type, type PluginSandbox, type PluginState } from '@marinedata/model'
import type { Counters } from '@marinedata/core'
import type { Metric, Registry } from 'prom-client'
import type { Delay } from '#loop-delay.ts'
import { route, type Route } from '../route.ts'

/** What the server knows of itself, read when it is asked. */
export interface Vitals {
  readonly counters: Counters
  readonly tree: {
    readonly size: { contexts: number; paths: number; values: number }
    readonly sequence: number
  }
  readonly hub: {
    readonly size: { sessions: number; groups: number }
    readonly held: { readonly indexEntries: number; readonly cells: number }
    readonly isOverloaded: boolean
  }
  readonly alerts: { readonly size: number; readonly unrecorded: number; readonly unsaved: number }
  readonly loopDelay: { read(): Promise<Delay> }
  readonly tickets: { readonly evicted: number }
  readonly streams: { readonly closedStuck: number; readonly pauses: number }
  readonly connections: {
    readonly refused: Readonly<Record<string, number>>
    readonly size: { readonly known: number; readonly unknown: number }
  }
  readonly plugins: () => readonly PluginVitals[]
  readonly walls: { report(): PluginSandbox | null }
}

/** What is counted of one plugin. */
export interface PluginVitals {
  readonly name: string
  readonly state: PluginState
  readonly restarts: number
  readonly ledger: {
    readonly messages: { readonly total: number }
    readonly deltas: { readonly total: number }
    readonly refused: ReadonlyMap<string, number>
    readonly faults: ReadonlyMap<string, number>
    readonly noiseBytes: number
    readonly unanswered: number
    readonly spentCpuSeconds: number
  }
  readonly run:
    | { readonly usage: { readonly cpuSeconds: number; readonly residentBytes: number } | undefined }
    | undefined
}

type PluginReading = readonly [name: string, help: string, read: (plugin: PluginVitals) => number | undefined]

const pluginTotals: readonly PluginReading[] = [
  ['messages_total', 'Messages of a plugin', ({ ledger }) => ledger.messages.total],
  ['deltas_total', 'Deltas that a plugin published', ({ ledger }) => ledger.deltas.total],
  ['restarts_total', 'Times that a plugin was started again after a fault', ({ restarts }) => restarts],
  ['noise_bytes_total', 'Bytes on stdout beside the protocol', ({ ledger }) => ledger.noiseBytes],
  ['unanswered_total', 'Commands that a plugin did not answer in time', ({ ledger }) => ledger.unanswered],
  [
    'cpu_seconds_total',
    'Processor time of a plugin',
    ({ ledger, run }) => ledger.spentCpuSeconds + (run?.usage?.cpuSeconds ?? 0),
  ],
]

const pluginLevels: readonly PluginReading[] = [
  ['up', '1 while a plugin runs', ({ state }) => Number(state === 'running')],
  ['resident_bytes', 'Resident memory of a plugin', ({ run }) => run?.usage?.residentBytes],
]

type Reading = readonly [name: string, help: string, read: (vitals: Vitals) => number]

const totals: readonly Reading[] = [
  ['deltas_total', 'Deltas taken in', ({ counters }) => counters.deltas],
  ['values_total', 'Values written to the tree', ({ counters }) => counters.values],
  [
    'replaced_timestamps_total',
    'Updates whose own time was more than a day off',
    ({ counters }) => counters.replacedTimestamps,
  ],
  [
    'refused_server_deltas_total',
    'Deltas of the server itself that were refused: each is a fault of the server',
    ({ counters }) => counters.refusedServerDeltas,
  ],
  [
    'evicted_sources_total',
    'Silent sources that made room for others',
    ({ counters }) => counters.evictedSources,
  ],
  ['evicted_contexts_total', 'Contexts forgotten to make room', ({ counters }) => counters.evictedContexts],
  [
    'expired_contexts_total',
    'Contexts forgotten because unheard',
    ({ counters }) => counters.expiredContexts,
  ],
  ['stale_values_total', 'Values that went stale', ({ counters }) => counters.staleValues],
  ['source_switches_total', 'Changes of the preferred source', ({ counters }) => counters.sourceSwitches],
  ['delivered_values_total', 'Values sent to clients', ({ counters }) => counters.deliveredValues],
  ['conflated_values_total', 'Values passed over for newer ones', ({ counters }) => counters.conflatedValues],
  ['urgent_frames_total', 'Frames sent ahead of all others', ({ counters }) => counters.urgentFrames],
  ['fallen_behind_total', 'Times that a reader fell behind', ({ counters }) => counters.fallenBehind],
  ['evicted_alerts_total', 'Alerts that made room for others', ({ counters }) => counters.evictedAlerts],
  [
    'evicted_stations_total',
    'Stations that made room for others',
    ({ counters }) => counters.evictedStations,
  ],
  [
    'alerts_without_room_total',
    'Notifications that found no place among the alerts',
    ({ counters }) => counters.alertsWithoutRoom,
  ],
  ['unkept_alerts_total', 'Times that alerts could not be written', ({ counters }) => counters.unkeptAlerts],
  [
    'dropped_alert_audit_entries_total',
    'Audit entries of alerts that were dropped because the disk was full for too long',
    ({ counters }) => counters.droppedAlertDeeds,
  ],
  [
    'unsaved_anchors_total',
    'Times that the anchor could not be saved',
    ({ counters }) => counters.unsavedAnchors,
  ],
  [
    'unrecorded_commands_total',
    'Commands that could not be recorded',
    ({ counters }) => counters.unrecordedCommands,
  ],
  [
    'evicted_idempotency_keys_total',
    'Idempotency keys that made room for newer ones of the same principal',
    ({ counters }) => counters.evictedAnswers,
  ],
  [
    'evicted_tickets_total',
    'Stream tickets that made room for newer ones of the same holder',
    ({ tickets }) => tickets.evicted,
  ],
  ['closed_streams_total', 'Stuck readers that were closed', ({ streams }) => streams.closedStuck],
  [
    'paused_streams_total',
    'Times that a client was not read for a while: replies unread, or too much work',
    ({ streams }) => streams.pauses,
  ],
  ['cpu_seconds_total', 'Processor time used', () => cpuSeconds()],
]

const levels: readonly Reading[] = [
  ['contexts', 'Contexts in the tree', ({ tree }) => tree.size.contexts],
  ['paths', 'Distinct paths in the tree', ({ tree }) => tree.size.paths],
  ['values', 'Values in the tree', ({ tree }) => tree.size.values],
  ['sequence', 'The newest change', ({ tree }) => tree.sequence],
  ['stream_sessions', 'Open streams', ({ hub }) => hub.size.sessions],
  ['stream_groups', 'Distinct subscriptions', ({ hub }) => hub.size.groups],
  ['stream_index_entries', 'References in the index of subscriptions', ({ hub }) => hub.held.indexEntries],
  ['stream_held_cells', 'Values that wait for the period of a subscription', ({ hub }) => hub.held.cells],
  [
    'overloaded',
    '1 while latest values are sent instead of every value',
    ({ hub }) => Number(hub.isOverloaded),
  ],
  ['alerts', 'Alerts in the list', ({ alerts }) => alerts.size],
  ['unrecorded_alerts', 'Notifications that wait for a place', ({ alerts }) => alerts.unrecorded],
  ['unsaved_alerts', 'Alerts that could not be written to disk yet', ({ alerts }) => alerts.unsaved],
  ['known_connections', 'Connections of those who are known', ({ connections }) => connections.size.known],
  ['unknown_connections', 'Connections of all others', ({ connections }) => connections.size.unknown],
  ['resident_bytes', 'Resident memory', () => process.memoryUsage.rss()],
  [
    'plugin_sandbox',
    '1 while plugins run in a sandbox',
    ({ walls }) => Number(walls.report()?.active === true),
  ],
]

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const metricsOf = ({ Counter, Gauge }: typeof import('prom-client'), vitals: Vitals): Metric[] => [
  ...totals.map(([name, help, read]) => {
    const total = new Counter({ name: `marinedata_${name}`, help, registers: [], collect: () => reset() })
    const reset = (): void => {
      total.reset()
      total.inc(read(vitals))
    }
    return total
  }),
  ...levels.map(([name, help, read]) => {
    const level: Metric & { set(value: number): void } = new Gauge({
      name: `marinedata_${name}`,
      help,
      registers: [],
      collect: () => level.set(read(vitals)),
    })
    return level
  }),
]

const refusals = ({ Counter }: typeof import('prom-client'), { counters, connections }: Vitals): Metric[] => {
  const totalOf = (name: string, help: string, counted: Readonly<Record<string, number>>): Metric => {
    const refused = new Counter({
      name: `marinedata_${name}`,
      help,
      labelNames: ['reason'],
      registers: [],
      collect: () => {
        refused.reset()
        for (const [reason, count] of Object.entries(counted)) refused.inc({ reason }, count)
      },
    })
    return refused
  }
  return [
    totalOf('refused_total', 'What was refused at the door, by reason', counters.refused),
    totalOf('refused_connections_total', 'Connections that were cut, by reason', connections.refused),
  ]
}

const loopDelaySeconds = ({ Gauge }: typeof import('prom-client'), { loopDelay }: Vitals): Metric => {
  const delay = new Gauge({
    name: 'marinedata_loop_delay_seconds',
    help: 'How late the event loop was in the last minute, or since the first scrape',
    labelNames: ['quantile'],
    registers: [],
    collect: async () => {
      const { p99, max } = await loopDelay.read()
      delay.set({ quantile: '0.99' }, p99)
      delay.set({ quantile: '1' }, max)
    },
  })
  return delay
}

const pluginMetrics = ({ Counter, Gauge }: typeof import('prom-client'), { plugins }: Vitals): Metric[] => [
  ...pluginTotals.map(([name, help, read]) => {
    const shape = { name: `marinedata_plugin_${name}`, help, labelNames: ['plugin'], registers: [] }
    const total = new Counter({
      ...shape,
      collect: () => {
        total.reset()
        for (const plugin of plugins()) total.inc({ plugin: plugin.name }, read(plugin) ?? 0)
      },
    })
    return total
  }),
  ...pluginLevels.map(([name, help, read]) => {
    const shape = { name: `marinedata_plugin_${name}`, help, labelNames: ['plugin'], registers: [] }
    const level = new Gauge({
      ...shape,
      collect: () => {
        level.reset()
        for (const plugin of plugins()) {
          const value = read(plugin)
          // Unknown is unknown, not zero.
          if (value !== undefined) level.set({ plugin: plugin.name }, value)
        }
      },
    })
    return level
  }),
]

const pluginEvents = ({ Counter }: typeof import('prom-client'), { plugins }: Vitals): Metric[] => {
  const eventOf = (
    { name, help, label }: { name: string; help: string; label: string },
    read: (plugin: PluginVitals) => ReadonlyMap<string, number>,
  ): Metric => {
    const total = new Counter({
      name: `marinedata_plugin_${name}`,
      help,
      labelNames: ['plugin', label],
      registers: [],
      collect: () => {
        total.reset()
        for (const plugin of plugins())
          for (const [kind, count] of read(plugin)) total.inc({ plugin: plugin.name, [label]: kind }, count)
      },
    })
    return total
  }
  const faults = { name: 'faults_total', help: 'Faults of a plugin, by kind', label: 'kind' }
  const refused = { name: 'refused_total', help: 'What a plugin asked for and did not get', label: 'reason' }
  return [eventOf(faults, ({ ledger }) => ledger.faults), eventOf(refused, ({ ledger }) => ledger.refused)]
}

const registryOf = async (vitals: Vitals): Promise<Registry> => {
  // Loaded when first scraped: most boats never are.
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  for (const metric of metricsOf(prometheus, vitals)) registry.registerMetric(metric)
  for (const metric of refusals(prometheus, vitals)) registry.registerMetric(metric)
  registry.registerMetric(loopDelaySeconds(prometheus, vitals))
  for (const metric of pluginMetrics(prometheus, vitals)) registry.registerMetric(metric)
  for (const metric of pluginEvents(prometheus, vitals)) registry.registerMetric(metric)
  return registry
}

/** Prometheus metrics. */
export const metricsRoutes = (vitals: Vitals): Route[] => {
  let registry: Promise<Registry> | undefined
  return [
    route({
      method: 'GET',
      path: '/metrics',
      scope: 'read',
      operationId: 'getMetrics',
      summary: 'What the server counts, for Prometheus',
      responses: {
        200: { description: 'Prometheus text', contentType: 'text/plain', schema: Type.String() },
      },
      handle: async (_request, reply) => {
        registry ??= registryOf(vitals)
        const known = await registry
        return reply.header('content-type', known.contentType).send(await known.metrics())
      },
    }),
  ]
}
