import type { HistoryStorage } from '@marinedata/model'
import type { Metric } from 'prom-client'

export interface HistoryVitals {
  /** The recorded amounts; undefined when no plugin records, or it did not answer in time. */
  readonly historyStorage: () => Promise<HistoryStorage | undefined>
}

type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

interface Reading {
  readonly name: string
  readonly help: string
  readonly labelNames?: string[]
  readonly read: (storage: HistoryStorage) => Samples
}

/** Milliseconds in which the metrics of one scrape share an answer. */
const shareMs = 1_000

const byName = (label: string, counted: Readonly<Record<string, number>>): Samples =>
  Object.entries(counted).map(([name, count]) => [{ [label]: name }, count])

const totals: readonly Reading[] = [
  {
    name: 'removed_entries_total',
    help: 'Entries removed from the recording to stay within its budget, by layer; since the start of the recorder',
    labelNames: ['layer'],
    read: ({ dropped }) => byName('layer', dropped),
  },
  {
    name: 'removed_bytes_total',
    help: 'Bytes removed from the recording to stay within its budget; since the start of the recorder',
    read: ({ droppedBytes }) => (droppedBytes === undefined ? [] : [[{}, droppedBytes]]),
  },
  {
    name: 'rejected_changes_total',
    help: 'Changes that were not recorded, beyond a limit; since the start of the recorder',
    read: ({ rejected }) => [[{}, rejected]],
  },
]

const levels: readonly Reading[] = [
  { name: 'used_bytes', help: 'Size of the recording', read: ({ usedBytes }) => [[{}, usedBytes]] },
  { name: 'budget_bytes', help: 'Budget of the recording', read: ({ budgetBytes }) => [[{}, budgetBytes]] },
  {
    name: 'oldest_timestamp_seconds',
    help: 'Time of the oldest entry of the recording, by tier',
    labelNames: ['tier'],
    read: ({ tiers }) =>
      Object.entries(tiers).flatMap(([tier, { oldest }]) =>
        oldest === undefined ? [] : [[{ tier }, Date.parse(oldest) / 1_000] as const],
      ),
  },
]

const shapeOf = ({ name, help, labelNames = [] }: Reading) => ({
  name: `marinedata_history_${name}`,
  help,
  labelNames,
  registers: [],
})

/** Asks at most once for all metrics of a scrape. */
const shared = (ask: HistoryVitals['historyStorage']): HistoryVitals['historyStorage'] => {
  let asked: { readonly at: number; readonly answer: ReturnType<typeof ask> } | undefined
  return () => {
    const now = performance.now()
    if (asked === undefined || now - asked.at > shareMs) asked = { at: now, answer: ask() }
    return asked.answer
  }
}

/** The state of the recording. The recorder is asked at most once for each scrape. */
export const historyMetrics = (
  { Counter, Gauge }: typeof import('prom-client'),
  { historyStorage }: HistoryVitals,
): Metric[] => {
  const storage = shared(historyStorage)
  const samplesOf = async ({ read }: Reading): Promise<Samples> => {
    const known = await storage()
    return known === undefined ? [] : read(known)
  }
  return [
    ...totals.map((reading) => {
      const total = new Counter({
        ...shapeOf(reading),
        collect: async () => {
          const samples = await samplesOf(reading)
          total.reset()
          // A reset sets a metric without labels to zero, but nothing is known.
          total.remove({})
          for (const [labels, value] of samples) total.inc(labels, value)
        },
      })
      return total
    }),
    ...levels.map((reading) => {
      const level = new Gauge({
        ...shapeOf(reading),
        collect: async () => {
          const samples = await samplesOf(reading)
          level.reset()
          // As above.
          level.remove({})
          for (const [labels, value] of samples) level.set(labels, value)
        },
      })
      return level
    }),
  ]
}
