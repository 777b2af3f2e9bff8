import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hrefOf, routeOf, screenList } from './router.ts'

for (const [hash, route] of [
  ['', { screen: 'helm', rest: '' }],
  ['#/chart', { screen: 'chart', rest: '' }],
  ['#/data/navigation.position', { screen: 'data', rest: 'navigation.position' }],
  ['#/nowhere', { screen: 'helm', rest: '' }],
  ['#/constructor', { screen: 'helm', rest: '' }],
] as const)
  test(`"${hash}" opens ${route.screen}`, () => {
    assert.deepEqual(routeOf(hash), route)
  })

test('every screen has an address', () => {
  for (const { id } of screenList) assert.equal(routeOf(hrefOf(id)).screen, id)
})
