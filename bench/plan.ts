import { parseArgs } from 'node:util'
import { BenchError } from './bench-error.ts'

/** How long and how often to measure. */
export interface Plan {
  readonly isQuick: boolean
  readonly only: string | undefined
  readonly withPeer: boolean
  /** A longer run fails; undefined means no limit. */
  readonly limitMs: number | undefined
  readonly repetitions: number
  readonly warmMs: number
  readonly windowMs: number
  /** How long values may still arrive after the last one was sent. */
  readonly drainMs: number
}

const quick = { repetitions: 1, warmMs: 300, windowMs: 750, drainMs: 300 }
const full = { repetitions: 3, warmMs: 1500, windowMs: 2000, drainMs: 1000 }

const secondsOf = (text: string): number => {
  const seconds = Number(text)
  if (seconds > 0 && seconds < 86_400) return seconds
  throw new BenchError(`--limit must be a number of seconds, not "${text}"`)
}

export const readPlan = (args: readonly string[]): Plan => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      peer: { type: 'boolean' },
      limit: { type: 'string' },
    },
  })
  const isQuick = values.quick === true
  const limitMs = values.limit === undefined ? undefined : secondsOf(values.limit) * 1000
  return { isQuick, only: values.only, withPeer: values.peer === true, limitMs, ...(isQuick ? quick : full) }
}
