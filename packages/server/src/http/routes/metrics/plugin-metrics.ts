import type { PluginState } from '@marinedata/model'
import type { Metric } from 'prom-client'

/** The counters of one plugin. */
export interface PluginVitals {
  readonly name: string
  readonly state: PluginState
  readonly restarts: number
  readonly stats: {
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

interface PluginSource {
  readonly plugins: () => Iterable<PluginVitals>
}

type PluginReading = readonly [name: string, help: string, read: (plugin: PluginVitals) => number | undefined]

const pluginTotals: readonly PluginReading[] = [
  ['messages_total', 'Messages received from a plugin', ({ stats }) => stats.messages.total],
  ['deltas_total', 'Deltas that a plugin published', ({ stats }) => stats.deltas.total],
  ['restarts_total', 'Restarts of a plugin after a fault', ({ restarts }) => restarts],
  ['noise_bytes_total', 'Bytes on stdout that are not protocol messages', ({ stats }) => stats.noiseBytes],
  ['unanswered_total', 'Commands that a plugin did not answer in time', ({ stats }) => stats.unanswered],
  [
    'cpu_seconds_total',
    'Processor time of a plugin',
    ({ stats, run }) => stats.spentCpuSeconds + (run?.usage?.cpuSeconds ?? 0),
  ],
]

const pluginLevels: readonly PluginReading[] = [
  ['up', '1 while a plugin runs', ({ state }) => Number(state === 'running')],
  ['resident_bytes', 'Resident memory of a plugin', ({ run }) => run?.usage?.residentBytes],
]

export const pluginMetrics = (
  { Counter, Gauge }: typeof import('prom-client'),
  { plugins }: PluginSource,
): Metric[] => [
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
          // An unknown value is omitted, not reported as zero.
          if (value !== undefined) level.set({ plugin: plugin.name }, value)
        }
      },
    })
    return level
  }),
]

export const pluginEvents = (
  { Counter }: typeof import('prom-client'),
  { plugins }: PluginSource,
): Metric[] => {
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
  const refused = { name: 'refused_total', help: 'Refused requests of a plugin, by reason', label: 'reason' }
  return [eventOf(faults, ({ stats }) => stats.faults), eventOf(refused, ({ stats }) => stats.refused)]
}
