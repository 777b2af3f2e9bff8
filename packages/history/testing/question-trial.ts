import { historyMethods, type HistoryCell, type HistoryColumn } from '@marinedata/model'
import type { HistoryLog } from '@marinedata/history'
import { oracleCells, type OracleKind, type OracleSample } from './oracle.ts'
import { Random } from './random.ts'
import { answerOf, openLog, temporaryFolder, TrialClock } from './trial-log.ts'

interface Trial {
  readonly path: string
  readonly kind: OracleKind
  /** Largest difference: a step of the mean and one of the extreme. */
  readonly step: number
  readonly samples: OracleSample[]
}

const begin = Date.UTC(2026, 4, 30, 18)
const hours = 31
const self = 'vessels.self'

const round = (value: number): number => Math.round(value * 1e7) / 1e7

const valueOf = (random: Random, kind: OracleKind, time: number): OracleSample => {
  const wave = Math.sin(time / 700_000)
  if (kind === 'linear') return { time, value: Math.round((wave * 20 + random.next()) * 1e4) / 1e4 }
  if (kind === 'angle')
    return { time, value: Math.round(((6.28 + wave * 0.8 + random.next() * 0.3) % 6.283) * 1e5) / 1e5 }
  return { time, value: round(54 + wave), longitude: round(179.9 + wave * 0.05 + random.next() * 0.01) }
}

/** Records 31 hours with holes, across two days and a restart. */
const recordTrial = (folder: string, random: Random): { log: HistoryLog; trials: [Trial, ...Trial[]] } => {
  const clock = new TrialClock(begin)
  let log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  const trials: [Trial, ...Trial[]] = [
    { path: 'environment.depth.belowKeel', kind: 'linear', step: 1e-4, samples: [] },
    { path: 'navigation.headingTrue', kind: 'angle', step: 1e-5, samples: [] },
    { path: 'navigation.position', kind: 'position', step: 1e-7, samples: [] },
  ]
  let holeUntil = 0
  while (clock.wall() < begin + hours * 3_600_000) {
    clock.advance(1_500 + random.below(30) * 100)
    const time = clock.wall()
    if (random.below(3_000) === 0) holeUntil = time + random.below(7_200_000)
    if (random.below(30_000) === 0) {
      log.close()
      clock.restart()
      log = openLog(folder, clock)
      log.trustTime('gnss', clock.wall())
    }
    if (time > holeUntil)
      for (const { path, kind, samples } of trials) {
        if (random.below(10) === 0) continue
        const sample = valueOf(random, kind, time)
        samples.push(sample)
        const value =
          kind === 'position' ? { latitude: sample.value, longitude: sample.longitude } : sample.value
        log.record({ context: self, path, source: 'a', at: time, value })
      }
    log.tick()
  }
  for (let tick = 0; tick < 50; tick++) log.tick()
  return { log, trials }
}

const difference = (kind: OracleKind, one: HistoryCell, other: HistoryCell): number => {
  if (one === null || other === null) return one === other ? 0 : Number.POSITIVE_INFINITY
  if (typeof one === 'object' && typeof other === 'object') {
    const east = Math.abs(one.longitude - other.longitude)
    return Math.max(Math.abs(one.latitude - other.latitude), Math.min(east, 360 - east))
  }
  const apart = Math.abs(Number(one) - Number(other))
  return kind === 'angle' ? Math.min(apart, 2 * Math.PI - apart) : apart
}

const columnOf = (random: Random, { path, kind }: Trial): HistoryColumn => {
  const method = random.pick(historyMethods)
  const isRefused = kind === 'position' && ['min', 'max', 'mid'].includes(method)
  if (isRefused) return { path }
  if (method === 'sma') return { path, method, parameter: 1 + random.below(9) }
  return method === 'ema' ? { path, method, parameter: 0.1 + random.below(9) / 10 } : { path, method }
}

/** Random questions against the oracle. Returns those that differ, and the largest difference in steps. */
export const askRandomQuestions = (
  count: number,
  seed = 3,
): { wrong: string[]; worstSteps: number; samples: number } => {
  using folder = temporaryFolder()
  const random = new Random(seed)
  const { log, trials } = recordTrial(folder.path, random)
  const wrong: string[] = []
  let worstSteps = 0
  for (let question = 0; question < count; question++) {
    const trial = random.pick(trials)
    const resolution = random.pick([1, 5, 7, 15, 30, 60, 300, 900, 3_600, 86_400])
    const from = begin + random.below(hours * 3_600_000)
    const to = Math.min(from + random.below(resolution * 1_000 * 400), begin + hours * 3_600_000)
    const column = columnOf(random, trial)
    const asked = { from, to, resolution, columns: [column] }
    const { head, rows } = answerOf(log, { context: self, ...asked })
    const expected = oracleCells(trial.samples, {
      from,
      to,
      resolution: resolution * 1_000,
      tier: head.tier,
      column,
      kind: trial.kind,
    })
    const differences = expected.map((cell, row) =>
      difference(trial.kind, cell, rows[row]?.[1] as HistoryCell),
    )
    const worst = Math.max(...differences) / trial.step
    worstSteps = Math.max(worstSteps, worst)
    if (rows.length !== expected.length || worst > 1.001) wrong.push(JSON.stringify({ asked, worst }))
  }
  log.close()
  return { wrong, worstSteps, samples: trials.reduce((sum, { samples }) => sum + samples.length, 0) }
}
