import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { median, quantile } from './latency-readers.ts'
import { isFullForm } from '#time-limit.ts'

/** Selects the number for the full form, or the smaller one for the short form. */
export const inForm = (full: number, short: number): number => (isFullForm ? full : short)

export interface Figure {
  readonly name: string
  readonly value: number
  readonly goal: number
  readonly unit: string
}

/** Prints absolute figures with their goals. Only the full form fails when a goal is missed. */
export const reportFigures = (context: Pick<TestContext, 'diagnostic'>, figures: readonly Figure[]): void => {
  const beyond: string[] = []
  for (const { name, value, goal, unit } of figures) {
    const isReached = value <= goal
    const text = `${name}: ${value.toFixed(1)} ${unit}, goal ${goal} ${unit}${isReached ? '' : ' (beyond)'}`
    context.diagnostic(text)
    if (!isReached) beyond.push(text)
  }
  if (isFullForm) assert.deepEqual(beyond, [])
}

/** Times of the server and of the control over the same period, in milliseconds. */
export interface PairedTimes {
  readonly server: readonly number[]
  readonly control: readonly number[]
}

/**
 * How much slower than the control the server may be, by the median over several periods of each period's 99th
 * percentile (`p99`) and of its slowest sample (`worst`, which detects a server that is blocked once in every period).
 * A stall of the machine affects both processes, or few periods of many, and cannot move the median.
 */
export const slownessLimits = { p99: 4, worst: 3 } as const

/** Both processes usually respond within this time; below it a quotient is meaningless. */
const resolutionMs = { p99: 3, worst: 12 } as const

export interface Slowness {
  readonly p99: number
  readonly worst: number
  /** The absolute figures, for people. */
  readonly text: string
}

/** How much slower than the control the server was over several periods. */
export const slownessOf = (periods: readonly PairedTimes[]): Slowness => {
  const p99 = (side: keyof PairedTimes): number =>
    median(periods.map((period) => quantile(period[side], 0.99)))
  const worst = (side: keyof PairedTimes): number =>
    median(periods.map((period) => Math.max(...period[side])))
  const quotient = (of: (side: keyof PairedTimes) => number, leastMs: number): number =>
    of('server') / Math.max(of('control'), leastMs)
  const pair = (of: (side: keyof PairedTimes) => number): string =>
    `${of('server').toFixed(1)} ms, control ${of('control').toFixed(1)} ms`
  return {
    p99: quotient(p99, resolutionMs.p99),
    worst: quotient(worst, resolutionMs.worst),
    text: `p99 ${pair(p99)}; slowest ${pair(worst)}`,
  }
}

/** The limits that the server exceeded compared to the control. */
export const slownessExcesses = ({ p99, worst, text }: Slowness): string[] => [
  ...(p99 > slownessLimits.p99 ? [`p99 ${p99.toFixed(1)} times the control's (${text})`] : []),
  ...(worst > slownessLimits.worst ? [`slowest ${worst.toFixed(1)} times the control's (${text})`] : []),
]
