/** Positions of a track are at most this far apart, unless there were none in between. Milliseconds. */
const trackGapMs = 300_000

/** Whether there was no position between two points of a track. Takes their times, in Unix milliseconds. */
export const isTrackGap = (from: number, to: number): boolean => to - from > trackGapMs
