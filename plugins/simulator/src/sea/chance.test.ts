import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Chance } from './chance.ts'
import { Wandering } from './wandering.ts'

const many = (count: number, draw: () => number): { readonly mean: number; readonly deviation: number } => {
  const drawn = Array.from({ length: count }, draw)
  const mean = drawn.reduce((sum, value) => sum + value, 0) / count
  return { mean, deviation: Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count) }
}

test('the same seed gives the same chance, another seed another', () => {
  const draw = (seed: number): number[] => {
    const chance = new Chance(seed)
    return Array.from({ length: 5 }, () => chance.normal())
  }
  assert.deepEqual(draw(7), draw(7))
  assert.notDeepEqual(draw(7), draw(8))
})

test('what is drawn from one branch changes nothing in another', () => {
  const chance = new Chance(7)
  const [left, right] = [chance.branch('left'), chance.branch('right')]
  const alone = chance.branch('right').even()
  left.even()
  assert.equal(right.even(), alone)
  assert.notEqual(chance.branch('left').even(), alone)
})

test('chance is even where it is even, and bell-shaped where it is not', () => {
  const chance = new Chance(3)
  const even = many(20_000, () => chance.even())
  assert.ok(Math.abs(even.mean - 0.5) < 0.01 && Math.abs(even.deviation - Math.sqrt(1 / 12)) < 0.01)
  const normal = many(20_000, () => chance.normal())
  assert.ok(Math.abs(normal.mean) < 0.03 && Math.abs(normal.deviation - 1) < 0.03)
})

test('what wanders has the deviation it was given, and comes back', () => {
  const wandering = new Wandering(new Chance(5), 2, 3)
  const { mean, deviation } = many(50_000, () => wandering.step(1))
  assert.ok(Math.abs(mean) < 0.15, `${mean}`)
  assert.ok(Math.abs(deviation - 3) < 0.1, `${deviation}`)
  assert.equal(new Wandering(new Chance(5), 2, 0).step(1), 0)
})
