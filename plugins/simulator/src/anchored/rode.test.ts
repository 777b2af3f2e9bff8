import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachOf, Rode, straightReach, type Chain } from './rode.ts'

const chain: Chain = { length: 40, height: 7.2, weight: 19.6 }
/** For a yacht with 10 m² of wind drag. */
const pullOf = (wind: number): number => 0.5 * 1.225 * wind ** 2 * 10

const assertNear = (value: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} instead of ${expected} ± ${tolerance}`)

test('on 40 m of chain the bow lies 37.1, 38.4, 38.9 and 39.2 m from the anchor in 5, 10, 15 and 20 m/s of wind', () => {
  for (const [wind, reach] of [
    [5, 37.1],
    [10, 38.4],
    [15, 38.9],
    [20, 39.2],
  ] as const)
    assertNear(reachOf(chain, pullOf(wind)), reach, 0.05)
  assertNear(straightReach(chain), 39.3, 0.05)
})

test('without a pull the chain hangs straight down, with a strong pull it is straight', () => {
  assert.equal(reachOf(chain, 0), 40 - 7.2)
  assertNear(reachOf(chain, 1), 40 - 7.2, 0.5)
  assertNear(reachOf(chain, 1e6), straightReach(chain), 0.001)
})

test('the reach grows with the pull, and continuously where the last link leaves the sea-bed', () => {
  let before = reachOf(chain, 50)
  for (let pull = 55; pull < 20_000; pull += 5) {
    const reach = reachOf(chain, pull)
    assert.ok(reach > before && reach - before < 0.2, `${reach} m at ${pull} N`)
    before = reach
  }
})

test('pulls as expected at each distance, apart from the stretch of the snubber', () => {
  const rode = new Rode(chain)
  for (const pull of [20, 150, 600, 1_400, 2_500, 10_000])
    assertNear(rode.pullAt(reachOf(chain, pull) + pull / 20_000), pull, pull * 0.03 + 2)
  assert.equal(rode.pullAt(0), 0)
  assert.equal(rode.pullAt(40 - 7.2), 0)
  assert.ok(rode.pullAt(60) > 60_000, 'an overstretched rode still holds')
})
