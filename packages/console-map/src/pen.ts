import { distanceBetween } from '@marinedata/model'
import { bearingBetween, placeFrom, nearestX, toMap, type MapPoint, type Place } from './earth.ts'
import type { Viewport, Pixel } from './viewport.ts'

const names = [
  'sea',
  'land',
  'coast',
  'val',
  'set',
  'alarm',
  'warn',
  'stale',
  'fg',
  'fg2',
  'panel',
  'ok',
  'caut',
  'port',
  'starboard',
] as const
export type ColourName = (typeof names)[number]

/** The colours of the palette, for a canvas, which cannot read CSS variables. */
export type Colours = Readonly<Record<ColourName, string>>

export const coloursOf = (element: Element): Colours => {
  const style = getComputedStyle(element)
  const entries = names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])
  // One entry for each name.
  return Object.fromEntries(entries) as Colours
}

/** Canvas, transformation and colours for drawing. */
export interface Pen {
  readonly context: CanvasRenderingContext2D
  readonly viewport: Viewport
  readonly colours: Colours
}

interface Stroke {
  readonly colour: ColourName
  readonly width: number
  readonly dash?: readonly number[]
}

const family = 'system-ui, "Noto Sans", "Segoe UI", Roboto, sans-serif'
const font = `550 13px ${family}`
const fineFont = `400 11px ${family}`

export const strokeLine = (
  { context, colours }: Pen,
  pixels: readonly Pixel[],
  { colour, width, dash = [] }: Stroke,
): void => {
  context.beginPath()
  for (const [x, y] of pixels) context.lineTo(x, y)
  context.strokeStyle = colours[colour]
  context.lineWidth = width
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.setLineDash([...dash])
  context.stroke()
  context.setLineDash([])
}

/** A line with a halo, visible on land and sea. */
export const strokeHaloed = (pen: Pen, pixels: readonly Pixel[], stroke: Stroke): void => {
  strokeLine(pen, pixels, { colour: 'sea', width: stroke.width + 2.5 })
  strokeLine(pen, pixels, stroke)
}

export const strokeRing = (
  { context, colours }: Pen,
  [x, y]: Pixel,
  ring: Stroke & { radius: number },
): void => {
  context.beginPath()
  context.arc(x, y, ring.radius, 0, 2 * Math.PI)
  context.strokeStyle = colours[ring.colour]
  context.lineWidth = ring.width
  context.setLineDash([...(ring.dash ?? [])])
  context.stroke()
  context.setLineDash([])
}

export const fillDot = (
  { context, colours }: Pen,
  [x, y]: Pixel,
  dot: { radius: number; colour: ColourName },
): void => {
  context.beginPath()
  context.arc(x, y, dot.radius, 0, 2 * Math.PI)
  context.fillStyle = colours[dot.colour]
  context.fill()
}

/** Width of a text in pixels. */
export const widthOf = ({ context }: Pen, text: string): number => {
  context.font = font
  return context.measureText(text).width
}

interface Writing {
  readonly text: string
  readonly colour: ColourName
  readonly align?: CanvasTextAlign
  /** Small type of the chart, below everything that moves. */
  readonly isFine?: boolean
}

/** A text with a halo, readable on any background. */
export const write = (
  { context, colours }: Pen,
  [x, y]: Pixel,
  { text, colour, align = 'left', isFine = false }: Writing,
): void => {
  context.font = isFine ? fineFont : font
  context.textAlign = align
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = colours.sea
  context.strokeText(text, x, y)
  context.fillStyle = colours[colour]
  context.fillText(text, x, y)
}

/** A shape around its centre, front up, rotated clockwise. */
export const shapeAt = ([x, y]: Pixel, angle: number, points: readonly Pixel[]): Pixel[] => {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  return points.map(([right, down]) => [x + right * cosine - down * sine, y + right * sine + down * cosine])
}

/** A longer leg differs visibly from a straight line on the map. */
const straightMetres = 150_000
const curveSteps = 48

const wayPlaces = (from: Place, to: Place): Place[] => {
  const distance = distanceBetween(from, to)
  if (distance < straightMetres) return [from, to]
  const bearing = bearingBetween(from, to)
  const between = Array.from({ length: curveSteps - 1 }, (_, at) =>
    placeFrom(from, bearing, (distance * (at + 1)) / curveSteps),
  )
  return [from, ...between, to]
}

/** A path along great circles in pixels, continuous over the date line. */
export const wayPixels = (viewport: Viewport, places: readonly Place[]): Pixel[] => {
  const all = places.flatMap((place, at) =>
    wayPlaces(places[at - 1] ?? place, place).slice(at === 0 ? -1 : 1),
  )
  let before: number | undefined
  return all.map((place) => {
    const [x, y] = toMap(place)
    before = nearestX(x, before ?? viewport.center[0])
    const point: MapPoint = [before, y]
    return viewport.pixelOf(point)
  })
}
