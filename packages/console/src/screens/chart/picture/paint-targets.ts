import { placeOldMs } from '#alerts/bands/casualty.ts'
import { placeFrom } from '@marinedata/console-map/earth'
import {
  type ColourName,
  fillDot,
  type Pen,
  type Pixel,
  shapeAt,
  strokeLine,
  strokeRing,
  widthOf,
  write,
} from '@marinedata/console-map'
import type { Target, TargetKind, Danger } from '#navigation/targets.ts'
import { t } from '#words/screen-words.ts'
import { paintDistress } from './paint-distress.ts'

type Box = readonly [left: number, top: number, right: number, bottom: number]

const meets = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]

const halfLine = 9
/** Readouts and controls cover these margins, where a label would be cut. */
const edges = { top: 74, bottom: 90 } as const

interface Label {
  readonly text: string
  readonly colour: ColourName
  /** Direction of a line from the item: the label goes to the other side. */
  readonly awayFrom?: Pixel | undefined
}

/** Possible positions of a label, the best first. */
const spotsBeside = ([x, y]: Pixel, width: number, awayFrom: Pixel = [x, y]): readonly Pixel[] => {
  const [right, left] = [x + 20, x - 20 - width]
  const [near, far] = awayFrom[0] > x ? [left, right] : [right, left]
  const [below, above] = awayFrom[1] > y ? [y - 16, y + 16] : [y + 16, y - 16]
  return [
    [near, below],
    [near, above],
    [far, below],
    [far, above],
  ]
}

/** Places labels beside their items. A label that would cover another label or an item is left out. */
export class Labels {
  readonly #pen: Pen
  readonly #taken: Box[] = []

  constructor(pen: Pen) {
    this.#pen = pen
    const { width, height } = pen.viewport
    this.#taken.push([0, 0, width, edges.top], [0, height - edges.bottom, width, height])
  }

  /** Reserves an area without labels. */
  keepClear([x, y]: Pixel, radius = 15): void {
    this.#taken.push([x - radius, y - radius, x + radius, y + radius])
  }

  /** Earlier labels have priority. */
  write(named: Pixel, { text, colour, awayFrom }: Label): void {
    const width = widthOf(this.#pen, text)
    for (const at of spotsBeside(named, width, awayFrom)) {
      const box: Box = [at[0], at[1] - halfLine, at[0] + width, at[1] + halfLine]
      if (this.#taken.some((other) => meets(box, other))) continue
      this.#taken.push(box)
      return write(this.#pen, at, { text, colour })
    }
  }
}

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
const bareRadius = 6
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
  const { context, colours, viewport } = pen
  const isGrave = target.danger !== undefined
  const outline = shapeAt(at, (target.heading ?? target.course ?? 0) + viewport.rotation, points)
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

/** Neither a distress nor a test: only a number of the beacon series. */
const paintBareBeacon = (pen: Pen, { at, colour }: Shape): void => {
  fillDot(pen, at, { radius: bareRadius + 2.5, colour: 'sea' })
  strokeRing(pen, at, { colour, width: 1.75, radius: bareRadius })
  fillDot(pen, at, { radius: 1.75, colour })
}

/** A lost beacon stays visible. */
const paintBeacon = (pen: Pen, shape: Shape): void => {
  const { target, at, colour } = shape
  const { isTest, isCallForHelp, isLost, age } = target
  if (!isTest && !isCallForHelp) return paintBareBeacon(pen, shape)
  const isOld = isLost || age > placeOldMs
  paintDistress(pen, at, { colour: isCallForHelp ? 'alarm' : colour, isOld, isTest: !isCallForHelp })
}

const paints: Readonly<Record<TargetKind, (pen: Pen, shape: Shape) => void>> = {
  vessel: (pen, shape) => paintOutline(pen, shape, triangle),
  aircraft: (pen, shape) => paintOutline(pen, shape, plane),
  aid: paintAid,
  beacon: paintBeacon,
}

const paintShape = (pen: Pen, shape: Shape): void => paints[shape.target.kind](pen, shape)

/** Crosses out a lost target. */
const paintLost = (pen: Pen, at: Pixel): void => {
  for (const line of crossIn(13)) strokeLine(pen, shapeAt(at, 0, line), { colour: 'stale', width: 2 })
}

const square: readonly Pixel[] = [
  [-15, -15],
  [15, -15],
  [15, 15],
  [-15, 15],
  [-15, -15],
]

/** Names are shown from this zoom on. */
const nameZoom = 12.5
const vectorSeconds = 360
/** Pixels: a vector of a target this far outside may reach onto the screen. */
const margin = 400
/** Metres per second; below this the course is noise. */
const underWay = 0.3

const colourByDanger: Readonly<Record<Danger, ColourName>> = { alarm: 'alarm', warn: 'warn' }

const colourOf = ({ danger, isLost, isOffPosition }: Target): ColourName => {
  if (danger !== undefined) return colourByDanger[danger]
  if (isLost) return 'stale'
  return isOffPosition ? 'caut' : 'fg'
}

/** End of the course vector; undefined if unknown or at rest. */
const vectorEnd = ({ viewport }: Pen, { place, course, speed = 0, isLost }: Target): Pixel | undefined =>
  isLost || course === undefined || speed < underWay
    ? undefined
    : viewport.pixelOfPlace(placeFrom(place, course, speed * vectorSeconds))

const paintVector = (pen: Pen, target: Target, colour: ColourName): void => {
  const to = vectorEnd(pen, target)
  if (to === undefined) return
  const from = pen.viewport.pixelOfPlace(target.place)
  strokeLine(pen, [from, to], { colour, width: 1.5, dash: [7, 5] })
}

/** Distinguishable without colour: an alarm has a square, a warning a circle, a lost target is crossed out. */
const paintMarks = (pen: Pen, { kind, danger, isLost }: Target, at: Pixel): void => {
  if (kind === 'beacon') return
  if (danger === 'alarm') strokeLine(pen, shapeAt(at, 0, square), { colour: 'alarm', width: 2.5 })
  if (danger === 'warn') strokeRing(pen, at, { colour: 'warn', width: 2.5, radius: 18 })
  if (isLost) paintLost(pen, at)
}

/** Marks the selected item. */
export const paintChoice = (pen: Pen, at: Pixel): void => {
  const corner: readonly Pixel[] = [
    [-22, -12],
    [-22, -22],
    [-12, -22],
  ]
  for (let quarter = 0; quarter < 4; quarter++)
    strokeLine(pen, shapeAt(at, (quarter * Math.PI) / 2, corner), { colour: 'val', width: 2 })
}

const paintTarget = (pen: Pen, target: Target, isChosen: boolean): void => {
  const at = pen.viewport.pixelOfPlace(target.place)
  const colour = colourOf(target)
  paintVector(pen, target, colour)
  paintShape(pen, { target, at, colour })
  paintMarks(pen, target, at)
  if (isChosen) paintChoice(pen, at)
}

/** Drawing order: the most important last, so that nothing covers it. */
const weightOf = ({ kind, danger, isLost }: Target): number => {
  if (danger !== undefined) return danger === 'alarm' ? 4 : 3
  if (isLost || kind === 'aid') return isLost ? 0 : 1
  return 2
}

/** Visible targets, the most important last. */
export const targetsIn = ({ viewport }: Pen, targets: readonly Target[]): Target[] =>
  targets
    .filter(({ place }) => viewport.isOnScreen(viewport.pixelOfPlace(place), margin))
    .toSorted((one, other) => weightOf(one) - weightOf(other))

const labelOf = ({ name, isOffPosition }: Target): string =>
  isOffPosition ? `${name} · ${t('chart.offPosition')}` : name

/**
 * The most important first; dangers at any zoom.
 * @param chosen context of the selected target
 */
export const nameTargets = (
  pen: Pen,
  labels: Labels,
  { targets, chosen }: { readonly targets: readonly Target[]; readonly chosen: string | undefined },
): void => {
  for (const target of targets.toReversed()) {
    const isNamed = pen.viewport.zoom >= nameZoom || target.danger !== undefined || target.context === chosen
    if (!isNamed) continue
    labels.write(pen.viewport.pixelOfPlace(target.place), {
      text: labelOf(target),
      colour: colourOf(target),
      awayFrom: vectorEnd(pen, target),
    })
  }
}

export const paintTargets = (pen: Pen, targets: readonly Target[], chosen: string | undefined): void => {
  for (const target of targets) paintTarget(pen, target, target.context === chosen)
}
