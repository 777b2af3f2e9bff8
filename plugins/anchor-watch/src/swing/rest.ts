import { distanceBetween } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'
import type { TrackPoint } from './track.ts'

/** A boat that moved this far within two minutes was under way, not only sheering. */
const [way, within]: readonly [Metres, Seconds] = [60, 120]
/** A longer gap in the track may hide a passage. */
const longestGap: Seconds = 600

const isUnderWay = (from: TrackPoint, to: TrackPoint): boolean =>
  distanceBetween(from, to) > way * Math.max(1, (to.at - from.at) / within)

/** The end of a track since the boat came to rest. */
export const restOf = (points: readonly TrackPoint[]): readonly TrackPoint[] => {
  let begin = points.length - 1
  for (let index = begin - 1; index >= 0; index--) {
    const [before, after] = [points[index], points[index + 1]]
    if (before === undefined || after === undefined || after.at - before.at > longestGap) break
    const later = points.slice(index + 1).find(({ at }) => at - before.at >= within) ?? points.at(-1)
    if (later !== undefined && isUnderWay(before, later)) break
    begin = index
  }
  return begin < 0 ? [] : points.slice(begin)
}
