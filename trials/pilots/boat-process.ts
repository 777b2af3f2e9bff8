/** Runs one job of the trial, which its only argument describes, and sends its progress and result to its parent. */
import { loadavg } from 'node:os'
import { Cases } from './cases.ts'
import type { BoatMessage } from './boat-pool.ts'
import { runJob, type Job } from './tried-row.ts'

const tell = (message: BoatMessage): void => void process.send?.(message)
const cases = new Cases()
// Its parent writes a job there.
const job = JSON.parse(process.argv[2] ?? '') as Job
const figures = await runJob(job, cases, (progress) => tell({ progress }))
const [load = 0] = loadavg()
tell({ result: { cases: cases.count, failures: cases.failures, figures, load } })
process.disconnect()
