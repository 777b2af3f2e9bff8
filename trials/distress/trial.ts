/** Beacons, DSC calls and man overboard with the real server and plugins. */
import { inspect } from 'node:util'
import type { CaseLimits, CaseResult, Trial, TrialContext } from '../runner/trial.ts'
import { caseNames, cases, type CaseName } from './cases.ts'

async function* runOne(name: CaseName, { isQuick, note }: TrialContext): AsyncGenerator<CaseResult, void> {
  try {
    const run = await cases[name]()
    for await (const { case: part, ...figures } of run({ isQuick, note }))
      yield { case: name, ...(part !== name && { part }), ...figures }
  } catch (error) {
    yield { case: name, pass: false, error: inspect(error).slice(0, 4_000) }
  }
}

async function* runAll(context: TrialContext): AsyncGenerator<CaseResult, void> {
  for (const name of caseNames) if (context.cases.includes(name)) yield* runOne(name, context)
}

const limits: CaseLimits = { short: 400, full: 1_800 }

export const trial: Trial = {
  name: 'distress',
  sentence: 'Tries beacons, DSC calls and man overboard from the wire to the alert.',
  covers: [
    'plugins/distress',
    'plugins/nmea2000',
    'plugins/nmea0183',
    'packages/ais',
    'packages/nmea2000',
    'packages/nmea0183',
    'packages/core/src/alerts',
  ],
  needs: ['console', 'programs'],
  cases: Object.fromEntries(caseNames.map((name) => [name, limits])),
  run: runAll,
}
