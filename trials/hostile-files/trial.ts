/**
 * Loads manifests, charts and archives that were generated from a seed to do harm into a real server. A group fails when
 * a file made `/health` slower than 100 ms, cost more than 256 MB, or left a process.
 */
import type { CaseResult, Trial, TrialContext } from '../runner/trial.ts'
import { groupNames, runGroups } from './run-groups.ts'

async function* loadFiles({ isQuick, cases, options }: TrialContext): AsyncGenerator<CaseResult, void> {
  const { seed = '31', count = isQuick ? '51' : '200' } = options
  const groups = groupNames.filter((name) => cases.includes(name))
  const results = runGroups({ seed: Number(seed), count: Number(count), groups })
  for await (const result of results) yield { case: result.group, ...result }
}

const limits = { short: 300, full: 1_200 }

export const trial: Trial = {
  name: 'hostile-files',
  sentence: 'Loads generated manifests, charts and archives that attack a real server.',
  covers: ['packages/server/src/plugin-host', 'packages/server/src/charts', 'packages/server/src/backup'],
  needs: ['programs'],
  cases: Object.fromEntries(groupNames.map((name) => [name, limits])),
  options: ['seed', 'count'],
  run: loadFiles,
}
