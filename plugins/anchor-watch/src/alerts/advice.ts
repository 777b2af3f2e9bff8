import { turnBetween, radians } from '@marinedata/model'
import type { Disagreement, TwoPlaces } from '#fixes/receivers.ts'
import type { Shift } from '#sensors/wind-shift.ts'
import { toDegrees, type Radians, type Seconds } from '#water/units.ts'
import { metres, timeSpan, type Notice } from './notice.ts'

const compass = (direction: Radians): string =>
  `${String(Math.round(toDegrees(direction)) % 360).padStart(3, '0')}°`

/** The wind has shifted: the boat will swing, and so will the others. */
export const windShiftAdvice = ({ from, to }: Shift): Notice => {
  const turn = turnBetween(from, to)
  const by = Math.round(toDegrees(radians(Math.abs(turn))))
  const way = turn < 0 ? 'backed' : 'veered'
  const message = `The wind has ${way} ${by}° within half an hour, from ${compass(from)} to ${compass(to)}: check the room to swing`
  return { reason: 'wind-shift', level: 'alert', message }
}

/** Two receivers that disagree. */
export const receiversAdvice = ({ source, other, apart }: Disagreement): Notice => {
  const message = `The receivers ${source} and ${other} are ${metres(apart)} apart: the watch goes by ${source}`
  return { reason: 'receivers', level: 'alert', message }
}

/** Two receivers behind one source. */
export const twoPlacesAdvice = ({ source, apart }: TwoPlaces): Notice => {
  const message = `${source} says two places ${metres(apart)} apart: check which receivers send there`
  return { reason: 'two-places', level: 'alert', message }
}

/** A receiver that may be dead. */
export const frozenAdvice = (span: Seconds): Notice => {
  const message = `The receiver has reported exactly the same position for ${timeSpan(span)}: check the receiver`
  return { reason: 'receivers', level: 'alert', message }
}
