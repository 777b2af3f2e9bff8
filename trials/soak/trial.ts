import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { soakDays } from './soak-days.ts'
import { soakMinutes } from './soak-minutes.ts'

/**
 * Runs a real server for long and fails when it grows. `--minutes 25`: clients and vessels come and go, and the heap
 * after garbage collection must stay level. `--days 30`: one start of the server per day with the clock moved on, and
 * the core alone through the same time; memory, descriptors, timers and the database must stay bounded.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string' }, days: { type: 'string' } } })
const [minutes, days] = [Number(values.minutes ?? 0), Number(values.days ?? 0)]
if (!(minutes > 0 || days > 0)) throw new Error('Missing duration. Use --minutes 25 or --days 30')

const folder = mkdtempSync(join(tmpdir(), 'marinedata-soak-'))
const faults: string[] = []
try {
  if (minutes > 0) faults.push(...(await soakMinutes(minutes, folder)))
  if (days > 0) faults.push(...(await soakDays(days, folder)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'No growth found.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
