import { Labels } from './labels.ts'
import {
  paintCasualty,
  paintLeg,
  paintMark,
  paintMiddle,
  paintRoute,
  paintSketch,
  paintTrack,
} from './paint-course.ts'
import { paintLaylines } from './paint-laylines.ts'
import { paintOwn } from './paint-own.ts'
import { nameTargets, paintTargets, targetsIn } from './paint-targets.ts'
import { nameWaypoints, paintWaypoints, waypointsIn } from './paint-waypoints.ts'
import type { Pen } from './pen.ts'
import type { Scene } from './scene.ts'

/** Targets and waypoints, with labels below them: a label must not cover anything. */
const paintSurroundings = (pen: Pen, { own, leg, targets, waypoints, chosen }: Scene): void => {
  const [seen, visible] = [targetsIn(pen, targets), waypointsIn(pen, waypoints)]
  const labels = new Labels(pen)
  for (const { place } of [...seen, ...visible]) labels.keepClear(pen.frame.pixelOfPlace(place))
  for (const place of [own?.place, leg?.end])
    if (place !== undefined) labels.keepClear(pen.frame.pixelOfPlace(place))
  nameTargets(pen, labels, { targets: seen, chosen })
  nameWaypoints(pen, labels, visible)
  paintWaypoints(pen, visible, chosen)
  paintTargets(pen, seen, chosen)
}

/** Track, route and laylines. */
const paintWays = (pen: Pen, { own, track, route, leg, laylines }: Scene): void => {
  paintTrack(pen, track)
  if (route.length > 0) paintRoute(pen, route)
  if (laylines !== undefined) paintLaylines(pen, laylines)
  if (leg !== undefined) paintLeg(pen, leg, own)
}

/** All moving layers, from bottom to top. */
export const paintScene = (pen: Pen, scene: Scene): void => {
  const { own, sketch, mark, casualty } = scene
  paintWays(pen, scene)
  paintSurroundings(pen, scene)
  if (sketch !== undefined) paintSketch(pen, sketch)
  if (mark !== undefined) paintMark(pen, mark)
  else if (scene.isAdrift && sketch === undefined) paintMiddle(pen)
  if (casualty !== undefined) paintCasualty(pen, casualty, own)
  if (own !== undefined) paintOwn(pen, own)
}
