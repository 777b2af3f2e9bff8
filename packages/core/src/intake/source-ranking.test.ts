import { ordinaryPath } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InternedPath } from '#tree/interned-path.ts'
import { SourceRanking } from './source-ranking.ts'

const path = (text: string): InternedPath =>
  new InternedPath(text, text.split('.'), { metadata: undefined, properties: ordinaryPath })

const ranking = new SourceRanking([
  { path: 'navigation', sources: ['plotter', 'phone'] },
  { path: 'navigation.position', sources: ['phone'] },
])

test('the first source of an order ranks best', () => {
  const rank = (source: string): number => ranking.rankOf(source, path('navigation.speedOverGround'))
  assert.ok(rank('plotter') < rank('phone'))
  assert.ok(rank('phone') < rank('unknown'))
})

test('the order with the longest matching path applies', () => {
  assert.equal(ranking.rankOf('phone', path('navigation.position')), 0)
  assert.ok(ranking.rankOf('plotter', path('navigation.position')) > 0)
})

test('an order matches whole segments only', () => {
  assert.equal(
    ranking.rankOf('plotter', path('navigational.aid')),
    ranking.rankOf('unknown', path('navigational.aid')),
  )
})

test('all sources rank equally without an order', () => {
  assert.equal(
    ranking.rankOf('plotter', path('environment.depth')),
    ranking.rankOf('phone', path('environment.depth')),
  )
})
