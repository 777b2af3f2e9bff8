import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HistoryChange } from '@marinedata/history'
import { openLog, temporaryFolder, TrialClock } from './trial-log.ts'

export interface DayFigures {
  readonly hours: number
  readonly samples: number
  readonly series: number
  /** Megabytes, and bytes per sample, of a whole day. */
  readonly writtenMb: number
  readonly storedMb: number
  readonly bytesPerSample: number
  readonly processorSeconds: number
}

/** Bytes that this process has written to the disk. */
const writtenBytes = (): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])

/**
 * Records hours of traffic with a simulated clock, and scales the figures to a day.
 * @param changesAt the changes of a tick of 100 ms, at a time of the simulated clock
 */
export const recordDay = (
  hours: number,
  changesAt: (time: number) => readonly HistoryChange[],
): DayFigures => {
  using folder = temporaryFolder()
  const begin = Date.UTC(2026, 5, 1)
  const clock = new TrialClock(begin)
  const written = writtenBytes()
  const processor = process.cpuUsage()
  const log = openLog(folder.path, clock)
  log.trustTime('gnss', clock.wall())
  let samples = 0
  for (let tick = 0; tick < hours * 36_000; tick++) {
    for (const change of changesAt(clock.wall())) {
      log.record(change)
      samples++
    }
    clock.advance(100)
    if (tick % 10 === 9) log.tick()
  }
  // After midnight the day is closed, so that its sheets are counted.
  clock.advance(begin + 86_400_000 + 300_000 - clock.wall())
  for (let tick = 0; tick < 200; tick++) log.tick()
  const { series } = log.storage()
  log.close()
  const { user, system } = process.cpuUsage(processor)
  const stored = statSync(join(folder.path, 'history.db')).size
  const perDay = 24 / hours
  const megabytes = (bytes: number): number => Math.round((bytes * perDay) / 1e5) / 10
  return {
    hours,
    samples,
    series,
    writtenMb: megabytes(writtenBytes() - written),
    storedMb: megabytes(stored),
    bytesPerSample: Math.round((stored / samples) * 100) / 100,
    processorSeconds: Math.round(((user + system) / 1e6) * perDay * 10) / 10,
  }
}
