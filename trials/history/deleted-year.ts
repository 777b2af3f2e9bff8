import { sailingValues } from '../../packages/history/testing/sailing-values.ts'
import { temporaryFolder } from '../../packages/history/testing/trial-log.ts'
import { writeDays } from '../../packages/history/testing/written-days.ts'
import type { HistoryForgotten, HistoryValuesAnswer } from '@marinedata/model'
import { exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { historyApi, logFolder, startRecordedBoat } from './recorded-boat.ts'

const dayMs = 86_400_000
const path = 'environment.depth.belowKeel'

export interface DeletionFigures {
  readonly days: number
  readonly requests: number
  readonly segments: number
  readonly sheets: number
  readonly seconds: number
  /** Values that are still there. */
  readonly left: number
  readonly restarts: number
}

/** Deletes everything that a boat has recorded. */
export const deleteDays = async (days: number): Promise<DeletionFigures> => {
  using folder = temporaryFolder()
  const end = Math.floor(Date.now() / dayMs)
  const first = end - days
  writeDays(logFolder(folder.path), { first, end, valuesAt: sailingValues, hasSamples: true })
  const { server, plugins } = await startRecordedBoat({ folder: folder.path })
  await using _server = server
  const iso = (day: number): string => new Date(day * dayMs).toISOString()
  const range = `from=${iso(first)}&to=${iso(end)}`
  const startedAt = performance.now()
  let requests = 1
  const ask = (): Promise<Exchange> => exchange(server.url, `${historyApi}?${range}`, { method: 'DELETE' })
  let answer = await ask()
  // Each request waits some seconds for the same deletion.
  for (; answer.status === 202; requests++) answer = await ask()
  const { status, text } = answer
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  if (status !== 200) throw new Error(`The deletion responded with ${status}: ${text}`)
  // The server checks its answers.
  const { segments, sheets } = JSON.parse(text) as HistoryForgotten
  const query = `paths=${path}&${range}&resolution=1d`
  const { data } = await getJson<HistoryValuesAnswer>(server.url, `${historyApi}/values?${query}`)
  const left = data.filter(([, cell]) => cell !== null).length
  const { restarts } = await plugins.report('recorder')
  return { days, requests, segments, sheets, seconds, left, restarts }
}
