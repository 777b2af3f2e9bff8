import { paintAnchor } from '#screens/chart/anchor/anchor-layer.ts'
import { placeFrom } from '@marinedata/console-map/earth'
import {
  fillDot,
  paintNorth,
  paintRings,
  type Pen,
  type Pixel,
  shapeAt,
  strokeHaloed,
  strokeLine,
  strokeRing,
} from '@marinedata/console-map'
import type { Hull, OwnBoat } from '#navigation/own-ship.ts'
import {
  paintCasualty,
  paintLeg,
  paintMark,
  paintMiddle,
  paintRoute,
  paintSavedRoute,
  paintSketch,
  paintTrack,
  paintLaylines,
  nameRoutes,
  nameWaypoints,
  paintWaypoints,
  waypointsIn,
} from './paint-course.ts'
import { paintApproaches } from './paint-approach.ts'
import { paintCasualtyMarks } from './paint-distress.ts'
import { nameProvided, paintProvided, providedIn } from '#screens/chart/provided/paint-provided.ts'
import { Labels, nameTargets, paintTargets, targetsIn } from './paint-targets.ts'
import type { Scene } from './scene.ts'

/** A hull from above, bow up, length 1 and width a third. */
const hull: readonly Pixel[] = [
  [0, -0.5],
  [0.1, -0.36],
  [0.165, -0.16],
  [0.175, 0.1],
  [0.13, 0.5],
  [-0.13, 0.5],
  [-0.175, 0.1],
  [-0.165, -0.16],
  [-0.1, -0.36],
]
const hullWidth = 0.35

/** Minimum length in pixels: a smaller boat is hard to find. */
const leastLength = 34
/** Length of the course vector in seconds of travel. */
const vectorSeconds = 360
const arrow = 9

/** The hull to scale, placed by its antenna. */
const trueHull = ({ length = 0, beam, fromBow, fromCentre = 0 }: Hull, perMetre: number): Pixel[] => {
  const width = beam === undefined ? length : beam / hullWidth
  const back = fromBow === undefined ? 0 : length / 2 - fromBow
  return hull.map(([x, y]) => [(x * width - fromCentre) * perMetre, (y * length + back) * perMetre])
}

const hullAt = (pen: Pen, own: OwnBoat, at: Pixel): Pixel[] | undefined => {
  const direction = own.pointing
  if (direction === undefined) return undefined
  const perMetre = pen.viewport.pixelsFor(1, own.place)
  const points =
    (own.hull.length ?? 0) * perMetre > leastLength
      ? trueHull(own.hull, perMetre)
      : hull.map(([x, y]): Pixel => [x * leastLength, y * leastLength])
  return shapeAt(at, direction + pen.viewport.rotation, points)
}

const paintHull = (pen: Pen, points: readonly Pixel[], isOld: boolean): void => {
  const { context, colours } = pen
  const closed = [...points, ...points.slice(0, 1)]
  strokeLine(pen, closed, { colour: 'sea', width: 5 })
  if (!isOld) {
    context.fillStyle = colours.val
    context.fill()
  }
  strokeLine(pen, closed, { colour: isOld ? 'stale' : 'val', width: 2 })
}

/** Without a heading a disc is drawn, because there is no bow. */
const paintDisc = (pen: Pen, at: Pixel, isOld: boolean): void => {
  const radius = leastLength / 3
  strokeRing(pen, at, { colour: 'sea', width: 5, radius })
  strokeRing(pen, at, { colour: isOld ? 'stale' : 'val', width: 2, radius })
  if (!isOld) fillDot(pen, at, { colour: 'val', radius: radius - 4 })
}

/** Course over ground for the next six minutes. */
const paintVector = (pen: Pen, { place, course, speed, isOld }: OwnBoat, at: Pixel): void => {
  if (isOld || course === undefined || speed === undefined || speed < 0.25) return
  const end = pen.viewport.pixelOfPlace(placeFrom(place, course, speed * vectorSeconds))
  strokeHaloed(pen, [at, end], { colour: 'val', width: 2 })
  const angle = Math.atan2(end[0] - at[0], at[1] - end[1])
  const head: readonly Pixel[] = [
    [-arrow * 0.6, arrow],
    [0, 0],
    [arrow * 0.6, arrow],
  ]
  strokeLine(pen, shapeAt(end, angle, head), { colour: 'val', width: 2 })
}

/** Heading line, if it differs from the course. */
const paintHeading = (pen: Pen, { heading, isOld }: OwnBoat, at: Pixel): void => {
  if (isOld || heading === undefined) return
  const line = shapeAt(at, heading + pen.viewport.rotation, [
    [0, -leastLength / 2],
    [0, -leastLength * 2.2],
  ])
  strokeLine(pen, line, { colour: 'val', width: 1, dash: [1, 4] })
}

/** Own ship. An old fix is drawn hollow, with a circle of the possible drift. */
const paintOwn = (pen: Pen, own: OwnBoat): void => {
  const at = pen.viewport.pixelOfPlace(own.place)
  const radius = pen.viewport.pixelsFor(own.drift, own.place)
  if (own.isOld && radius > 2) strokeRing(pen, at, { colour: 'stale', width: 1.5, radius, dash: [6, 5] })
  paintVector(pen, own, at)
  paintHeading(pen, own, at)
  const points = hullAt(pen, own, at)
  if (points === undefined) paintDisc(pen, at, own.isOld)
  else paintHull(pen, points, own.isOld)
}

/** Targets and waypoints, with labels below them: a label must not cover anything. */
const paintSurroundings = (pen: Pen, scene: Scene): void => {
  const { own, leg, targets, waypoints, chosen } = scene
  const [seen, visible] = [targetsIn(pen, targets), waypointsIn(pen, waypoints)]
  const provided = providedIn(pen.viewport, scene.provided)
  const labels = new Labels(pen)
  for (const { place } of [...seen, ...visible, ...provided])
    labels.keepClear(pen.viewport.pixelOfPlace(place))
  for (const place of [own?.place, leg?.end])
    if (place !== undefined) labels.keepClear(pen.viewport.pixelOfPlace(place))
  nameTargets(pen, labels, { targets: seen, chosen })
  nameWaypoints(pen, labels, visible)
  nameRoutes(pen, labels, scene.savedRoutes)
  nameProvided(pen, labels, provided)
  paintProvided(pen, provided, chosen)
  paintWaypoints(pen, visible, chosen)
  paintTargets(pen, seen, chosen)
}

/** Track, route and laylines. */
const paintWays = (pen: Pen, { own, track, route, leg, laylines, savedRoutes }: Scene): void => {
  for (const saved of savedRoutes) paintSavedRoute(pen, saved)
  paintTrack(pen, track)
  if (route.length > 0) paintRoute(pen, route)
  if (laylines !== undefined) paintLaylines(pen, laylines)
  if (leg !== undefined) paintLeg(pen, leg, own)
}

/** All moving layers, from bottom to top. */
export const paintScene = (pen: Pen, scene: Scene): void => {
  const { own, sketch, mark, casualty, rings } = scene
  if (own !== undefined && rings !== undefined) paintRings(pen, own.place, rings)
  if (scene.anchor !== undefined) paintAnchor(pen, scene.anchor)
  paintWays(pen, scene)
  paintTrack(pen, scene.trails, false)
  paintApproaches(pen, scene)
  paintSurroundings(pen, scene)
  if (sketch !== undefined) paintSketch(pen, sketch)
  if (mark !== undefined) paintMark(pen, mark)
  else if (scene.isAdrift && sketch === undefined) paintMiddle(pen)
  paintCasualtyMarks(pen, scene.casualties, own)
  if (casualty !== undefined) paintCasualty(pen, casualty, own)
  if (own !== undefined) paintOwn(pen, own)
  paintNorth(pen)
}
