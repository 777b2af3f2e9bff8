import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'

const radius = (value: unknown) => ({ name: 'radius', input: { value } }) as const

export const radiusCases: readonly AnchorCase[] = [
  {
    title: 'a radius is watched from then on',
    check: async (trial) => {
      await trial.drop()
      for (const value of [5, 42.5, 2000]) {
        const { state, maxRadius } = await trial.tell(radius(value))
        assert.deepEqual([state, maxRadius], ['watching', value])
      }
    },
  },
  {
    title: 'a radius outside 5 to 2000 metres, or none, is refused and not made to fit',
    check: async (trial) => {
      await trial.drop()
      for (const value of [4.99, 2000.01, 0, -40, 1e9, null, '50'])
        await trial.refuses(radius(value), 'invalid-value')
    },
  },
  {
    title: 'an anchor that is raised has no radius',
    check: async (trial) => {
      await trial.settle()
      await trial.refuses(radius(40), 'anchor-not-down')
    },
  },
]
