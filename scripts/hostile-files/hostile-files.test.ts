import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runGroups } from './run-groups.ts'

test('hostile manifests and archives delay nobody, cost little and leave no process', async (t) => {
  const results: string[] = []
  for await (const { group, pass, files, ...result } of runGroups({
    seed: 31,
    count: 16,
    groups: ['manifests', 'archives'],
  })) {
    t.diagnostic(JSON.stringify({ group, ...result }))
    assert.ok(pass, result.errors.join('\n'))
    results.push(`${group}: ${files}`)
  }
  assert.deepEqual(results, ['manifests: 8', 'archives: 8'])
})
