import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { HistoryValuesQuestion } from '@marinedata/model'
import type { HistoryLog } from '@marinedata/history'
import { encodeSheet } from '#codec/sheet-codec.ts'
import { BoatTraffic } from './boat-traffic.ts'
import { Random } from './random.ts'
import { answerOf, openLog, temporaryFolder, TrialClock } from './trial-log.ts'

const dayMs = 86_400_000
const self = 'vessels.self'
const path = 'environment.depth.belowTransducer'

export interface SpeedFigures {
  /** Milliseconds of the best of five questions, and of processor time. */
  readonly closedDay: number
  readonly today: number
  readonly fullRate: number
  readonly year: number
}

/** A year of sheets, written directly: recording them would take hours. */
const writeSheets = (folder: string, firstDay: number, days: number): void => {
  using database = new DatabaseSync(join(folder, 'history.db'))
  const random = new Random(2)
  const minute = Array.from({ length: 1_440 }, (_, index) => index)
  const column = (spread: number): number[] => minute.map(() => random.below(spread))
  const insert = database.prepare('INSERT OR IGNORE INTO sheet SELECT ?, id, ? FROM series WHERE path = ?')
  database.exec('BEGIN')
  for (let day = firstDay; day < firstDay + days; day++) {
    const columns = { minute, n: column(60), mean: column(150_000), up: column(3_000), down: column(3_000) }
    insert.run(day, encodeSheet({ lastSegment: 1, isUncertain: false, isFloat: false, ...columns }), path)
  }
  database.exec('COMMIT')
}

const best = (log: HistoryLog, question: HistoryValuesQuestion): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      answerOf(log, question)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }),
  )

/** Processor time of the usual questions. A machine with other work does not decide it. */
export const measureQuestions = (days: number): SpeedFigures => {
  using folder = temporaryFolder()
  const begin = Date.UTC(2026, 5, 1)
  const clock = new TrialClock(begin)
  let log = openLog(folder.path, clock)
  log.trustTime('gnss', clock.wall())
  const traffic = new BoatTraffic()
  const end = begin + 1.99 * dayMs
  while (clock.wall() < end) {
    // All rates on the last hours; before, a sample per series and minute is enough for the minute rows.
    const isDense = clock.wall() > end - 2.5 * 3_600_000
    for (const change of traffic.at(clock.wall())) log.record(change)
    clock.advance(isDense ? 100 : 30_000)
    if (clock.wall() % 1_000 === 0) log.tick()
  }
  for (let tick = 0; tick < 100; tick++) log.tick()
  log.close()
  writeSheets(folder.path, begin / dayMs - days, days)
  clock.restart()
  log = openLog(folder.path, clock)
  log.trustTime('gnss', clock.wall())
  const ask = (from: number, to: number, resolution: number): number =>
    best(log, { context: self, from, to, resolution, columns: [{ path }] })
  const figures = {
    closedDay: ask(begin, begin + dayMs - 1, 60),
    today: ask(begin + dayMs, end, 60),
    fullRate: ask(end - 7_200_000, end, 5),
    year: ask(begin - days * dayMs, begin - 1, 3_600),
  }
  log.close()
  return figures
}
