import type { Pixel } from '#screens/chart/geo/frame.ts'
import type { Labels } from './labels.ts'
import { paintChoice } from './paint-targets.ts'
import { fillDot, shapeAt, strokeHaloed, strokeLine, type Pen } from './pen.ts'
import type { NamedPlace } from './scene.ts'

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

export const waypointsIn = ({ frame }: Pen, waypoints: readonly NamedPlace[]): NamedPlace[] =>
  waypoints.filter(({ place }) => frame.isOnScreen(frame.pixelOfPlace(place), margin))

export const nameWaypoints = ({ frame }: Pen, labels: Labels, waypoints: readonly NamedPlace[]): void => {
  if (frame.zoom < nameZoom) return
  for (const { name, place } of waypoints)
    labels.write(frame.pixelOfPlace(place), { text: name, colour: 'set' })
}

export const paintWaypoints = (
  pen: Pen,
  waypoints: readonly NamedPlace[],
  chosen: string | undefined,
): void => {
  for (const { id, place } of waypoints) {
    const at = pen.frame.pixelOfPlace(place)
    strokeHaloed(pen, shapeAt(at, 0, staff), { colour: 'set', width: 2 })
    const flag = shapeAt(at, 0, pennant)
    strokeLine(pen, flag, { colour: 'set', width: 1.5 })
    pen.context.fillStyle = pen.colours.set
    pen.context.fill()
    fillDot(pen, at, { radius: 3, colour: 'set' })
    if (id === chosen) paintChoice(pen, at)
  }
}
