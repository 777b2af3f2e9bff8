import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TenantUses } from './tenant-uses.ts'

test('a tenant is closed after ten minutes without viewers and open streams', () => {
  let now = 0
  const closed: string[] = []
  using uses = new TenantUses(
    (id) => {
      closed.push(id)
      return Promise.resolve()
    },
    () => now,
  )
  uses.used('club')
  uses.used('other')
  const end = uses.begin('other')
  now = 599_999
  uses.check()
  assert.deepEqual(closed, [])
  now = 600_000
  uses.check()
  assert.deepEqual(closed, ['club'])
  end()
  now = 1_199_999
  uses.check()
  assert.deepEqual(closed, ['club'])
  now = 1_200_000
  uses.check()
  uses.check()
  assert.deepEqual(closed, ['club', 'other'])
  uses.used('club')
  now = 1_800_000
  uses.check()
  assert.deepEqual(closed, ['club', 'other', 'club'], 'one that was opened again')
})
