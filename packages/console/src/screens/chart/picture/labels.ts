import type { Pixel } from '#screens/chart/geo/frame.ts'
import type { ColourName } from '#screens/chart/map/colours.ts'
import { widthOf, write, type Pen } from './pen.ts'

type Box = readonly [left: number, top: number, right: number, bottom: number]

const meets = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]

const halfLine = 9
/** Readouts and controls cover these margins, where a label would be cut. */
const edges = { top: 74, bottom: 90 } as const

export interface Label {
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
    const { width, height } = pen.frame
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
