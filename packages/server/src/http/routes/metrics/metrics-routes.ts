import { Type, type PluginSandbox } from '@marinedata/model'
import type { Counters } from '@marinedata/core'
import type { Metric, Registry } from 'prom-client'
import type { Delay } from '#loop-delay.ts'
import { route, type Route } from '#http/route.ts'
import { historyMetrics, type HistoryVitals } from './history-metrics.ts'
import { loopDelayMetric, processTable, tableMetrics, type Reading } from './metric-table.ts'
import { pluginEvents, pluginMetrics, type PluginVitals } from './plugin-metrics.ts'

/** Everything that the metrics read from, on each scrape. */
export interface Vitals extends HistoryVitals {
  readonly counters: Counters
  readonly tree: {
    readonly size: { contexts: number; paths: number; values: number }
    readonly sequence: number
  }
  readonly hub: {
    readonly size: { sessions: number; groups: number }
    readonly held: { readonly indexEntries: number; readonly cells: number }
    readonly isOverloaded: boolean
    readonly logged: { readonly changes: number; readonly bytes: number }
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
  readonly isolation: { report(): PluginSandbox | null }
}

const totals: readonly Reading<Vitals>[] = [
  ['deltas_total', 'Deltas accepted', ({ counters }) => counters.deltas],
  ['values_total', 'Values written to the tree', ({ counters }) => counters.values],
  [
    'replaced_timestamps_total',
    'Updates whose timestamp was replaced because it was more than a day off',
    ({ counters }) => counters.replacedTimestamps,
  ],
  [
    'refused_server_deltas_total',
    'Deltas of the server itself that were refused; each is a bug of the server',
    ({ counters }) => counters.refusedServerDeltas,
  ],
  ['evicted_sources_total', 'Silent sources that were evicted', ({ counters }) => counters.evictedSources],
  [
    'evicted_contexts_total',
    'Contexts evicted because the limit was reached',
    ({ counters }) => counters.evictedContexts,
  ],
  [
    'expired_contexts_total',
    'Contexts removed because no data was received',
    ({ counters }) => counters.expiredContexts,
  ],
  ['stale_values_total', 'Values that went stale', ({ counters }) => counters.staleValues],
  ['source_switches_total', 'Changes of the preferred source', ({ counters }) => counters.sourceSwitches],
  ['delivered_values_total', 'Values sent to clients', ({ counters }) => counters.deliveredValues],
  [
    'conflated_values_total',
    'Values replaced by newer ones before they were sent',
    ({ counters }) => counters.conflatedValues,
  ],
  ['urgent_frames_total', 'Frames sent ahead of all others', ({ counters }) => counters.urgentFrames],
  ['fallen_behind_total', 'Times that a client fell behind', ({ counters }) => counters.fallenBehind],
  [
    'evicted_alerts_total',
    'Alerts evicted because the limit was reached',
    ({ counters }) => counters.evictedAlerts,
  ],
  [
    'evicted_stations_total',
    'Console clients evicted because the limit was reached',
    ({ counters }) => counters.evictedStations,
  ],
  [
    'alerts_without_room_total',
    'Notifications without an alert because the limit was reached',
    ({ counters }) => counters.alertsWithoutRoom,
  ],
  ['unkept_alerts_total', 'Failed writes of alerts', ({ counters }) => counters.unkeptAlerts],
  [
    'dropped_alert_audit_entries_total',
    'Audit entries of alerts that were dropped because the disk was full for too long',
    ({ counters }) => counters.droppedAlertEvents,
  ],
  [
    'bus_heard_messages_total',
    'Messages that plugins received from buses',
    ({ counters }) => counters.heardBusMessages,
  ],
  [
    'bus_delivered_messages_total',
    'Messages of buses passed to the plugins that use them',
    ({ counters }) => counters.deliveredBusMessages,
  ],
  [
    'bus_dropped_messages_total',
    'Messages of buses that a plugin read too slowly',
    ({ counters }) => counters.droppedBusMessages,
  ],
  [
    'bus_sent_messages_total',
    'Messages of plugins written to buses',
    ({ counters }) => counters.sentBusMessages,
  ],
  [
    'bus_failed_messages_total',
    'Messages of plugins that the owner of the bus did not write',
    ({ counters }) => counters.failedBusMessages,
  ],
  ['unsaved_anchors_total', 'Failed writes of the anchor state', ({ counters }) => counters.unsavedAnchors],
  [
    'unrecorded_commands_total',
    'Commands that could not be recorded',
    ({ counters }) => counters.unrecordedCommands,
  ],
  [
    'evicted_idempotency_keys_total',
    'Idempotency keys evicted for newer ones of the same principal',
    ({ counters }) => counters.evictedAnswers,
  ],
  [
    'evicted_tickets_total',
    'Stream tickets evicted for newer ones of the same principal',
    ({ tickets }) => tickets.evicted,
  ],
  [
    'closed_streams_total',
    'Streams closed because the client stopped reading',
    ({ streams }) => streams.closedStuck,
  ],
  [
    'paused_streams_total',
    'Times that reading from a client was paused: unread replies, or too much work',
    ({ streams }) => streams.pauses,
  ],
  ...processTable.totals,
]

const levels: readonly Reading<Vitals>[] = [
  ['contexts', 'Contexts in the tree', ({ tree }) => tree.size.contexts],
  ['paths', 'Distinct paths in the tree', ({ tree }) => tree.size.paths],
  ['values', 'Values in the tree', ({ tree }) => tree.size.values],
  ['sequence', 'Sequence number of the newest change', ({ tree }) => tree.sequence],
  ['stream_sessions', 'Open streams', ({ hub }) => hub.size.sessions],
  ['stream_groups', 'Distinct subscriptions', ({ hub }) => hub.size.groups],
  ['stream_index_entries', 'References in the index of subscriptions', ({ hub }) => hub.held.indexEntries],
  ['stream_held_cells', 'Values waiting for the period of a subscription', ({ hub }) => hub.held.cells],
  ['stream_log_bytes', 'Recent changes that readers of the log continue from', ({ hub }) => hub.logged.bytes],
  [
    'overloaded',
    '1 while latest values are sent instead of every value',
    ({ hub }) => Number(hub.isOverloaded),
  ],
  ['alerts', 'Alerts in the list', ({ alerts }) => alerts.size],
  ['unrecorded_alerts', 'Notifications waiting to become an alert', ({ alerts }) => alerts.unrecorded],
  ['unsaved_alerts', 'Alerts that could not be written to disk yet', ({ alerts }) => alerts.unsaved],
  [
    'known_connections',
    'Connections with an authenticated client',
    ({ connections }) => connections.size.known,
  ],
  [
    'unknown_connections',
    'Connections without an authenticated client',
    ({ connections }) => connections.size.unknown,
  ],
  ...processTable.levels,
  [
    'plugin_sandbox',
    '1 while plugins run in a sandbox',
    ({ isolation }) => Number(isolation.report()?.active === true),
  ],
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
    totalOf('refused_total', 'Refused deltas and messages, by reason', counters.refused),
    totalOf(
      'bus_refused_messages_total',
      'Messages of plugins that were not passed to a bus, by reason',
      counters.refusedBusMessages,
    ),
    totalOf('refused_connections_total', 'Closed connections, by reason', connections.refused),
  ]
}

const prefix = 'marinedata_'

const registryOf = async (vitals: Vitals): Promise<Registry> => {
  // Loaded at the first scrape: most boats are never scraped.
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  for (const metric of tableMetrics(prometheus, { prefix, totals, levels }, vitals))
    registry.registerMetric(metric)
  for (const metric of refusals(prometheus, vitals)) registry.registerMetric(metric)
  registry.registerMetric(loopDelayMetric(prometheus, prefix, vitals.loopDelay))
  for (const metric of pluginMetrics(prometheus, vitals)) registry.registerMetric(metric)
  for (const metric of pluginEvents(prometheus, vitals)) registry.registerMetric(metric)
  for (const metric of historyMetrics(prometheus, vitals)) registry.registerMetric(metric)
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
      summary: 'Metrics of the server, for Prometheus',
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
