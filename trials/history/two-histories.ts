import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { historyMethods, type HistoryQuestion } from '@marinedata/model'
import { startPlugin } from '@marinedata/plugin-api/testing'
import { answerOf } from '../../plugins/recorder/src/answer.ts'
import { BoatTraffic } from '../../packages/history/testing/boat-traffic.ts'
import { Random } from '../../packages/history/testing/random.ts'
import { openLog, temporaryFolder, TrialClock } from '../../packages/history/testing/trial-log.ts'

export interface TwoHistoriesFigures {
  readonly questions: number
  readonly rows: number
  /** Questions whose answers differ. */
  readonly wrong: number
  readonly firstWrong?: string
}

const recorder = join(import.meta.dirname, '..', '..', 'plugins', 'recorder')
const begin = Date.UTC(2026, 5, 1, 12)
const minutes = 20
const paths = [
  'navigation.headingMagnetic',
  'environment.wind.speedApparent',
  'electrical.batteries.house.voltage',
] as const

const record = (folder: string): void => {
  const clock = new TrialClock(begin)
  using log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  const traffic = new BoatTraffic(5)
  while (clock.wall() < begin + minutes * 60_000) {
    for (const change of traffic.at(clock.wall())) log.record(change)
    clock.advance(100)
    if (clock.wall() % 1_000 === 0) log.tick()
  }
}

/** Questions that are asked once. Not for the numbers of the log: a copy of a log starts a new epoch. */
const everything = { from: begin, to: begin + minutes * 60_000 }
const fixed: readonly HistoryQuestion[] = [
  { ask: 'contexts', ...everything },
  { ask: 'paths', ...everything },
  { ask: 'paths', ...everything, bbox: { south: -90, west: -180, north: 90, east: 180 } },
  { ask: 'track', ...everything, context: 'vessels.self', tolerance: 5 },
  { ask: 'play', from: begin, tier: 'full' },
  { ask: 'play', from: begin, tier: 'minute' },
  { ask: 'series', after: 0, most: 1_000 },
]

const randomQuestion = (random: Random): HistoryQuestion => {
  const from = begin + random.below(minutes * 60_000)
  const to = from + 1_000 + random.below(minutes * 60_000)
  const resolution = random.pick([1, 5, 15, 60, 300, 900])
  const columns = [{ path: random.pick(paths), method: random.pick(historyMethods) }]
  return { ask: 'values', question: { context: 'vessels.self', from, to, resolution, columns } }
}

/**
 * H11: the recorder in its process, and the same log elsewhere, opened by the library alone, as the shore does. Both must
 * give the same answers.
 */
export const compareHistories = async (count: number): Promise<TwoHistoriesFigures> => {
  using aboard = temporaryFolder()
  using ashore = temporaryFolder()
  record(aboard.path)
  cpSync(aboard.path, ashore.path, { recursive: true })
  using log = openLog(ashore.path, new TrialClock(begin + 86_400_000))
  await using plugin = await startPlugin(recorder, {
    folder: aboard.path,
    settings: { recording: false },
    deadlineMs: 60_000,
  })
  const random = new Random(11)
  const questions = [...fixed, ...Array.from({ length: count }, () => randomQuestion(random))]
  const wrong: string[] = []
  let rows = 0
  for (const question of questions) {
    const one = await plugin.askHistory(question)
    const steps = [...answerOf(log, question)].flatMap((step) => [...(step ?? [])])
    const other = JSON.parse(JSON.stringify(steps)) as unknown[]
    rows += one.length
    if (!isDeepStrictEqual(one, other)) wrong.push(JSON.stringify(question))
  }
  const [firstWrong] = wrong
  return {
    questions: questions.length,
    rows,
    wrong: wrong.length,
    ...(firstWrong !== undefined && { firstWrong }),
  }
}
