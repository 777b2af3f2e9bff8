import type { Pixel } from '#screens/chart/geo/frame.ts'
import type { ColourName } from '#screens/chart/map/colours.ts'
import { widthOf, write, type Pen } from './pen.ts'

type Box = readonly [left: number, top: number, right: number, bottom: number]

const meets = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]

const halfLine = 9

/** Names beside what they name; one that would lie over another, or over something that is drawn, is left out. */
export class Labels {
  readonly #pen: Pen
  readonly #taken: Box[] = []

  constructor(pen: Pen) {
    this.#pen = pen
  }

  /** Nothing is written there. */
  keepClear([x, y]: Pixel, radius = 15): void {
    this.#taken.push([x - radius, y - radius, x + radius, y + radius])
  }

  /** Those that are written first stay. */
  write([x, y]: Pixel, text: string, colour: ColourName): void {
    const width = widthOf(this.#pen, text)
    const spots: readonly Pixel[] = [
      [x + 20, y + 16],
      [x + 20, y - 16],
      [x - 20 - width, y + 16],
      [x - 20 - width, y - 16],
    ]
    for (const at of spots) {
      const box: Box = [at[0], at[1] - halfLine, at[0] + width, at[1] + halfLine]
      if (this.#taken.some((other) => meets(box, other))) continue
      this.#taken.push(box)
      return write(this.#pen, at, { text, colour })
    }
  }
}
