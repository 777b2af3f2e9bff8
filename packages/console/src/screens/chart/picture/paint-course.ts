import type { Place } from '#boat/reading.ts'
import type { Pixel } from '#screens/chart/geo/frame.ts'
import { nearestX } from '#screens/chart/geo/mercator.ts'
import type { Leg } from '#screens/chart/state/course-store.ts'
import type { OwnBoat } from '#screens/chart/state/own-ship.ts'
import { fillDot, strokeHaloed, strokeLine, strokeRing, wayPixels, write, type Pen } from './pen.ts'
import type { Scene, Sketch } from './scene.ts'

const pointRadius = 6

/** The track of the boat: one line over the date line, in the visible copy of the world. */
export const paintTrack = (pen: Pen, track: Scene['track']): void => {
  for (const line of track) {
    const end = line.at(-1)
    if (end === undefined) continue
    const shift = nearestX(end[0], pen.frame.center[0]) - end[0]
    const pixels = line.map(([x, y]) => pen.frame.pixelOf([x + shift, y]))
    strokeLine(pen, pixels, { colour: 'fg2', width: 1.75 })
  }
}

const paintPoint = (pen: Pen, at: Pixel, isNext: boolean): void => {
  fillDot(pen, at, { radius: pointRadius, colour: 'sea' })
  strokeRing(pen, at, { radius: pointRadius, colour: 'set', width: isNext ? 3 : 2 })
}

/** The route with its points; the active leg is drawn on top. */
export const paintRoute = (pen: Pen, points: readonly Place[]): void => {
  strokeLine(pen, wayPixels(pen.frame, points), { colour: 'set', width: 1.5, dash: [2, 5] })
  for (const point of points) paintPoint(pen, pen.frame.pixelOfPlace(point), false)
}

/** The intended track, and the bearing from the present position. */
export const paintLeg = (pen: Pen, { start, end }: Leg, own: OwnBoat | undefined): void => {
  if (start !== undefined) strokeHaloed(pen, wayPixels(pen.frame, [start, end]), { colour: 'set', width: 2 })
  if (own !== undefined && !own.isOld)
    strokeLine(pen, wayPixels(pen.frame, [own.place, end]), { colour: 'set', width: 1.5, dash: [8, 6] })
  const at = pen.frame.pixelOfPlace(end)
  paintPoint(pen, at, true)
  fillDot(pen, at, { radius: 2, colour: 'set' })
}

export const paintSketch = (pen: Pen, { kind, points }: Sketch): void => {
  const dash = kind === 'measuring' ? [4, 6] : []
  strokeHaloed(pen, wayPixels(pen.frame, points), { colour: 'set', width: 2.5, dash })
  for (const [index, point] of points.entries()) {
    const at = pen.frame.pixelOfPlace(point)
    fillDot(pen, at, { radius: 9, colour: 'sea' })
    strokeRing(pen, at, { radius: 9, colour: 'set', width: 2.5 })
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
  const at = pen.frame.pixelOfPlace(place)
  strokeRing(pen, at, { radius: 8, colour: 'val', width: 2 })
  crossAt(pen, at, { reach: 18, gap: 8 })
}

/** The middle of the screen, to which range and bearing are shown. */
export const paintMiddle = (pen: Pen): void =>
  crossAt(pen, [pen.frame.width / 2, pen.frame.height / 2], { reach: 12, gap: 4 })

/** A person in the water, and the line to them. */
export const paintCasualty = (pen: Pen, place: Place, own: OwnBoat | undefined): void => {
  const at = pen.frame.pixelOfPlace(place)
  if (own !== undefined && !own.isOld)
    strokeHaloed(pen, wayPixels(pen.frame, [own.place, place]), { colour: 'alarm', width: 2, dash: [8, 6] })
  strokeRing(pen, at, { radius: 13, colour: 'sea', width: 6 })
  strokeRing(pen, at, { radius: 13, colour: 'alarm', width: 3.5 })
  fillDot(pen, at, { radius: 4, colour: 'alarm' })
  write(pen, [at[0], at[1] + 26], { text: 'MOB', colour: 'alarm', align: 'center' })
}
