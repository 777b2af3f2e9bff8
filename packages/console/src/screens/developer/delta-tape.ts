import type { SentDelta } from '@marinedata/model'

export interface TapeLine {
  readonly number: number
  /** On the clock of `Date.now()`. */
  readonly at: number
  readonly delta: SentDelta
  /** The whole delta in one line. */
  readonly text: string
}

/** A bar of the histogram of delays. */
export interface DelayBar {
  /** Upper limit in milliseconds; the last bar has none. */
  readonly below: number
  readonly count: number
}

const mostLines = 200
const mostDelays = 1_000
const rateOverMs = 3_000
const delayEnds = [5, 10, 20, 50, 100, 200, 500, Infinity] as const

type Update = SentDelta['updates'][number]

const updateText = ({ $source: source = '', values = [], meta = [] }: Update): string => {
  const texts = values.map(({ path, value }) => `${path} ${JSON.stringify(value)}`)
  return [source, ...texts, ...meta.map(({ path }) => `${path} meta`)].join(' · ')
}

const textOf = ({ context, updates }: SentDelta): string =>
  [...(context === 'vessels.self' ? [] : [context]), ...updates.map(updateText)].join(' · ')

/** Whether the update is new. A stale mark repeats an old value and says nothing about the delay. */
const isNews = ({ values = [] }: Update): boolean => values.length > 0 && !values.some(({ stale }) => stale)

/** Lines that contain all words. */
export const linesWith = (lines: readonly TapeLine[], filter: string): readonly TapeLine[] => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
}

/** The last deltas as received. Bounded in number and size. */
export class DeltaTape {
  #lines: readonly TapeLine[] = []
  #arrivals: readonly number[] = []
  #delays: readonly number[] = []
  #count = 0

  take(delta: SentDelta, now: number): void {
    this.#count++
    const line = { number: this.#count, at: now, delta, text: textOf(delta) }
    this.#lines = [line, ...this.#lines.slice(0, mostLines - 1)]
    this.#arrivals = [...this.#arrivals.filter((at) => now - at < rateOverMs), now]
    const delays = delta.updates.filter(isNews).map(({ timestamp }) => now - Date.parse(timestamp))
    this.#delays = [...this.#delays, ...delays].slice(-mostDelays)
  }

  /** The newest first. */
  get lines(): readonly TapeLine[] {
    return this.#lines
  }

  /** Deltas per second over the last few seconds. */
  perSecond(now: number): number {
    return (this.#arrivals.filter((at) => now - at < rateOverMs).length * 1_000) / rateOverMs
  }

  /** Delays compared with the fastest delta: the clocks of boat and browser differ, so only differences are known. */
  delays(): readonly DelayBar[] {
    const best = this.#delays.reduce((least, delay) => Math.min(least, delay), Infinity)
    const later = this.#delays.map((delay) => delay - best)
    return delayEnds.map((below, at) => {
      const from = delayEnds[at - 1] ?? 0
      return { below, count: later.filter((delay) => delay >= from && delay < below).length }
    })
  }
}
