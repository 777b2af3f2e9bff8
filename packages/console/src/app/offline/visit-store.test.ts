import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VisitStore, type Visit } from './visit-store.ts'

const storage = (text: string | null = null) => {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
    removeItem: () => {
      stored = null
    },
  }
}

const visit: Visit = {
  visitor: { boat: 'claimed', name: 'Anna', roles: ['owner'], scopes: ['read'], mayAdminister: true },
  boat: 'Aava',
  place: { latitude: 59.8, longitude: 22.9 },
  seenAt: 1_773_324_129_000,
}

test('the last visit is restored until the user signs out', () => {
  const place = storage()
  new VisitStore(place).save(visit)
  assert.deepEqual(new VisitStore(place).visit, visit)
  new VisitStore(place).forget()
  assert.equal(new VisitStore(place).visit, undefined)
})

for (const text of [null, '', '{', 'null', '[]', '{"seenAt":5}', '{"seenAt":5,"visitor":{"name":null}}'])
  test(`${String(text)} is not a visit`, () => {
    assert.equal(new VisitStore(storage(text)).visit, undefined)
  })
