import { mkdirSync } from 'node:fs'
import { HistoryLog } from '@marinedata/history'
import { sailingValues } from './sailing-values.ts'
import { writeDays } from './written-days.ts'

const minute = 60_000
const dayMs = 86_400_000

/**
 * Makes the past of a boat, up to now: `past-program.ts <folder> <days> [samples]`. The days before yesterday are rows
 * per minute, with `samples` also samples of each minute; the rest is recorded. One hour of it is missing: from five to
 * four hours ago.
 */
const [folder = '', days = '2', samples] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const end = Date.now()
const yesterday = Math.floor(end / dayMs) - 1
const first = yesterday + 2 - Number(days)
writeDays(folder, { first, end: yesterday, valuesAt: sailingValues, hasSamples: samples === 'samples' })

let now = yesterday * dayMs
const start = now
const clock = { wall: () => now, mono: () => now - start }
const log = HistoryLog.open(folder, { clock, budgetBytes: 2_000_000_000 })
log.trustTime('gnss', now)
// Each segment waits for the disk, so the last six hours have more of them than the time before.
for (; now < end; now += end - now > 360 * minute ? 5 * minute : minute / 2) {
  const ago = end - now
  const isRecorded = ago > 300 * minute || ago < 240 * minute
  if (isRecorded)
    for (const [path, value] of Object.entries(sailingValues(now)))
      log.record({ context: 'vessels.self', path, source: 'test.0', at: now, value, isPreferred: true })
  log.tick()
}
log.close()
