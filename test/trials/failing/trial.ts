import { runCases } from '../../../trials/runner/run-cases.ts'
import type { Trial } from '../../../trials/runner/trial.ts'

export const trial: Trial = {
  name: 'failing',
  sentence: 'Has a case that fails, one that throws, one without a result and one that passes.',
  covers: ['test/trials'],
  needs: [],
  cases: {
    fails: { full: 30 },
    throws: { full: 30 },
    nothing: { full: 30 },
    passes: { full: 30 },
  },
  run: (context) =>
    runCases(context, {
      fails: (report) => {
        report(false, { lost: 3 })
        report(true)
      },
      throws: () => {
        throw new Error('The boat is gone')
      },
      nothing: () => undefined,
      passes: (report) => report(true),
    }),
}
