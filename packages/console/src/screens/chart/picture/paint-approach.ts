import { placeFrom } from '#screens/chart/geo/earth.ts'
import type { OwnBoat } from '#screens/chart/state/own-ship.ts'
import type { Target } from '#screens/chart/state/targets.ts'
import { fillDot, strokeHaloed, strokeLine, type ColourName, type Pen } from './pen.ts'

const colourOf = ({ danger }: Target): ColourName => danger ?? 'fg2'

/**
 * The closest approach to come: the way of both vessels until then, and the line between them. It assumes that both
 * keep their course and speed, as the CPA does.
 */
const paintApproach = (pen: Pen, target: Target, own: OwnBoat): void => {
  const { approach, course, speed, place } = target
  if (approach === undefined || approach.timeTo <= 0 || target.isLost || own.isOld) return
  if (course === undefined || speed === undefined || own.course === undefined || own.speed === undefined)
    return
  const { viewport } = pen
  const colour = colourOf(target)
  const theirs = viewport.pixelOfPlace(placeFrom(place, course, speed * approach.timeTo))
  const ours = viewport.pixelOfPlace(placeFrom(own.place, own.course, own.speed * approach.timeTo))
  strokeLine(pen, [viewport.pixelOfPlace(place), theirs], { colour, width: 1.5, dash: [3, 4] })
  strokeLine(pen, [viewport.pixelOfPlace(own.place), ours], { colour: 'val', width: 1.5, dash: [3, 4] })
  strokeHaloed(pen, [ours, theirs], { colour, width: 3 })
  fillDot(pen, theirs, { radius: 5, colour })
  fillDot(pen, ours, { radius: 5, colour: 'val' })
}

/** Draws the closest approach of dangerous ships and of the selected one. */
export const paintApproaches = (
  pen: Pen,
  {
    targets,
    chosen,
    own,
  }: { targets: readonly Target[]; chosen: string | undefined; own: OwnBoat | undefined },
): void => {
  if (own === undefined) return
  for (const target of targets)
    if (target.danger !== undefined || target.context === chosen) paintApproach(pen, target, own)
}
