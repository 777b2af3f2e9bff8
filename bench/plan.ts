import { parseArgs } from 'node:util'

/** How long and how often to measure. */
export interface Plan {
  readonly isQuick: boolean
  readonly only: string | undefined
  readonly withPeer: boolean
  readonly repetitions: number
  readonly warmMs: number
  readonly windowMs: number
  /** How long values may still arrive after the last one was sent. */
  readonly drainMs: number
}

const quick = { repetitions: 1, warmMs: 300, windowMs: 750, drainMs: 300 }
const full = { repetitions: 3, warmMs: 1500, windowMs: 2000, drainMs: 1000 }

export const readPlan = (args: readonly string[]): Plan => {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, peer: { type: 'boolean' } },
  })
  const isQuick = values.quick === true
  return { isQuick, only: values.only, withPeer: values.peer === true, ...(isQuick ? quick : full) }
}
