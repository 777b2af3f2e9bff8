import type { Pixel } from '#screens/chart/geo/frame.ts'
import { placeFrom } from '#screens/chart/geo/earth.ts'
import type { ColourName } from '#screens/chart/map/colours.ts'
import type { Danger, Target } from '#screens/chart/traffic/target.ts'
import { shapeAt, strokeLine, strokeRing, widthOf, write, type Pen } from './pen.ts'

/** As on every radar: a triangle with a sharp end forward. */
const triangle: readonly Pixel[] = [
  [0, -12],
  [6.5, 8],
  [-6.5, 8],
  [0, -12],
]
const square: readonly Pixel[] = [
  [-15, -15],
  [15, -15],
  [15, 15],
  [-15, 15],
  [-15, -15],
]
const cross: readonly (readonly [Pixel, Pixel])[] = [
  [
    [-13, -13],
    [13, 13],
  ],
  [
    [13, -13],
    [-13, 13],
  ],
]

/** From here on there is room for names. */
const nameZoom = 12.5
const vectorSeconds = 360
/** Pixels: from so far outside a vector may reach onto the screen. */
const margin = 400
/** Metres per second; slower than this the course is noise. */
const underWay = 0.3

const colourByDanger: Readonly<Record<Danger, ColourName>> = { alarm: 'alarm', warn: 'warn' }

const colourOf = ({ danger, isLost }: Target): ColourName => {
  if (danger !== undefined) return colourByDanger[danger]
  return isLost ? 'stale' : 'fg'
}

const paintVector = (pen: Pen, { place, course, speed = 0, isLost }: Target, colour: ColourName): void => {
  if (isLost || course === undefined || speed < underWay) return
  const from = pen.frame.pixelOfPlace(place)
  const to = pen.frame.pixelOfPlace(placeFrom(place, course, speed * vectorSeconds))
  strokeLine(pen, [from, to], { colour, width: 1.5, dash: [7, 5] })
}

const paintShape = (pen: Pen, target: Target, at: Pixel): void => {
  const { context, colours } = pen
  const colour = colourOf(target)
  const turn = (target.heading ?? target.course ?? 0) + pen.frame.rotation
  const outline = shapeAt(at, turn, triangle)
  strokeLine(pen, outline, { colour: 'sea', width: 5 })
  // Filled with what lies below: a ship is an outline, and a danger is a solid one.
  context.fillStyle = target.danger === undefined ? colours.sea : colours[colour]
  context.fill()
  strokeLine(pen, outline, { colour, width: target.danger === undefined ? 1.75 : 2.5 })
}

/** Told apart without colours, too: an alarm is in a square, a warning in a circle, a lost one crossed out. */
const paintMarks = (pen: Pen, { danger, isLost }: Target, at: Pixel): void => {
  if (danger === 'alarm') strokeLine(pen, shapeAt(at, 0, square), { colour: 'alarm', width: 2.5 })
  if (danger === 'warn') strokeRing(pen, at, { colour: 'warn', width: 2.5, radius: 18 })
  if (!isLost) return
  for (const line of cross) strokeLine(pen, shapeAt(at, 0, line), { colour: 'stale', width: 2 })
}

const paintChoice = (pen: Pen, at: Pixel): void => {
  const corner: readonly Pixel[] = [
    [-22, -12],
    [-22, -22],
    [-12, -22],
  ]
  for (let quarter = 0; quarter < 4; quarter++)
    strokeLine(pen, shapeAt(at, (quarter * Math.PI) / 2, corner), { colour: 'val', width: 2 })
}

const paintTarget = (pen: Pen, target: Target, isChosen: boolean): void => {
  const at = pen.frame.pixelOfPlace(target.place)
  paintVector(pen, target, colourOf(target))
  paintShape(pen, target, at)
  paintMarks(pen, target, at)
  if (isChosen) paintChoice(pen, at)
}

/** What matters most is drawn last, so that nothing hides it. */
const weightOf = ({ danger, isLost }: Target): number => {
  if (danger !== undefined) return danger === 'alarm' ? 3 : 2
  return isLost ? 0 : 1
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

const meets = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]

const aroundShip = 15

/** Names, the most important first; one that would lie over another, or under a ship, is left out. */
const paintNames = (pen: Pen, targets: readonly Target[], chosen: string | undefined): void => {
  const taken = targets.map(({ place }): Box => {
    const [x, y] = pen.frame.pixelOfPlace(place)
    return [x - aroundShip, y - aroundShip, x + aroundShip, y + aroundShip]
  })
  for (const target of targets.toReversed()) {
    const isNamed = pen.frame.zoom >= nameZoom || target.danger !== undefined
    if (!isNamed && target.context !== chosen) continue
    const [x, y] = pen.frame.pixelOfPlace(target.place)
    const at: Pixel = [x + 20, y + 16]
    const box: Box = [at[0], at[1] - 9, at[0] + widthOf(pen, target.name), at[1] + 9]
    if (taken.some((other) => meets(box, other))) continue
    taken.push(box)
    write(pen, at, { text: target.name, colour: colourOf(target) })
  }
}

/** @param chosen the context of the one whose card is open */
export const paintTargets = (pen: Pen, targets: readonly Target[], chosen: string | undefined): void => {
  const seen = targets
    .filter(({ place }) => pen.frame.isOnScreen(pen.frame.pixelOfPlace(place), margin))
    .toSorted((one, other) => weightOf(one) - weightOf(other))
  // Below the ships: a name must not hide one.
  paintNames(pen, seen, chosen)
  for (const target of seen) paintTarget(pen, target, target.context === chosen)
}
