import type { HistoryLog, PlayedChange } from '@marinedata/history'
import { openLog, temporaryFolder, TrialClock } from './trial-log.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

export interface ClockFigures {
  readonly recorded: number
  readonly found: number
  /** Played changes that are not in the order in which they were recorded. */
  readonly misordered: number
  /** Played changes whose time is more than a second from the true one. */
  readonly mistimed: number
  /** Minutes of the closed day that are in its sheet. */
  readonly inRightDay: number
}

/** The minutes of the first day. */
const minutesOf = (log: HistoryLog): Set<number> => {
  const options = { tier: 'minute', to: Date.UTC(2026, 5, 2) - 1 } as const
  const pages = [...log.play(Date.UTC(2026, 5, 1), options)]
  return new Set(pages.flatMap((page) => (page ?? []).map(({ at }) => at)))
}

const tickMinutes = (log: HistoryLog, clock: TrialClock, minutes: number): void => {
  for (let minute = 0; minute < minutes; minute++) {
    clock.advance(minuteMs)
    log.tick()
  }
}

const compare = (
  played: readonly PlayedChange[],
  times: readonly number[],
): Omit<ClockFigures, 'inRightDay'> => ({
  recorded: times.length,
  found: played.length,
  misordered: played.filter(({ value }, index) => value !== index + 1).length,
  mistimed: played.filter(({ at }, index) => Math.abs(at - (times[index] ?? 0)) > 1_000).length,
})

/**
 * A computer without a battery for its clock: it starts in 1970, learns the time after ten minutes, and its clock jumps
 * an hour back and 55 years forward.
 */
export const recordWithWrongClock = (): ClockFigures => {
  using folder = temporaryFolder()
  const clock = new TrialClock(10_000)
  let log = openLog(folder.path, clock)
  const trueOffset = Date.UTC(2026, 5, 1, 12) - clock.mono()
  const times: number[] = []
  const recordMinutes = (minutes: number): void => {
    for (let second = 0; second < minutes * 60; second++) {
      clock.advance(1_000)
      times.push(clock.mono() + trueOffset)
      log.record({
        context: 'vessels.self',
        path: 'navigation.log',
        source: 'a',
        at: clock.wall(),
        value: times.length,
      })
      log.tick()
    }
  }
  recordMinutes(10)
  log.trustTime('gnss', clock.mono() + trueOffset)
  recordMinutes(5)
  clock.jump(-hourMs)
  recordMinutes(5)
  clock.jump(55 * 365.25 * 24 * hourMs)
  recordMinutes(5)
  // The next day: the sheet of the first one is written.
  clock.advance(24 * hourMs)
  tickMinutes(log, clock, 20)
  const now = clock.mono() + trueOffset
  log.close()
  clock.restart(now)
  log = openLog(folder.path, clock)
  const played = [...log.play(Date.UTC(2000, 0, 1), { tier: 'full' })].flatMap((page) => page ?? [])
  const inRightDay = minutesOf(log).size
  log.close()
  return { ...compare(played, times), inRightDay }
}
