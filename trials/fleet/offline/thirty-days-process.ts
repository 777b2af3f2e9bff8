/** Runs the case of thirty days in a process, for the trial that has started it. */
import { trialOfThirtyDays } from './thirty-days.ts'

// A process ends with the one that has started it.
process.on('disconnect', () => process.exit(1))
const size = JSON.parse(process.argv[2] ?? '') as { readonly boats: number; readonly seconds: number }
const found = await trialOfThirtyDays(size, () => process.send?.('measured'))
process.send?.({ found }, () => process.exit())
