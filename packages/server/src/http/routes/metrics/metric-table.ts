import type { Metric } from 'prom-client'
import type { Delay } from '#loop-delay.ts'

type Prometheus = typeof import('prom-client')

/** A metric without labels, and how its value is read from a source on each scrape. */
export type Reading<Source> = readonly [name: string, help: string, read: (source: Source) => number]

export interface MetricTable<Source> {
  /** Before every name: `marinedata_`. */
  readonly prefix: string
  /** Counters: values that only grow while the process runs. */
  readonly totals: readonly Reading<Source>[]
  /** Gauges. */
  readonly levels: readonly Reading<Source>[]
}

export const tableMetrics = <Source>(
  { Counter, Gauge }: Prometheus,
  { prefix, totals, levels }: MetricTable<Source>,
  source: Source,
): Metric[] => [
  ...totals.map(([name, help, read]) => {
    const total = new Counter({ name: prefix + name, help, registers: [], collect: () => reset() })
    const reset = (): void => {
      total.reset()
      total.inc(read(source))
    }
    return total
  }),
  ...levels.map(([name, help, read]) => {
    const level: Metric & { set(value: number): void } = new Gauge({
      name: prefix + name,
      help,
      registers: [],
      collect: () => level.set(read(source)),
    })
    return level
  }),
]

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Metrics that each of our processes reports about itself. */
export const processTable = {
  totals: [['cpu_seconds_total', 'Processor time used', () => cpuSeconds()]],
  levels: [['resident_bytes', 'Resident memory', () => process.memoryUsage.rss()]],
} as const

export const loopDelayMetric = (
  { Gauge }: Prometheus,
  prefix: string,
  loopDelay: { read(): Promise<Delay> },
): Metric => {
  const delay = new Gauge({
    name: `${prefix}loop_delay_seconds`,
    help: 'Delay of the event loop in the last minute, or since the first scrape',
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
