import { radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'
import { home } from '../anchorage.ts'
import { placeFrom } from '../places.ts'

const drop = { name: 'drop', input: {} } as const

/** What receivers send when they have no fix. */
const noFixes: readonly unknown[] = [
  null,
  {},
  { latitude: 54.4321 },
  { longitude: 10.1234 },
  { latitude: 54.4321, longitude: null },
  { latitude: null, longitude: 10.1234 },
  { latitude: 91, longitude: 10.1234 },
  { latitude: 54.4321, longitude: 181 },
  { latitude: '54.4', longitude: '10.1' },
]

const assertWatched = ({ report }: AnchorTrial): void => {
  const { maxRadius, currentRadius } = report
  assert.ok(maxRadius !== null && maxRadius >= 5, `The radius is ${maxRadius} m`)
  assert.ok(
    currentRadius === null || currentRadius < maxRadius,
    'The boat is outside the radius right after the drop',
  )
}

export const dropCases: readonly AnchorCase[] = [
  {
    title: 'refuses to drop the anchor without a position',
    check: async (trial) => {
      trial.sea.isSending = false
      await trial.assertRefused(drop, 'anchor-no-position')
    },
  },
  {
    title: 'refuses to drop the anchor with an incomplete or invalid position',
    check: async (trial) => {
      trial.sea.isSending = false
      for (const position of noFixes) {
        trial.sea.isSending = true
        trial.sea.sendOnce(position)
        trial.sea.isSending = false
        await trial.sea.pass(0.2)
        await trial.assertRefused(drop, 'anchor-no-position')
      }
    },
  },
  {
    title: 'refuses to drop the anchor with a stale position',
    check: async (trial) => {
      await trial.settle()
      trial.sea.isSending = false
      await trial.sea.pass((trial.options.freshSeconds ?? 10) + 2)
      await trial.assertRefused(drop, 'anchor-no-position')
    },
  },
  {
    title: 'drops the anchor under the bow and watches it at once',
    check: async (trial) => {
      await trial.drop()
      trial.assertAnchorAt(trial.sea.bow, 'the bow')
      assertWatched(trial)
    },
  },
  {
    title: 'drops and watches on the equator, where the latitude is zero',
    home: { latitude: 0, longitude: 9.5 },
    check: async (trial) => {
      await trial.drop()
      trial.assertAnchorAt(trial.sea.bow, 'the bow')
      await trial.until(({ currentRadius }) => currentRadius !== null, 'No distance is reported', 5)
    },
  },
  {
    title: 'a second drop moves the anchor to the new position',
    check: async (trial) => {
      await trial.drop()
      await trial.command({ name: 'radius', input: { value: 200 } })
      await trial.sea.driftTo(placeFrom(home, radians(1), 40))
      await trial.drop()
      trial.assertAnchorAt(trial.sea.bow, 'the bow at the second drop')
      assertWatched(trial)
    },
  },
]
