/**
 * Tries beacons, DSC calls and man overboard with the real server and plugins. Prints one JSON line per result, and fails
 * when one of them fails. `--only NAME` runs one case, `--quick` repeats less and judges counts and order, not times.
 */
import { parseArgs } from 'node:util'
import { caseNames, cases, isCaseName, type CaseName } from './cases.ts'
import type { TrialResult } from './trial-case.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
})

const wantedNames = (only: string | undefined): readonly CaseName[] => {
  if (only === undefined) return caseNames
  if (isCaseName(only)) return [only]
  throw new Error(`--only ${only}: use one of ${caseNames.join(', ')}`)
}

let failures = 0
const report = ({ case: name, pass, ...figures }: TrialResult): void => {
  if (!pass) failures++
  console.log(JSON.stringify({ trial: 'distress', case: name, pass, ...figures }))
}
const note = (message: string): void => console.error(message)

for (const name of wantedNames(values.only)) {
  const load = cases[name]
  if (load === undefined) {
    report({ case: name, pass: false, error: 'There is no such case yet' })
    continue
  }
  note(`${name} …`)
  try {
    const run = await load()
    for await (const result of run({ isQuick: values.quick, note })) report(result)
  } catch (error) {
    report({ case: name, pass: false, error: String(error) })
  }
}
process.exitCode = failures === 0 ? 0 : 1
