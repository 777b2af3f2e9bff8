import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { AutopilotSuiteOptions } from './options.ts'
import { firstCases, hasDetails } from './cases/lifecycle-cases.ts'
import type { PilotCase } from './pilot-case.ts'
import { pilotCases } from './pilot-cases.ts'
import { PilotTrial, reaching } from './pilot-trial.ts'
import { TrialBoat } from './trial-boat.ts'

interface CaseRun {
  readonly title: string
  readonly skip: string | undefined
  readonly run: () => Promise<string | void>
}

type Titled = Pick<CaseRun, 'title' | 'skip'>

/** Why the options exclude a case, by its whole title or the part before the colon. */
const skipReason = (
  { skip = {}, only }: AutopilotSuiteOptions,
  titles: readonly string[],
): string | undefined => {
  const reason = titles.map((title) => skip[title]).find((one) => one !== undefined)
  const isWanted = only === undefined || titles.some((title) => only.includes(title))
  return reason ?? (isWanted ? undefined : 'not in options.only')
}

/** The runs of one case: one, or one for each of its names. */
const runsOf = (trial: PilotTrial, { title, each, lacks, check }: PilotCase): readonly CaseRun[] => {
  const { options } = trial.boat
  const withTitle = (whole: string, lack: string | undefined): Titled => ({
    title: whole,
    skip: skipReason(options, [whole, title]) ?? lack,
  })
  const names = each?.(trial.details) ?? ['']
  if (names.length === 0)
    return [{ ...withTitle(title, 'it declares none of that kind'), run: async () => undefined }]
  return names.map((name) => ({
    ...withTitle(name === '' ? title : `${title}: ${name}`, lacks?.(trial, name)),
    run: async () => await check(trial, name),
  }))
}

const testPilot = async (t: TestContext, trial: PilotTrial): Promise<void> => {
  // Without valid details only the first case can run.
  const cases = hasDetails(trial) ? pilotCases : firstCases.slice(0, 1)
  for (const one of cases)
    for (const { title, skip, run } of runsOf(trial, one))
      await t.test(title, { skip: skip ?? false }, async (inner) => {
        const reason = await run()
        if (typeof reason === 'string') inner.skip(reason)
      })
}

/** Rejects an unknown title: it would silently skip nothing. */
const assertTitles = ({ skip = {}, only = [] }: AutopilotSuiteOptions): void => {
  for (const title of [...Object.keys(skip), ...only])
    assert.ok(
      pilotCases.some((one) => title === one.title || title.startsWith(`${one.title}: `)),
      `The options name an unknown case "${title}"`,
    )
}

/** Runs the cases for every pilot that the plugin registers, one after the other, because the pilots share a wheel. */
export const describePilots = (place: string | URL, options: AutopilotSuiteOptions): void => {
  test(`the autopilots at ${String(place)}`, async (t) => {
    assertTitles(options)
    await using boat = await TrialBoat.start(place, options)
    await boat.prepare(reaching)
    for (const id of boat.pilots)
      await t.test(`the autopilot "${id}"`, async (inner) => await testPilot(inner, new PilotTrial(id, boat)))
  })
}
