import type { CasualtyMark } from '#alerts/bands/chart-casualties.ts'
import {
  type ColourName,
  fillDot,
  type Pen,
  type Pixel,
  shapeAt,
  strokeHaloed,
  strokeLine,
  strokeRing,
  wayPixels,
  write,
} from '@marinedata/console-map'
import type { OwnBoat } from '#navigation/own-ship.ts'

const radius = 12
/** The ends of the cross that touch the ring. */
const arm = radius * Math.SQRT1_2
const cross: readonly (readonly [Pixel, Pixel])[] = [
  [
    [-arm, -arm],
    [arm, arm],
  ],
  [
    [arm, -arm],
    [-arm, arm],
  ],
]

interface DistressMark {
  readonly colour: ColourName
  /** The place is too old to be relied on. */
  readonly isOld: boolean
  readonly isTest: boolean
}

/** A circle with a cross: filled while the place is fresh, otherwise hollow; a test has a broken ring. */
export const paintDistress = (pen: Pen, at: Pixel, { colour, isOld, isTest }: DistressMark): void => {
  const isHollow = isOld || isTest
  strokeRing(pen, at, { colour: 'sea', width: 6, radius })
  fillDot(pen, at, { radius, colour: isHollow ? 'sea' : colour })
  strokeRing(pen, at, { colour, width: 2.5, radius, dash: isTest ? [5, 4] : [] })
  for (const line of cross)
    strokeLine(pen, shapeAt(at, 0, line), { colour: isHollow ? colour : 'sea', width: 2.5 })
}

/** A casualty with its label, and for an alarm the line to it. */
const paintCasualtyMark = (pen: Pen, mark: CasualtyMark, own: OwnBoat | undefined): void => {
  const { place, label, isAlarm, isOld, isTest } = mark
  const at = pen.viewport.pixelOfPlace(place)
  const colour = isAlarm ? 'alarm' : 'warn'
  if (isAlarm && own !== undefined && !own.isOld)
    strokeHaloed(pen, wayPixels(pen.viewport, [own.place, place]), { colour, width: 2, dash: [8, 6] })
  paintDistress(pen, at, { colour, isOld, isTest })
  write(pen, [at[0], at[1] + 26], { text: label, colour, align: 'center' })
}

/** Alarms last, so that nothing covers them. */
export const paintCasualtyMarks = (
  pen: Pen,
  marks: readonly CasualtyMark[],
  own: OwnBoat | undefined,
): void => {
  const sorted = marks.toSorted((one, other) => Number(one.isAlarm) - Number(other.isAlarm))
  for (const mark of sorted) paintCasualtyMark(pen, mark, own)
}
