/** Metres that a track may differ from the recorded one, when the question does not say. */
export const trackToleranceMetres = 5

const shortestGapMs = 300_000
/** A track that may differ by a kilometre is a line of days: it needs no point every five minutes. */
const msPerMetre = 3_000

/**
 * Positions of a track are at most this many milliseconds apart, unless there were none in between. Takes the metres that
 * the track may differ from the recorded one.
 */
export const trackGapMs = (tolerance: number): number => Math.max(shortestGapMs, tolerance * msPerMetre)

/** Whether there was no position between two points of a track. Takes their times, in Unix milliseconds. */
export const isTrackGap = (from: number, to: number, tolerance: number): boolean =>
  to - from > trackGapMs(tolerance)
