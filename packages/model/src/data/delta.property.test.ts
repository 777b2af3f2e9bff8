import fc from 'fast-check'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkOf } from '#faults.ts'
import { Delta } from './delta.ts'

const pristine = Object.getOwnPropertyDescriptors(Object.prototype)

after(() => {
  assert.deepEqual(Object.getOwnPropertyDescriptors(Object.prototype), pristine)
})

// 100,000 runs take seconds, and much longer on a small, busy machine.
const limit = { timeout: 300_000 }

const anyJson = fc.jsonValue({ maxDepth: 1 })
const anyName = fc.constantFrom('__proto__', 'constructor', 'value', 'path', 'a/b', '')
/** Mostly a valid value, sometimes any value. */
const mostly = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: anyJson })
/** An object with some of its members, and sometimes an unknown one. */
const record = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.record(members, { requiredKeys: [] }),
      fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.tuple(anyName, anyJson)),
    )
    // As parsed from text: `__proto__` becomes an ordinary member.
    .map(([object, stray]) => Object.fromEntries([...Object.entries(object), ...(stray ? [stray] : [])]))

const path = mostly(fc.constantFrom('navigation.speedOverGround', '', 'name', 'a'.repeat(257)))
const values = fc.array(mostly(record({ path, value: anyJson })), { maxLength: 2 })
const meta = fc.array(mostly(record({ path, value: record({ units: fc.string(), timeout: fc.double() }) })), {
  maxLength: 1,
})
const update = record({
  $source: mostly(fc.constantFrom('gps', 'nmea2000.115', '')),
  timestamp: mostly(fc.constantFrom('2026-01-01T00:00:00Z', 'now')),
  values: mostly(values),
  meta: mostly(meta),
})
const nearDelta = record({
  context: mostly(fc.constantFrom('vessels.self', '')),
  updates: mostly(fc.array(mostly(update), { maxLength: 2 })),
})

test('any JSON is either a delta or has faults with paths, without exceptions', limit, () => {
  const check = checkOf<Delta>(Delta)
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(nearDelta, anyJson), (value) => {
      const before = JSON.stringify(value)
      const isDelta = check.accepts(value)
      const faults = check.faults(value)
      accepted += Number(isDelta)
      assert.equal(faults.length === 0, isDelta)
      assert.ok(faults.every((fault) => fault.path === '' || fault.path.startsWith('/')))
      assert.equal(JSON.stringify(value), before)
    }),
    { numRuns: 100_000 },
  )
  assert.ok(accepted > 1_000, `only ${accepted} of the values were deltas`)
})
