import type { Pixel } from '#screens/chart/geo/frame.ts'
import { placeFrom } from '#screens/chart/geo/earth.ts'
import type { ColourName } from '#screens/chart/map/colours.ts'
import type { Danger, Target } from '#screens/chart/traffic/target.ts'
import { t } from '#words/screen-words.ts'
import type { Labels } from './labels.ts'
import { shapeAt, strokeLine, strokeRing, type Pen } from './pen.ts'
import { paintLost, paintShape } from './target-shapes.ts'

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
const vectorEnd = ({ frame }: Pen, { place, course, speed = 0, isLost }: Target): Pixel | undefined =>
  isLost || course === undefined || speed < underWay
    ? undefined
    : frame.pixelOfPlace(placeFrom(place, course, speed * vectorSeconds))

const paintVector = (pen: Pen, target: Target, colour: ColourName): void => {
  const to = vectorEnd(pen, target)
  if (to === undefined) return
  const from = pen.frame.pixelOfPlace(target.place)
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
  const at = pen.frame.pixelOfPlace(target.place)
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
export const targetsIn = ({ frame }: Pen, targets: readonly Target[]): Target[] =>
  targets
    .filter(({ place }) => frame.isOnScreen(frame.pixelOfPlace(place), margin))
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
    const isNamed = pen.frame.zoom >= nameZoom || target.danger !== undefined || target.context === chosen
    if (!isNamed) continue
    labels.write(pen.frame.pixelOfPlace(target.place), {
      text: labelOf(target),
      colour: colourOf(target),
      awayFrom: vectorEnd(pen, target),
    })
  }
}

export const paintTargets = (pen: Pen, targets: readonly Target[], chosen: string | undefined): void => {
  for (const target of targets) paintTarget(pen, target, target.context === chosen)
}
