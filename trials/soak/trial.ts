import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCases, type Report } from '../runner/run-cases.ts'
import type { Trial, TrialContext } from '../runner/trial.ts'
import { soakDays } from './soak-days.ts'
import { soakMinutes } from './soak-minutes.ts'

/**
 * Runs a real server for long and fails when it grows. In `minutes`, clients and vessels come and go, and the heap after
 * garbage collection must stay level. In `days`, the server starts once a day with the clock moved on, and the core alone
 * runs through the same time; memory, descriptors, timers and the database must stay bounded.
 */
const inFolder = async (
  soak: (folder: string) => Promise<readonly string[]>,
  figures: object,
  report: Report,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-soak-'))
  try {
    const faults = await soak(folder)
    report(faults.length === 0, { ...figures, faults })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const numberOf = ({ options }: TrialContext, name: string, usual: number): number => {
  const number = Number(options[name] ?? usual)
  if (!(number > 0)) throw new Error(`--${name} ${options[name]}: use a positive number`)
  return number
}

export const trial: Trial = {
  name: 'soak',
  sentence:
    'Runs a server for minutes with clients that come and go, and for simulated days, and fails when it grows.',
  covers: ['packages/server', 'packages/core', 'packages/plugin-api', 'plugins/closest-approach'],
  needs: [],
  cases: { minutes: { short: 420, full: 3_600 }, days: { full: 7_200 } },
  options: ['minutes', 'days'],
  run: (context) =>
    runCases(context, {
      minutes: async (report) => {
        const minutes = numberOf(context, 'minutes', context.isQuick ? 3 : 25)
        await inFolder((folder) => soakMinutes(minutes, folder), { minutes }, report)
      },
      days: async (report) => {
        const days = numberOf(context, 'days', 30)
        await inFolder((folder) => soakDays(days, folder), { days }, report)
      },
    }),
}
