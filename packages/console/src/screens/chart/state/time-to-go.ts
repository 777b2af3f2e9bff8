import { dashes } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'

/** The boat and its mark: metres, metres per second, true directions in radians; undefined if not live. */
export interface Approach {
  readonly distance: number | undefined
  readonly bearing: number | undefined
  readonly speed: number | undefined
  readonly course: number | undefined
}

/** Slower than this towards the mark, no time is shown. */
const leastSpeed = 0.1
const maxMinutes = 99 * 60

/** Minutes to the mark at the speed made good towards it; undefined if the boat does not come nearer. */
export const minutesToGo = ({ distance, bearing, speed, course }: Approach): number | undefined => {
  if (distance === undefined || bearing === undefined || speed === undefined || course === undefined)
    return undefined
  const towards = speed * Math.cos(course - bearing)
  const minutes = Math.ceil(distance / towards / 60)
  return towards < leastSpeed || minutes > maxMinutes ? undefined : minutes
}

/** `32 min`, `5 h 04 min`, or dashes. */
export const minutesText = (minutes: number | undefined): string => {
  if (minutes === undefined) return dashes
  if (minutes < 60) return t('age.minutes', { count: minutes })
  return t('chart.hoursAndMinutes', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  })
}
