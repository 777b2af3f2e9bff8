import { writeSync } from 'node:fs'
import { openLog, TrialClock } from './trial-log.ts'
import { recordMinute } from './trial-minute.ts'

// Records minute after minute, and reports what is on disk. It is killed by the trial that started it.
const folder = process.argv[2] ?? ''
const clock = new TrialClock(Date.UTC(2026, 0, 1))
const log = openLog(folder, clock)
for (let minute = 0; minute < 100_000; minute++) {
  recordMinute(log, clock, minute)
  const { number, event } = log.head()
  writeSync(1, `${JSON.stringify({ segment: number, event })}\n`)
}
