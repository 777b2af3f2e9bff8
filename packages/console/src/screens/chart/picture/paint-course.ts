import type { Place } from '#boat/values.ts'
import { nearestX } from '@marinedata/console-map/earth'
import { legHandles } from '#screens/chart/geo/leg-handles.ts'
import {
  fillDot,
  type Pen,
  type Pixel,
  shapeAt,
  strokeHaloed,
  strokeLine,
  strokeRing,
  type Viewport,
  wayPixels,
  write,
} from '@marinedata/console-map'
import type { Leg } from '#navigation/course-store.ts'
import type { Layline, FoundLaylines } from '#navigation/laylines.ts'
import type { OwnBoat } from '#navigation/own-ship.ts'
import { type Labels, paintChoice } from './paint-targets.ts'
import type { Scene, Sketch, NamedPlace, SavedRoute } from './scene.ts'

const pointRadius = 6

const trackLook = { colour: 'fg2', width: 1.75 } as const
const trailLook = { colour: 'fg2', width: 1.5, dash: [1, 5] } as const

/** The track of the boat, or trails of ships: one line over the date line, in the visible copy of the world. */
export const paintTrack = (pen: Pen, track: Scene['track'], isOwn = true): void => {
  for (const line of track) {
    const end = line.at(-1)
    if (end === undefined) continue
    const shift = nearestX(end[0], pen.viewport.center[0]) - end[0]
    const pixels = line.map(([x, y]) => pen.viewport.pixelOf([x + shift, y]))
    strokeLine(pen, pixels, isOwn ? trackLook : trailLook)
  }
}

const paintPoint = (pen: Pen, at: Pixel, isNext: boolean): void => {
  fillDot(pen, at, { radius: pointRadius, colour: 'sea' })
  strokeRing(pen, at, { radius: pointRadius, colour: 'set', width: isNext ? 3 : 2 })
}

/** The route with its points; the active leg is drawn on top. */
export const paintRoute = (pen: Pen, points: readonly Place[]): void => {
  strokeLine(pen, wayPixels(pen.viewport, points), { colour: 'set', width: 1.5, dash: [2, 5] })
  for (const point of points) paintPoint(pen, pen.viewport.pixelOfPlace(point), false)
}

/** The intended track, and the bearing from the present position. */
export const paintLeg = (pen: Pen, { start, end }: Leg, own: OwnBoat | undefined): void => {
  if (start !== undefined)
    strokeHaloed(pen, wayPixels(pen.viewport, [start, end]), { colour: 'set', width: 2 })
  if (own !== undefined && !own.isOld)
    strokeLine(pen, wayPixels(pen.viewport, [own.place, end]), { colour: 'set', width: 1.5, dash: [8, 6] })
  const at = pen.viewport.pixelOfPlace(end)
  paintPoint(pen, at, true)
  fillDot(pen, at, { radius: 2, colour: 'set' })
}

/** A saved route is a thin line with small points; bolder while its panel is open. */
export const paintSavedRoute = (pen: Pen, { points, isOpen }: SavedRoute): void => {
  strokeHaloed(pen, wayPixels(pen.viewport, points), { colour: 'set', width: isOpen ? 2.5 : 1 })
  for (const point of points) {
    const at = pen.viewport.pixelOfPlace(point)
    fillDot(pen, at, { radius: isOpen ? 4.5 : 3, colour: 'sea' })
    strokeRing(pen, at, { radius: isOpen ? 4.5 : 3, colour: 'set', width: isOpen ? 2 : 1 })
  }
}

/** Names the start of each saved route. */
export const nameRoutes = ({ viewport }: Pen, labels: Labels, routes: readonly SavedRoute[]): void => {
  for (const { name, points, isOpen } of routes) {
    const [start] = points
    if (start === undefined || (viewport.zoom < nameZoom && !isOpen)) continue
    const at = viewport.pixelOfPlace(start)
    if (viewport.isOnScreen(at)) labels.write(at, { text: name, colour: 'set' })
  }
}

const pointSize = 9

export const paintSketch = (pen: Pen, { kind, points, chosen }: Sketch): void => {
  const dash = kind === 'measuring' ? [4, 6] : []
  strokeHaloed(pen, wayPixels(pen.viewport, points), { colour: 'set', width: 2.5, dash })
  for (const { pixel } of legHandles(pen.viewport, points)) {
    fillDot(pen, pixel, { radius: 6, colour: 'sea' })
    strokeRing(pen, pixel, { radius: 6, colour: 'set', width: 1.5, dash: [2, 2] })
    write(pen, pixel, { text: '+', colour: 'set', align: 'center', isFine: true })
  }
  for (const [index, point] of points.entries()) {
    const at = pen.viewport.pixelOfPlace(point)
    fillDot(pen, at, { radius: pointSize, colour: index === chosen ? 'set' : 'sea' })
    strokeRing(pen, at, { radius: pointSize, colour: 'set', width: 2.5 })
    write(pen, [at[0] + 15, at[1] - 13], { text: String(index + 1), colour: 'set' })
  }
}

const crossAt = (pen: Pen, [x, y]: Pixel, { reach, gap }: { reach: number; gap: number }): void => {
  for (const [right, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const)
    strokeHaloed(
      pen,
      [
        [x + right * gap, y + down * gap],
        [x + right * reach, y + down * reach],
      ],
      { colour: 'fg2', width: 1.5 },
    )
}

/** The place of the open place menu. */
export const paintMark = (pen: Pen, place: Place): void => {
  const at = pen.viewport.pixelOfPlace(place)
  strokeRing(pen, at, { radius: 8, colour: 'val', width: 2 })
  crossAt(pen, at, { reach: 18, gap: 8 })
}

/** The middle of the screen, to which range and bearing are shown. */
export const paintMiddle = (pen: Pen): void =>
  crossAt(pen, [pen.viewport.width / 2, pen.viewport.height / 2], { reach: 12, gap: 4 })

/** A person in the water, and the line to them. */
export const paintCasualty = (pen: Pen, place: Place, own: OwnBoat | undefined): void => {
  const at = pen.viewport.pixelOfPlace(place)
  if (own !== undefined && !own.isOld)
    strokeHaloed(pen, wayPixels(pen.viewport, [own.place, place]), {
      colour: 'alarm',
      width: 2,
      dash: [8, 6],
    })
  strokeRing(pen, at, { radius: 13, colour: 'sea', width: 6 })
  strokeRing(pen, at, { radius: 13, colour: 'alarm', width: 3.5 })
  fillDot(pen, at, { radius: 4, colour: 'alarm' })
  write(pen, [at[0], at[1] + 26], { text: 'MOB', colour: 'alarm', align: 'center' })
}

/** A pennant on a staff at the place. */
const staff: readonly Pixel[] = [
  [0, 0],
  [0, -19],
]
const pennant: readonly Pixel[] = [
  [0, -19],
  [12, -14.5],
  [0, -10],
]

/** Names are shown from this zoom on. */
const nameZoom = 11
const margin = 24

export const waypointsIn = ({ viewport }: Pen, waypoints: readonly NamedPlace[]): NamedPlace[] =>
  waypoints.filter(({ place }) => viewport.isOnScreen(viewport.pixelOfPlace(place), margin))

export const nameWaypoints = ({ viewport }: Pen, labels: Labels, waypoints: readonly NamedPlace[]): void => {
  if (viewport.zoom < nameZoom) return
  for (const { name, place } of waypoints)
    labels.write(viewport.pixelOfPlace(place), { text: name, colour: 'set' })
}

export const paintWaypoints = (
  pen: Pen,
  waypoints: readonly NamedPlace[],
  chosen: string | undefined,
): void => {
  for (const { id, place } of waypoints) {
    const at = pen.viewport.pixelOfPlace(place)
    strokeHaloed(pen, shapeAt(at, 0, staff), { colour: 'set', width: 2 })
    const flag = shapeAt(at, 0, pennant)
    strokeLine(pen, flag, { colour: 'set', width: 1.5 })
    pen.context.fillStyle = pen.colours.set
    pen.context.fill()
    fillDot(pen, at, { radius: 3, colour: 'set' })
    if (id === chosen) paintChoice(pen, at)
  }
}

/** Distinguishable without colour. */
const looks = {
  port: { letter: 'P', dash: [10, 4, 2, 4] },
  starboard: { letter: 'S', dash: [14, 5] },
} as const

/** Pixels: nearer to the edge a letter is covered. */
const rim = -70
/** Positions of a letter along the line, the best first. */
const shares = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]

const letterSpot = (viewport: Viewport, [from, to]: readonly [Pixel, Pixel]): Pixel | undefined =>
  shares
    .map((share): Pixel => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
    .find((pixel) => viewport.isOnScreen(pixel, rim))

const paintLayline = (pen: Pen, { tack, line, approach }: Layline): void => {
  const { letter, dash } = looks[tack]
  const pixels = wayPixels(pen.viewport, line)
  if (approach !== undefined)
    strokeLine(pen, wayPixels(pen.viewport, approach), { colour: 'fg2', width: 1, dash: [2, 5] })
  strokeHaloed(pen, pixels, { colour: tack, width: 2, dash })
  const [from, to] = [pixels[0], pixels.at(-1)]
  const at = from && to && letterSpot(pen.viewport, [from, to])
  if (at === undefined) return
  fillDot(pen, at, { radius: 10, colour: 'sea' })
  write(pen, at, { text: letter, colour: tack, align: 'center' })
}

/** The last leg to the mark on either tack, and the approach to it. */
export const paintLaylines = (pen: Pen, { lines }: FoundLaylines): void => {
  for (const line of lines) paintLayline(pen, line)
}
