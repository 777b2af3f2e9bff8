import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { AutopilotSuiteOptions } from './options.ts'
import { firstCases, hasDetails } from './cases/life-cases.ts'
import type { PilotCase } from './pilot-case.ts'
import { pilotCases } from './pilot-cases.ts'
import { PilotTrial, reaching } from './pilot-trial.ts'
import { TrialBoat } from './trial-boat.ts'

interface Trial {
  readonly title: string
  readonly skip: string | undefined
  readonly run: () => Promise<string | void>
}

type Titled = Pick<Trial, 'title' | 'skip'>

/** Why the options keep a case from being run, under its whole title or the common part of it. */
const leftOut = (
  { skip = {}, only }: AutopilotSuiteOptions,
  titles: readonly string[],
): string | undefined => {
  const reason = titles.map((title) => skip[title]).find((one) => one !== undefined)
  const isWanted = only === undefined || titles.some((title) => only.includes(title))
  return reason ?? (isWanted ? undefined : 'options.only does not name it')
}

/** One case as it is tried: once, or once for each of the names that it is about. */
const trialsOf = (trial: PilotTrial, { title, each, lacks, check }: PilotCase): readonly Trial[] => {
  const { options } = trial.boat
  const titled = (whole: string, lack: string | undefined): Titled => ({
    title: whole,
    skip: leftOut(options, [whole, title]) ?? lack,
  })
  const names = each?.(trial.details) ?? ['']
  if (names.length === 0)
    return [{ ...titled(title, 'it has nothing of that kind'), run: async () => undefined }]
  return names.map((name) => ({
    ...titled(name === '' ? title : `${title}: ${name}`, lacks?.(trial, name)),
    run: async () => await check(trial, name),
  }))
}

const tryPilot = async (t: TestContext, trial: PilotTrial): Promise<void> => {
  // Nothing can be tried of a device that does not say what it is.
  const cases = hasDetails(trial) ? pilotCases : firstCases.slice(0, 1)
  for (const one of cases)
    for (const { title, skip, run } of trialsOf(trial, one))
      await t.test(title, { skip: skip ?? false }, async (inner) => {
        const reason = await run()
        if (typeof reason === 'string') inner.skip(reason)
      })
}

/** A title that is spelt wrong would skip nothing, and nobody would know. */
const assertTitles = ({ skip = {}, only = [] }: AutopilotSuiteOptions): void => {
  for (const title of [...Object.keys(skip), ...only])
    assert.ok(
      pilotCases.some((one) => title === one.title || title.startsWith(`${one.title}: `)),
      `The options name "${title}", and there is no such case`,
    )
}

/** Makes the trials of every pilot that the plugin at a place registers; one after the other, because they share a wheel. */
export const describePilots = (place: string | URL, options: AutopilotSuiteOptions): void => {
  test(`the autopilots at ${String(place)}`, async (t) => {
    assertTitles(options)
    await using boat = await TrialBoat.start(place, options)
    await boat.prepare(reaching)
    for (const id of boat.pilots)
      await t.test(`the autopilot "${id}"`, async (inner) => await tryPilot(inner, new PilotTrial(id, boat)))
  })
}
