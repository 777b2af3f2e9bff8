import type { HistoryLog } from '@marinedata/history'
import type { TrialClock } from './trial-log.ts'

/** Records a minute with a few numbers and a text, and lets the log write it. */
export const recordMinute = (log: HistoryLog, clock: TrialClock, minute: number): void => {
  for (let second = 0; second < 60; second++) {
    const at = clock.wall()
    for (const name of ['house', 'start', 'bow'])
      log.record({
        context: 'vessels.self',
        path: `electrical.batteries.${name}.voltage`,
        source: 'bus',
        at,
        value: 12 + Math.sin(minute + second / 9),
      })
    clock.advance(1_000)
  }
  log.record({
    context: 'vessels.self',
    path: 'notifications.test',
    source: 'bus',
    at: clock.wall(),
    value: { state: 'alert', message: `minute ${minute}` },
  })
  log.tick()
}
