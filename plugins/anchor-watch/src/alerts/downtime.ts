import type { Seconds } from '#water/units.ts'
import { timeSpan, type Notice } from './notice.ts'

/** How long the downtime is reported. */
const reportedFor: Seconds = 600
/** A longer downtime means that the clock was wrong before or after. */
const longest: Seconds = 30 * 86_400
/** 2020. Boats without a clock battery start in 1970 every time, so such a clock cannot measure a downtime. */
const firstTrueClock: Seconds = 1_577_836_800

/** A time without a watch, as reported to the crew. Survives a restart. */
export interface Downtime {
  /** Null when it is unknown. */
  readonly length: Seconds | null
  /** When the report ends, in watch time. */
  readonly until: Seconds
}

/** The downtime by the clock; null when the clock cannot tell. */
export const lengthBetween = (last: Seconds | null, now: Seconds): Seconds | null => {
  if (last === null || last < firstTrueClock) return null
  return now >= last && now - last <= longest ? now - last : null
}

const isLonger = (length: Seconds | null, than: Seconds | null): boolean =>
  than !== null && (length === null || length > than)

/** The longer of two downtimes until its report ends, so that a short one does not hide a long one. */
export const longerDowntime = (
  length: Seconds | null,
  before: Downtime | null,
  now: Seconds,
): Downtime | null =>
  before === null || now > before.until || isLonger(length, before.length)
    ? { length, until: now + reportedFor }
    : before

export const downtimeNotice = (downtime: Downtime | null, now: Seconds): Notice | undefined => {
  if (downtime === null || now > downtime.until) return undefined
  const span = downtime.length === null ? 'an unknown time' : timeSpan(downtime.length)
  return { reason: 'downtime', level: 'alert', message: `The anchor was not watched for ${span}` }
}
