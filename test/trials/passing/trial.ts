import { runCases } from '../../../trials/runner/run-cases.ts'
import type { Trial } from '../../../trials/runner/trial.ts'

export const trial: Trial = {
  name: 'passing',
  sentence: 'Reports two results of one case and one of each other case.',
  covers: ['test/trials'],
  needs: [],
  cases: {
    'counts/two': { short: 30, full: 60 },
    'counts/times': { short: 30, full: 60 },
    long: { full: 60 },
  },
  options: ['times', 'seed'],
  run: (context) =>
    runCases(context, {
      'counts/two': (report) => {
        report(true, { result: 1 })
        report(true, { result: 2, seed: context.options['seed'] })
      },
      'counts/times': (report) => report(true, { times: context.times }),
      long: (report) => report(!context.isQuick),
    }),
}
