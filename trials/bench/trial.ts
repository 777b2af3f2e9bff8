import { runCases } from '../runner/run-cases.ts'
import { runCommand } from '../runner/run-command.ts'
import type { Trial } from '../runner/trial.ts'

const bench = 'node --conditions=@marinedata/source bench/main.ts'

export const trial: Trial = {
  name: 'bench',
  sentence:
    'Runs every workload of the benchmark; fails when one cannot be measured, not when a goal is missed.',
  covers: ['bench', 'packages/server', 'packages/core', 'packages/client'],
  needs: ['dist'],
  cases: { workloads: { short: 700, full: 7_200 } },
  run: (context) =>
    runCases(context, {
      workloads: (report) => runCommand(context.isQuick ? `${bench} --quick --limit 600` : bench, report),
    }),
}
