import type { CaseResult } from '../runner/trial.ts'
import type { JobResult } from './boat-pool.ts'
import type { KillFigures } from './kills.ts'
import type { Figures, Job } from './tried-row.ts'

const merge = (results: readonly JobResult[]): Figures => {
  const all: Figures = {}
  for (const { figures } of results) Object.assign(all, figures)
  return all
}

const most = (numbers: readonly number[]): number => Math.max(...numbers)
const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0)

/** One pilot through one gateway: its jobs that have not ended, and the results of those that have. */
class Row {
  readonly open: Set<Job>
  readonly results: JobResult[] = []
  readonly #startedAt = performance.now()

  constructor(jobs: readonly Job[]) {
    this.open = new Set(jobs)
  }

  get failures(): readonly string[] {
    return this.results.flatMap(({ failures }) => failures)
  }

  line(pilot: string, gateway: string): CaseResult {
    const { failures } = this
    const { standby, killed, moved } = merge(this.results)
    return {
      case: `${pilot}/${gateway}`,
      pass: failures.length === 0,
      cases: sum(this.results.map(({ cases }) => cases)),
      failed: failures.length,
      ...standby,
      ...(killed && { killed }),
      ...moved,
      load: Number(most(this.results.map(({ load }) => load)).toFixed(1)),
      seconds: Math.round((performance.now() - this.#startedAt) / 1_000),
      ...(failures.length > 0 && { failures }),
    }
  }
}

const killLine = (part: string, kills: readonly KillFigures[]): object => ({
  killed: part,
  kills: sum(kills.map((one) => one.kills)),
  offlineWorstMs: most(kills.map(({ offlineWorstMs }) => offlineWorstMs)),
  late: sum(kills.map(({ late }) => late)),
  unnoticed: sum(kills.map(({ unnoticed }) => unnoticed)),
  sent: sum(kills.map(({ sent }) => sent)),
  refused: sum(kills.map(({ refused }) => refused.length)),
})

const standbyLines = (figures: readonly Figures[]): object[] => {
  const standbys = figures.flatMap(({ standby }) => standby ?? [])
  if (standbys.length === 0) return []
  const line = {
    part: 'standby',
    standbys: sum(standbys.map((one) => one.standbys)),
    missed: sum(standbys.map(({ standbyMissed }) => standbyMissed.length)),
    late: sum(standbys.map(({ standbyLate }) => standbyLate)),
    worstMs: most(standbys.map(({ standbyWorstMs }) => standbyWorstMs)),
  }
  return [line]
}

const killLines = (figures: readonly Figures[]): object[] => {
  const kills = figures.flatMap(({ killed = {} }) => Object.entries(killed))
  return [...Map.groupBy(kills, ([name]) => name)].map(([part, own]) => ({
    part: 'kills',
    ...killLine(
      part,
      own.map(([, one]) => one),
    ),
  }))
}

const moveLines = (figures: readonly Figures[]): object[] => {
  const moved = figures.flatMap((one) => one.moved ?? [])
  if (moved.length === 0) return []
  const line = {
    part: 'moves',
    moves: sum(moved.map(({ moves }) => moves)),
    wrongDevice: sum(moved.map(({ wrongDevice }) => wrongDevice)),
    refused: sum(moved.flatMap(({ refused }) => Object.values(refused))),
  }
  return [line]
}

/** Reports each pilot and gateway when its last job has ended, and the parts of each pilot at the end. */
export class RowLines {
  readonly #rows = new Map<string, Row>()

  readonly #report: (result: CaseResult) => void

  constructor(jobs: readonly Job[], report: (result: CaseResult) => void) {
    this.#report = report
    for (const [key, own] of Map.groupBy(jobs, ({ pilot, gateway }) => `${pilot}/${gateway}`))
      this.#rows.set(key, new Row(own))
  }

  add(job: Job, result: JobResult): void {
    const { pilot, gateway } = job
    const row = this.#rows.get(`${pilot}/${gateway}`)
    if (row === undefined) throw new Error(`Nobody asked for ${pilot}/${gateway}`)
    row.open.delete(job)
    row.results.push(result)
    if (row.open.size === 0) this.#report(row.line(pilot, gateway))
  }

  /** What each part has shown for a pilot, through all of its gateways. */
  reportParts(): void {
    const byPilot = Map.groupBy(this.#rows, ([key]) => key.split('/')[0] ?? '')
    for (const [pilot, rows] of byPilot) {
      const pass = rows.every(([, { failures }]) => failures.length === 0)
      const figures = rows.map(([, { results }]) => merge(results))
      for (const line of [...standbyLines(figures), ...killLines(figures), ...moveLines(figures)])
        this.#report({ case: pilot, pass, ...line })
    }
  }
}
