import type { Frame, Pixel } from '#screens/chart/geo/frame.ts'
import type { Layline } from '#screens/chart/geo/laylines.ts'
import type { FoundLaylines } from '#screens/chart/state/layline-finder.ts'
import { fillDot, strokeHaloed, strokeLine, wayPixels, write, type Pen } from './pen.ts'

/** Distinguishable without colour. */
const looks = {
  port: { letter: 'P', dash: [10, 4, 2, 4] },
  starboard: { letter: 'S', dash: [14, 5] },
} as const

/** Pixels: nearer to the edge a letter is covered. */
const rim = -70
/** Positions of a letter along the line, the best first. */
const shares = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]

const letterSpot = (frame: Frame, [from, to]: readonly [Pixel, Pixel]): Pixel | undefined =>
  shares
    .map((share): Pixel => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
    .find((pixel) => frame.isOnScreen(pixel, rim))

const paintLayline = (pen: Pen, { tack, line, approach }: Layline): void => {
  const { letter, dash } = looks[tack]
  const pixels = wayPixels(pen.frame, line)
  if (approach !== undefined)
    strokeLine(pen, wayPixels(pen.frame, approach), { colour: 'fg2', width: 1, dash: [2, 5] })
  strokeHaloed(pen, pixels, { colour: tack, width: 2, dash })
  const [from, to] = [pixels[0], pixels.at(-1)]
  const at = from && to && letterSpot(pen.frame, [from, to])
  if (at === undefined) return
  fillDot(pen, at, { radius: 10, colour: 'sea' })
  write(pen, at, { text: letter, colour: tack, align: 'center' })
}

/** The last leg to the mark on either tack, and the approach to it. */
export const paintLaylines = (pen: Pen, { lines }: FoundLaylines): void => {
  for (const line of lines) paintLayline(pen, line)
}
