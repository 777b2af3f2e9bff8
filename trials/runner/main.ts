/** Runs trials: `npm run trial -- NAME…`. Results on standard output, one JSON line each; progress on standard error. */
import { join } from 'node:path'
import { runTrials } from './run-trials.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await runTrials(process.argv.slice(2), {
  folder: join(import.meta.dirname, '..'),
  print: (line) => console.log(line),
  note: (line) => console.error(line),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 2
})
