import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'
import { meanHeading } from '../anchorage.ts'
import { placeFrom } from '../places.ts'

const rode = { rodeLength: 40, anchorDepth: 6 }
const reposition = (input: unknown) => ({ name: 'reposition', input }) as const

const hearHeadings = async ({ sea, options }: AnchorTrial): Promise<void> =>
  await sea.pass(options.headingSeconds ?? 5)

/** How far the anchor is ahead of the bow, when the rode is straight. */
const reachOf = ({ options }: AnchorTrial): number =>
  Math.sqrt(rode.rodeLength ** 2 - (rode.anchorDepth + (options.bowHeight ?? 0)) ** 2)

const assertRepositioned = async (trial: AnchorTrial): Promise<void> => {
  const { state, rodeLength, maxRadius } = await trial.tell(reposition(rode))
  assert.deepEqual([state, rodeLength], ['watching', rode.rodeLength])
  const place = placeFrom(trial.sea.bow, meanHeading, reachOf(trial))
  trial.assertAnchorAt(place, 'the end of the rode, ahead of how the boat has lain')
  assert.ok(
    maxRadius !== null && maxRadius > reachOf(trial),
    'The boat lies outside of what is watched as soon as the rode is straight',
  )
}

export const repositionCases: readonly AnchorCase[] = [
  {
    title: 'repositioned, the anchor lies at the end of the rode in the direction of the mean heading',
    check: async (trial) => {
      await trial.drop()
      await hearHeadings(trial)
      await assertRepositioned(trial)
    },
  },
  {
    title: 'an anchor that nobody told it of is repositioned as well',
    check: async (trial) => {
      await trial.settle()
      await hearHeadings(trial)
      await assertRepositioned(trial)
    },
  },
  {
    title: 'a rode that does not reach the ground, or is none, is refused',
    check: async (trial) => {
      await trial.drop()
      await hearHeadings(trial)
      const { bowHeight = 0 } = trial.options
      for (const input of [
        { rodeLength: 0, anchorDepth: 6 },
        { rodeLength: -40, anchorDepth: 6 },
        { rodeLength: 40, anchorDepth: -1 },
        { rodeLength: 5.9, anchorDepth: 6 },
        { rodeLength: 5.9 + bowHeight, anchorDepth: 6 },
        { rodeLength: null, anchorDepth: 6 },
        { rodeLength: 40, anchorDepth: null },
        { rodeLength: '40', anchorDepth: 6 },
      ])
        await trial.refuses(reposition(input), 'invalid-value')
    },
  },
  {
    title: 'without a position nothing can be repositioned',
    check: async (trial) => {
      trial.sea.said = { position: null }
      await hearHeadings(trial)
      await trial.refuses(reposition(rode), 'anchor-no-position')
    },
  },
  {
    title: 'without a direction the anchor is not repositioned by guessing',
    check: async (trial) => {
      trial.sea.hasCompass = false
      await trial.drop()
      await trial.refuses(reposition(rode), 'input-stale')
    },
  },
]
