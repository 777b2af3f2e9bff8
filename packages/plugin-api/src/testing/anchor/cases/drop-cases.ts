import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'
import { home } from '../anchorage.ts'
import { placeFrom } from '../places.ts'

const drop = { name: 'drop', input: {} } as const

/** What receivers say when they do not know where they are. */
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
  assert.ok(maxRadius !== null && maxRadius >= 5, `It watches ${maxRadius} m`)
  assert.ok(currentRadius === null || currentRadius < maxRadius, 'The boat lies outside as soon as it drops')
}

export const dropCases: readonly AnchorCase[] = [
  {
    title: 'without a position the anchor cannot be dropped',
    check: async (trial) => {
      trial.sea.isHeard = false
      await trial.refuses(drop, 'anchor-no-position')
    },
  },
  {
    title: 'half a position, none, or one that is nowhere is not a position',
    check: async (trial) => {
      trial.sea.isHeard = false
      for (const position of noFixes) {
        trial.sea.isHeard = true
        trial.sea.saysOnce(position)
        trial.sea.isHeard = false
        await trial.sea.pass(0.2)
        await trial.refuses(drop, 'anchor-no-position')
      }
    },
  },
  {
    title: 'a position that is too old is not one to drop by',
    check: async (trial) => {
      await trial.settle()
      trial.sea.isHeard = false
      await trial.sea.pass((trial.options.freshSeconds ?? 10) + 2)
      await trial.refuses(drop, 'anchor-no-position')
    },
  },
  {
    title: 'dropped, the anchor lies under the bow and is watched at once',
    check: async (trial) => {
      await trial.drop()
      trial.assertAnchorAt(trial.sea.bow, 'the bow')
      assertWatched(trial)
    },
  },
  {
    title: 'on the equator, where the latitude is zero, it drops and watches as elsewhere',
    home: { latitude: 0, longitude: 9.5 },
    check: async (trial) => {
      await trial.drop()
      trial.assertAnchorAt(trial.sea.bow, 'the bow')
      await trial.until(({ currentRadius }) => currentRadius !== null, 'No distance is told', 5)
    },
  },
  {
    title: 'dropped again, the anchor lies at the new place',
    check: async (trial) => {
      await trial.drop()
      await trial.tell({ name: 'radius', input: { value: 200 } })
      await trial.sea.driftTo(placeFrom(home, 1, 40))
      await trial.drop()
      trial.assertAnchorAt(trial.sea.bow, 'the bow at the second drop')
      assertWatched(trial)
    },
  },
]
