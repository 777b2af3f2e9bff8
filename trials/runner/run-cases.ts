import { setImmediate as nextTurn } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { CaseResult, TrialContext } from './trial.ts'

type Work = (report: (result: CaseResult) => void) => Promise<void>

/** Yields what `work` reports, as it reports it, and throws what it throws. */
export async function* reportedBy(work: Work): AsyncGenerator<CaseResult, void> {
  const waiting: CaseResult[] = []
  let wake = Promise.withResolvers<void>()
  const state = { hasEnded: false }
  const ended = work((result) => {
    waiting.push(result)
    wake.resolve()
  }).finally(() => {
    state.hasEnded = true
    wake.resolve()
  })
  // It is awaited below, once every result has been read.
  ended.catch(() => undefined)
  while (!state.hasEnded || waiting.length > 0) {
    await wake.promise
    wake = Promise.withResolvers()
    yield* waiting.splice(0)
    if (state.hasEnded) wake.resolve()
  }
  await ended
}

export type Report = (pass: boolean, figures?: object) => void

/** What runs each case. It reports one result or several. */
export type CaseRuns = Readonly<Record<string, (report: Report) => Promise<void> | void>>

/** Runs the chosen cases, `atOnce` of them at a time. A case that throws fails, and the others run. */
export function runCases(
  context: TrialContext,
  runs: CaseRuns,
  atOnce = 1,
): AsyncGenerator<CaseResult, void> {
  const waiting = context.cases.values()
  return reportedBy(async (report) => {
    const runWaiting = async (): Promise<void> => {
      for (const name of waiting) {
        // Results are sent between two cases, also between cases that wait for nothing.
        await nextTurn()
        context.note(`${name} starts`)
        try {
          await runs[name]?.((pass, figures = {}) => report({ case: name, pass, ...figures }))
        } catch (error) {
          report({ case: name, pass: false, error: inspect(error).slice(0, 4_000) })
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, runWaiting))
  })
}
