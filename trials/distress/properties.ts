import { playRandomOrder } from './random-order.ts'
import type { TrialCase } from './trial-case.ts'

const orders = { full: 10_000, quick: 1_000 } as const
const noteEvery = 1_000

/** Random orders of messages, silence, answers and restarts: what must sound does, and nothing else. */
export const properties: TrialCase = async function* ({ isQuick, note }) {
  const count = isQuick ? orders.quick : orders.full
  const sum = { orders: count, steps: 0, active: 0, restarts: 0, missed: 0, false: 0 }
  let firstWrong: number | undefined
  for (let seed = 1; seed <= count; seed++) {
    const figures = playRandomOrder(seed)
    for (const name of ['steps', 'active', 'restarts', 'missed', 'false'] as const) sum[name] += figures[name]
    if (figures.missed + figures.false > 0) firstWrong ??= seed
    if (seed % noteEvery === 0) note(`${seed} of ${count} orders`)
    if (seed % 100 === 0) await Promise.resolve()
  }
  const isRight = sum.missed === 0 && sum.false === 0
  yield { case: 'properties', pass: isRight, ...sum, ...(firstWrong !== undefined && { firstWrong }) }
}
