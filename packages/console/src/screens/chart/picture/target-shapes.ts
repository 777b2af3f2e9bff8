import type { Pixel } from '#screens/chart/geo/frame.ts'
import type { ColourName } from '#screens/chart/map/colours.ts'
import type { Target, TargetKind } from '#screens/chart/traffic/target.ts'
import { fillDot, shapeAt, strokeLine, strokeRing, type Pen } from './pen.ts'

/** Symbols of IMO SN.1/Circ.243, front up. */
const triangle: readonly Pixel[] = [
  [0, -12],
  [6.5, 8],
  [-6.5, 8],
  [0, -12],
]
const plane: readonly Pixel[] = [
  [0, -14],
  [2.5, -10],
  [2.5, -4],
  [14, 3],
  [14, 6],
  [2.5, 3],
  [2, 9],
  [6, 12],
  [6, 14],
  [0, 12.5],
  [-6, 14],
  [-6, 12],
  [-2, 9],
  [-2.5, 3],
  [-14, 6],
  [-14, 3],
  [-2.5, -4],
  [-2.5, -10],
  [0, -14],
]
const diamond: readonly Pixel[] = [
  [0, -11],
  [9, 0],
  [0, 11],
  [-9, 0],
  [0, -11],
]
const beaconRadius = 12
/** The ends of the cross that touch its ring. */
const arm = beaconRadius * Math.SQRT1_2
const crossIn = (reach: number): readonly (readonly [Pixel, Pixel])[] => [
  [
    [-reach, -reach],
    [reach, reach],
  ],
  [
    [reach, -reach],
    [-reach, reach],
  ],
]

interface Shape {
  readonly target: Target
  readonly at: Pixel
  readonly colour: ColourName
}

/** An outline, or solid for a danger. */
const paintOutline = (pen: Pen, { target, at, colour }: Shape, points: readonly Pixel[]): void => {
  const { context, colours, frame } = pen
  const isGrave = target.danger !== undefined
  const outline = shapeAt(at, (target.heading ?? target.course ?? 0) + frame.rotation, points)
  strokeLine(pen, outline, { colour: 'sea', width: 5 })
  context.fillStyle = isGrave ? colours[colour] : colours.sea
  context.fill()
  strokeLine(pen, outline, { colour, width: isGrave ? 2.5 : 1.75 })
}

/** Upright in every rotation of the chart. A virtual aid has a broken line. */
const paintAid = (pen: Pen, { target, at, colour }: Shape): void => {
  const outline = shapeAt(at, 0, diamond)
  strokeLine(pen, outline, { colour: 'sea', width: 5 })
  pen.context.fillStyle = pen.colours.sea
  pen.context.fill()
  const dash = target.isVirtual ? [4, 3] : []
  strokeLine(pen, outline, { colour, width: 2, dash })
  fillDot(pen, at, { radius: 1.75, colour })
}

/** A lost beacon stays visible, with a broken ring. */
const paintBeacon = (pen: Pen, { target, at, colour }: Shape): void => {
  fillDot(pen, at, { radius: beaconRadius, colour: 'sea' })
  strokeRing(pen, at, { colour: 'sea', width: 6, radius: beaconRadius })
  const dash = target.isLost ? [5, 4] : []
  strokeRing(pen, at, { colour, width: 2.5, radius: beaconRadius, dash })
  for (const line of crossIn(arm)) strokeLine(pen, shapeAt(at, 0, line), { colour, width: 2.5 })
}

const paints: Readonly<Record<TargetKind, (pen: Pen, shape: Shape) => void>> = {
  vessel: (pen, shape) => paintOutline(pen, shape, triangle),
  aircraft: (pen, shape) => paintOutline(pen, shape, plane),
  aid: paintAid,
  beacon: paintBeacon,
}

export const paintShape = (pen: Pen, shape: Shape): void => paints[shape.target.kind](pen, shape)

/** Crosses out a lost target. */
export const paintLost = (pen: Pen, at: Pixel): void => {
  for (const line of crossIn(13)) strokeLine(pen, shapeAt(at, 0, line), { colour: 'stale', width: 2 })
}
