/**
 * Loads manifests, charts and archives that were generated from a seed to do harm into a real server. Prints one line
 * of JSON for each group; exits with 1 when a file made `/health` slower than 100 ms, cost more than 256 MB, or left a
 * process. `--seed` repeats a run, `--count` is the number of files, and `--quick` loads one of each kind, and `--only` runs
 * one group.
 */
import { parseArgs } from 'node:util'
import { groupNames, runGroups } from './run-groups.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '31' },
    count: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

const count = Number(values.count ?? (values.quick ? '51' : '200'))
const groups = groupNames.filter((name) => values.only === undefined || values.only === name)
for await (const result of runGroups({ seed: Number(values.seed), count, groups })) {
  process.stdout.write(`${JSON.stringify(result)}\n`)
  if (!result.pass) process.exitCode = 1
}
