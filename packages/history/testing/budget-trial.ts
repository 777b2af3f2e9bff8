import { BoatTraffic } from './boat-traffic.ts'
import { answerOf, openLog, temporaryFolder, TrialClock } from './trial-log.ts'

export interface BudgetFigures {
  readonly days: number
  readonly budgetBytes: number
  readonly worstOverBytes: number
  readonly dropped: Readonly<Record<string, number>>
  /** The layers in the order in which their first entry was removed. */
  readonly order: readonly string[]
  /** Samples of the own vessel are gone, and the answer says so. */
  readonly isHoleReported: boolean
  readonly isMinuteThere: boolean
}

const dayMs = 86_400_000
const self = 'vessels.self'

/** Records days into a small budget. One minute in `everyMinutes` is recorded, to save time. */
export const recordIntoBudget = (days: number, budgetBytes: number, everyMinutes: number): BudgetFigures => {
  using folder = temporaryFolder()
  const begin = Date.UTC(2026, 0, 1)
  const clock = new TrialClock(begin)
  const log = openLog(folder.path, clock, { budgetBytes })
  log.trustTime('gnss', clock.wall())
  const traffic = new BoatTraffic(20)
  const order: string[] = []
  let worstOverBytes = 0
  for (let minute = 0; minute < days * 1_440; minute += everyMinutes) {
    const start = begin + minute * 60_000
    for (let tick = 0; tick < 600; tick++) {
      clock.advance(start + tick * 100 - clock.wall())
      for (const change of traffic.at(clock.wall())) log.record(change)
    }
    clock.advance(start + 60_000 - clock.wall())
    log.tick()
    const { usedBytes, dropped } = minute % 120 < everyMinutes ? log.storage() : { usedBytes: 0, dropped: {} }
    worstOverBytes = Math.max(worstOverBytes, usedBytes - budgetBytes)
    for (const layer of Object.keys(dropped)) if (!order.includes(layer)) order.push(layer)
  }
  const columns = [{ path: 'environment.depth.belowTransducer' }]
  const question = { context: self, from: begin, to: begin + 3_600_000, resolution: 5, columns }
  const { head, rows } = answerOf(log, question)
  const { dropped } = log.storage()
  log.close()
  return {
    days,
    budgetBytes,
    worstOverBytes,
    dropped,
    order,
    isHoleReported: head.gaps.some(({ layer, reason }) => layer === 'own' && reason === 'budget'),
    isMinuteThere: head.tier === 'minute' && rows.some(([, cell]) => cell !== null) && days * dayMs > 0,
  }
}
