import { toMap, toPlace, wrapLongitude, type MapPoint, worldWidth, type Place } from './earth.ts'
import type { Pixel, Viewport } from './viewport.ts'
import { shapeAt, strokeLine, strokeRing, write, type Pen } from './pen.ts'

/** Minutes of arc between the lines. */
const intervals = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 2_700]
/** Pixels between the lines. */
const leastGap = 120
/** Where the figures are, below the readouts. */
const figures = { left: 8, top: 132 } as const
/** Share of the ink: the grid is behind everything. */
const faint = 0.28

/** The interval of the graticule, in minutes of arc. */
export const gridInterval = ({ resolution }: Pick<Viewport, 'resolution'>): number => {
  const pixelsPerMinute = worldWidth / 360 / 60 / resolution
  return intervals.find((interval) => interval * pixelsPerMinute >= leastGap) ?? 2_700
}

/** `59°46′N`, with tenths of a minute only where lines are closer than a minute. */
export const gridText = (minutes: number, [positive, negative]: readonly [string, string]): string => {
  // In tenths of a minute, so that 59.98 minutes are not written as 60.0.
  const tenths = Math.round(Math.abs(minutes) * 10)
  const [whole, rest] = [Math.floor(tenths / 600), tenths % 600]
  const digits =
    rest % 10 === 0 ? String(rest / 10).padStart(2, '0') : (rest / 10).toFixed(1).padStart(4, '0')
  const side = tenths === 0 ? '' : minutes < 0 ? negative : positive
  return rest === 0 ? `${whole}°${side}` : `${whole}°${digits}′${side}`
}

interface GridLine {
  readonly from: MapPoint
  readonly to: MapPoint
  readonly text: string
}

/** Multiples of the interval between two limits. */
const multiples = (from: number, to: number, interval: number): number[] => {
  const first = Math.ceil(from / interval)
  const count = Math.max(0, Math.floor(to / interval) - first + 1)
  return Array.from({ length: count }, (_, at) => (first + at) * interval)
}

/** Minutes of longitude of a map x, also beyond the date line. */
const eastMinutes = (x: number): number => (x / worldWidth) * 360 * 60

const northMinutes = (y: number): number => toPlace([0, y]).latitude * 60

const linesIn = (viewport: Viewport): { meridians: GridLine[]; parallels: GridLine[] } => {
  const { width, height } = viewport
  const corners = (
    [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ] as const
  ).map((at) => viewport.pointAt(at))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const interval = gridInterval(viewport)
  return {
    meridians: multiples(eastMinutes(west), eastMinutes(east), interval).map((minutes) => {
      const x = (minutes / 60 / 360) * worldWidth
      const text = gridText(wrapLongitude(minutes / 60) * 60, ['E', 'W'])
      return { from: [x, south], to: [x, north], text }
    }),
    parallels: multiples(northMinutes(south), northMinutes(north), interval).map((minutes) => {
      const [, y] = toMap({ latitude: minutes / 60, longitude: 0 })
      return { from: [west, y], to: [east, y], text: gridText(minutes, ['N', 'S']) }
    }),
  }
}

/** Where a line crosses a vertical (0) or horizontal (1) line of the screen; undefined if it does not. */
const crossing = (from: Pixel, to: Pixel, { axis, at }: { axis: 0 | 1; at: number }): Pixel | undefined => {
  const share = (at - from[axis]) / (to[axis] - from[axis])
  if (!(share >= 0 && share <= 1)) return undefined
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/** The graticule: parallels with their latitude at the left, and meridians with their longitude at the top. */
export const paintGraticule = (pen: Pen): void => {
  const { context, viewport } = pen
  const { meridians, parallels } = linesIn(viewport)
  const ends = ({ from, to }: GridLine): [Pixel, Pixel] => [viewport.pixelOf(from), viewport.pixelOf(to)]
  context.save()
  context.globalAlpha = faint
  for (const line of [...meridians, ...parallels]) strokeLine(pen, ends(line), { colour: 'fg2', width: 1 })
  context.restore()
  for (const line of parallels) {
    const at = crossing(...ends(line), { axis: 0, at: figures.left })
    if (at !== undefined && at[1] > figures.top)
      write(pen, at, { text: line.text, colour: 'fg2', isFine: true })
  }
  for (const line of meridians) {
    const at = crossing(...ends(line), { axis: 1, at: figures.top })
    if (at !== undefined) write(pen, [at[0] + 4, at[1]], { text: line.text, colour: 'fg2', isFine: true })
  }
}

/** Equally spaced rings: the pixels between them, and the distance of each as text. */
export interface RangeRings {
  readonly pixels: number
  readonly texts: readonly string[]
}

/** Rings around the boat, each with its distance below right, where the way ahead rarely is. */
export const paintRings = (pen: Pen, place: Place, { pixels, texts }: RangeRings): void => {
  const { context, viewport } = pen
  const at = viewport.pixelOfPlace(place)
  for (const [index, text] of texts.entries()) {
    const radius = pixels * (index + 1)
    context.save()
    context.globalAlpha = faint * 1.6
    strokeRing(pen, at, { radius, colour: 'fg2', width: 1 })
    context.restore()
    write(pen, [at[0] + radius * Math.SQRT1_2, at[1] + radius * Math.SQRT1_2], {
      text,
      colour: 'fg2',
      align: 'center',
      isFine: true,
    })
  }
}

const needle: readonly Pixel[] = [
  [0, -17],
  [7, 9],
  [0, 4],
  [-7, 9],
  [0, -17],
]

/** An arrow to the north, while the chart is turned. */
export const paintNorth = (pen: Pen): void => {
  const { context, colours, viewport } = pen
  if (Math.abs(Math.sin(viewport.rotation / 2)) < 0.005) return
  const at: Pixel = [viewport.width - 34, 156]
  strokeLine(pen, shapeAt(at, viewport.rotation, needle), { colour: 'sea', width: 5 })
  context.fillStyle = colours.fg
  context.fill()
  const [letter = at] = shapeAt(at, viewport.rotation, [[0, -27]])
  write(pen, letter, { text: 'N', colour: 'fg', align: 'center' })
}
