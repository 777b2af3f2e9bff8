import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'
import { meanHeading } from '../anchorage.ts'
import { placeFrom } from '../places.ts'

const rode = { rodeLength: 40, anchorDepth: 6 }
const reposition = (input: unknown) => ({ name: 'reposition', input }) as const

const sendHeadings = async ({ sea, options }: AnchorTrial): Promise<void> =>
  await sea.pass(options.headingSeconds ?? 5)

/** Distance of the anchor ahead of the bow when the rode is straight. */
const reachOf = ({ options }: AnchorTrial): number =>
  Math.sqrt(rode.rodeLength ** 2 - (rode.anchorDepth + (options.bowHeight ?? 0)) ** 2)

const assertRepositioned = async (trial: AnchorTrial): Promise<void> => {
  const { state, rodeLength, maxRadius } = await trial.command(reposition(rode))
  assert.deepEqual([state, rodeLength], ['watching', rode.rodeLength])
  const place = placeFrom(trial.sea.bow, meanHeading, reachOf(trial))
  trial.assertAnchorAt(place, 'the end of the rode, ahead of how the boat has lain')
  assert.ok(
    maxRadius !== null && maxRadius > reachOf(trial),
    'The boat is outside the radius as soon as the rode is straight',
  )
}

export const repositionCases: readonly AnchorCase[] = [
  {
    title: 'repositions the anchor to the end of the rode in the direction of the mean heading',
    check: async (trial) => {
      await trial.drop()
      await sendHeadings(trial)
      await assertRepositioned(trial)
    },
  },
  {
    title: 'repositions an anchor that was not dropped by command',
    check: async (trial) => {
      await trial.settle()
      await sendHeadings(trial)
      await assertRepositioned(trial)
    },
  },
  {
    title: 'refuses a rode that is missing or too short to reach the ground',
    check: async (trial) => {
      await trial.drop()
      await sendHeadings(trial)
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
        await trial.assertRefused(reposition(input), 'invalid-value')
    },
  },
  {
    title: 'refuses to reposition without a position',
    check: async (trial) => {
      trial.sea.override = { position: null }
      await sendHeadings(trial)
      await trial.assertRefused(reposition(rode), 'anchor-no-position')
    },
  },
  {
    title: 'refuses to reposition without a heading',
    check: async (trial) => {
      trial.sea.hasCompass = false
      await trial.drop()
      await trial.assertRefused(reposition(rode), 'input-stale')
    },
  },
]
