import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from './random.ts'
import { Wandering } from './wandering.ts'

const many = (count: number, draw: () => number): { readonly mean: number; readonly deviation: number } => {
  const drawn = Array.from({ length: count }, draw)
  const mean = drawn.reduce((sum, value) => sum + value, 0) / count
  return { mean, deviation: Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count) }
}

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number): number[] => {
    const random = new Random(seed)
    return Array.from({ length: 5 }, () => random.normal())
  }
  assert.deepEqual(draw(7), draw(7))
  assert.notDeepEqual(draw(7), draw(8))
})

test('branches are independent', () => {
  const random = new Random(7)
  const [left, right] = [random.branch('left'), random.branch('right')]
  const alone = random.branch('right').even()
  left.even()
  assert.equal(right.even(), alone)
  assert.notEqual(random.branch('left').even(), alone)
})

test('has uniform and normal distributions', () => {
  const random = new Random(3)
  const even = many(20_000, () => random.even())
  assert.ok(Math.abs(even.mean - 0.5) < 0.01 && Math.abs(even.deviation - Math.sqrt(1 / 12)) < 0.01)
  const normal = many(20_000, () => random.normal())
  assert.ok(Math.abs(normal.mean) < 0.03 && Math.abs(normal.deviation - 1) < 0.03)
})

test('a wandering value has the given deviation and returns to zero', () => {
  const wandering = new Wandering(new Random(5), 2, 3)
  const { mean, deviation } = many(50_000, () => wandering.step(1))
  assert.ok(Math.abs(mean) < 0.15, `${mean}`)
  assert.ok(Math.abs(deviation - 3) < 0.1, `${deviation}`)
  assert.equal(new Wandering(new Random(5), 2, 0).step(1), 0)
})
