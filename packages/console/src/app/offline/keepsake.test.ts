import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Keepsake, type Visit } from './keepsake.ts'

const storage = (text: string | null = null) => {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value
    },
    removeItem: () => {
      kept = null
    },
  }
}

const visit: Visit = {
  visitor: { boat: 'claimed', name: 'Anna', roles: ['owner'], scopes: ['read'], mayAdminister: true },
  boat: 'Aava',
  place: { latitude: 59.8, longitude: 22.9 },
  seenAt: 1_773_324_129_000,
}

test('the last visit is known again, until whoever it was signs out', () => {
  const place = storage()
  new Keepsake(place).keep(visit)
  assert.deepEqual(new Keepsake(place).visit, visit)
  new Keepsake(place).forget()
  assert.equal(new Keepsake(place).visit, undefined)
})

for (const text of [null, '', '{', 'null', '[]', '{"seenAt":5}', '{"seenAt":5,"visitor":{"name":null}}'])
  test(`${String(text)} is no visit`, () => {
    assert.equal(new Keepsake(storage(text)).visit, undefined)
  })
