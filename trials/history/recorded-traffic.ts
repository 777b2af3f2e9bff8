import { readFileSync } from 'node:fs'
import type { HistoryChange } from '@marinedata/history'
import { BusLog } from '@marinedata/nmea2000'

interface Recorded {
  /** Milliseconds since the start of the recording. */
  readonly at: number
  readonly change: HistoryChange
}

const readRecording = (file: string, isWithOthers: boolean): Recorded[] => {
  const log = new BusLog()
  const recorded: Recorded[] = []
  let start: number | undefined
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const read = log.read(line)
    if (read.kind !== 'values' || read.at === undefined) continue
    start ??= read.at
    for (const { device: source, context = 'vessels.self', values } of read.updates) {
      if (context !== 'vessels.self' && !isWithOthers) continue
      for (const { path, value } of values)
        recorded.push({ at: read.at - start, change: { context, path, source, at: 0, value } })
    }
  }
  return recorded
}

/** A recording of NMEA 2000, repeated without end: the changes of each tick of 100 ms. */
export const repeatRecording = (file: string, isWithOthers: boolean): ((time: number) => HistoryChange[]) => {
  const recorded = readRecording(file, isWithOthers)
  const byTick = Map.groupBy(recorded, ({ at }) => Math.floor(at / 100))
  const ticks = Math.max(...byTick.keys()) + 1
  return (time) =>
    (byTick.get(Math.floor(time / 100) % ticks) ?? []).map(({ change }) => ({ ...change, at: time }))
}
