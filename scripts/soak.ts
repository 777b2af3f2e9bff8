import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { soakDays } from './soak/soak-days.ts'
import { soakMinutes } from './soak/soak-minutes.ts'

/**
 * Runs a real server for long and fails when it grows. `--minutes 25`: readers and vessels that come and go; what the
 * heap holds after a collection is to stay level. `--days 30`: so many days, each a start of the server with the clock moved
 * on, and the core by itself through the same time; memory, descriptors, timers and the database are to stay bounded.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string' }, days: { type: 'string' } } })
const [minutes, days] = [Number(values.minutes ?? 0), Number(values.days ?? 0)]
if (!(minutes > 0 || days > 0)) throw new Error('Say for how long: --minutes 25, or --days 30')

const folder = mkdtempSync(join(tmpdir(), 'marinedata-soak-'))
const faults: string[] = []
try {
  if (minutes > 0) faults.push(...(await soakMinutes(minutes, folder)))
  if (days > 0) faults.push(...(await soakDays(days, folder)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'Nothing grows.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
