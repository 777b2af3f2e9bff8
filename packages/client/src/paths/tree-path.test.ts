import assert from 'node:assert/strict'
import { test } from 'node:test'
import { treeAddress } from './tree-path.ts'

test('uses a path as it is', () => {
  const path = 'vessels/self/navigation/speedOverGround'
  assert.equal(treeAddress(path), `v1/api/${path}`)
})

test('encodes segments, so that an identifier with slashes stays one segment', () => {
  assert.equal(
    treeAddress(['vessels', 'https://boat.example/a?b', 'name']),
    'v1/api/vessels/https%3A%2F%2Fboat.example%2Fa%3Fb/name',
  )
})

test('ignores slashes at either end of a path', () => {
  assert.equal(treeAddress('/vessels/self/'), treeAddress('vessels/self'))
  assert.equal(treeAddress(''), 'v1/api')
})

for (const path of ['../../health', 'vessels/./self', 'vessels/%2E%2e/x', ['..', 'health'], ['vessels', '.']])
  test(`the path ${JSON.stringify(path)} is rejected because it leaves the tree`, () => {
    assert.throws(() => treeAddress(path), { name: 'MarineDataError', code: 'invalid-value' })
  })
