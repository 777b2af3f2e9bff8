import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runGroups } from './run-groups.ts'

test(
  'hostile manifests, charts and archives cost little and leave no process',
  { timeout: 300_000 },
  async (t) => {
    const results: string[] = []
    for await (const { group, pass, files, ...result } of runGroups({
      seed: 31,
      count: 3,
      judgesTimes: false,
    })) {
      t.diagnostic(JSON.stringify({ group, ...result }))
      assert.ok(pass, result.errors.join('\n'))
      results.push(`${group}: ${files}`)
    }
    assert.deepEqual(results, ['manifests: 1', 'charts: 1', 'archives: 1'])
  },
)
