import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AnchorCase } from './anchor-case.ts'
import { AnchorTrial } from './anchor-trial.ts'
import { dropCases } from './cases/drop-cases.ts'
import { lifecycleCases } from './cases/lifecycle-cases.ts'
import { radiusCases } from './cases/radius-cases.ts'
import { repositionCases } from './cases/reposition-cases.ts'
import { watchCases } from './cases/watch-cases.ts'
import type { AnchorSuiteOptions } from './options.ts'

/** All cases of the anchor suite. Add new cases to one of these tables. */
const anchorCases: readonly AnchorCase[] = [
  ...lifecycleCases,
  ...dropCases,
  ...radiusCases,
  ...repositionCases,
  ...watchCases,
]

const skipped = ({ skip = {}, only }: AnchorSuiteOptions, title: string): string | false =>
  skip[title] ?? (only === undefined || only.includes(title) ? false : 'not in options.only')

/** Rejects an unknown title: it would silently skip nothing. */
const assertTitles = ({ skip = {}, only = [] }: AnchorSuiteOptions): void => {
  for (const named of [...Object.keys(skip), ...only])
    assert.ok(
      anchorCases.some(({ title }) => title === named),
      `The options name an unknown case "${named}"`,
    )
}

/** Runs the cases for the watch that the plugin provides. Several run at once, because most of them wait. */
export const describeAnchors = (place: string | URL, options: AnchorSuiteOptions): void => {
  assertTitles(options)
  describe(`the anchor watch at ${String(place)}`, { concurrency: 3 }, () => {
    for (const { title, home, check } of anchorCases)
      test(title, { skip: skipped(options, title) }, async () => {
        await using trial = await AnchorTrial.start(place, options, home)
        await check(trial)
      })
  })
}
