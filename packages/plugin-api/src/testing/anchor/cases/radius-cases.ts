import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'

const radius = (value: unknown) => ({ name: 'radius', input: { value } }) as const

export const radiusCases: readonly AnchorCase[] = [
  {
    title: 'watches a radius from the command on',
    check: async (trial) => {
      await trial.drop()
      for (const value of [5, 42.5, 2000]) {
        const { state, maxRadius } = await trial.command(radius(value))
        assert.deepEqual([state, maxRadius], ['watching', value])
      }
    },
  },
  {
    title: 'refuses a radius outside 5 to 2000 metres, or none, and does not clamp it',
    check: async (trial) => {
      await trial.drop()
      for (const value of [4.99, 2000.01, 0, -40, 1e9, null, '50'])
        await trial.assertRefused(radius(value), 'invalid-value')
    },
  },
  {
    title: 'refuses a radius while the anchor is raised',
    check: async (trial) => {
      await trial.settle()
      await trial.assertRefused(radius(40), 'anchor-not-down')
    },
  },
]
