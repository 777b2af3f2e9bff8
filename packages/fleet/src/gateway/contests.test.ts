import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Contests } from './contests.ts'

test('a boat is contested while more than three connections of a minute were taken from it', () => {
  let now = 0
  const contests = new Contests(() => now)
  for (const time of [0, 20_000, 40_000]) {
    now = time
    contests.add('boat')
    assert.equal(contests.isContested('boat'), false)
  }
  now = 59_999
  contests.add('boat')
  assert.ok(contests.isContested('boat'))
  assert.equal(contests.isContested('other'), false)
  now = 60_000
  assert.equal(contests.isContested('boat'), false, 'the first one is a minute old')
  now = 200_000
  for (let count = 0; count < 4; count++) contests.add('boat')
  assert.ok(contests.isContested('boat'))
})
