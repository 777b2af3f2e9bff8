import {
  paintCasualty,
  paintLeg,
  paintMark,
  paintMiddle,
  paintRoute,
  paintSketch,
  paintTrack,
} from './paint-course.ts'
import { paintOwn } from './paint-own.ts'
import { paintTargets } from './paint-targets.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'

/** Everything that moves upon the chart, from below to above. */
export const paintScene = (pen: Pen, scene: Scene): void => {
  const { own, leg, sketch, mark, casualty } = scene
  paintTrack(pen, scene.track)
  if (scene.route.length > 0) paintRoute(pen, scene.route)
  if (leg !== undefined) paintLeg(pen, leg, own)
  paintTargets(pen, scene.targets, scene.chosen)
  if (sketch !== undefined) paintSketch(pen, sketch)
  if (mark !== undefined) paintMark(pen, mark)
  else if (scene.isAdrift && sketch === undefined) paintMiddle(pen)
  if (casualty !== undefined) paintCasualty(pen, casualty, own)
  if (own !== undefined) paintOwn(pen, own)
}
