import type { Seconds } from '#water/units.ts'
import { timeSpan, type Notice } from './notice.ts'

/** For how long it is told. */
const toldFor: Seconds = 600
/** A longer one is a clock that was wrong, before or after. */
const longest: Seconds = 30 * 86_400
/** 2020. Boats without a battery for their clock begin in 1970, each time anew: by such a clock nobody knows how long it was. */
const firstTrueClock: Seconds = 1_577_836_800

/** Time during which nobody watched, as the crew is told of it; it outlives a restart. */
export interface Downtime {
  /** Null when nobody knows. */
  readonly length: Seconds | null
  /** When it is not told any more, by the time that the watch has lived. */
  readonly until: Seconds
}

/** How long it was by the clock, from what it said last to what it says now; null when that tells nothing. */
export const lengthBetween = (last: Seconds | null, now: Seconds): Seconds | null => {
  if (last === null || last < firstTrueClock) return null
  return now >= last && now - last <= longest ? now - last : null
}

const isLonger = (length: Seconds | null, than: Seconds | null): boolean =>
  than !== null && (length === null || length > than)

/** What is told from now on: of two, the longer, until its time is over. A short one must not cover up a long one. */
export const longerDowntime = (
  length: Seconds | null,
  before: Downtime | null,
  now: Seconds,
): Downtime | null =>
  before === null || now > before.until || isLonger(length, before.length)
    ? { length, until: now + toldFor }
    : before

export const downtimeNotice = (downtime: Downtime | null, now: Seconds): Notice | undefined => {
  if (downtime === null || now > downtime.until) return undefined
  const span = downtime.length === null ? 'an unknown time' : timeSpan(downtime.length)
  return { reason: 'downtime', level: 'alert', message: `The anchor was not watched for ${span}` }
}
