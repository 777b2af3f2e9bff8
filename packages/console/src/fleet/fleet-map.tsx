import type { BoundingBox, FleetBoat, FleetCondition } from '@marinedata/model'
import { effect } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { nearestX, resolutionOf, toMap, toPlace } from '@marinedata/console-map/earth'
import {
  Coast,
  type ColourName,
  coloursOf,
  fillDot,
  paintGraticule,
  type Pen,
  type Pixel,
  Plotter,
  shapeAt,
  strokeRing,
  type Viewport,
  write,
} from '@marinedata/console-map'
import { t } from '#words/screen-words.ts'
import { visibleClusters, visibleCounts, type Cluster, type Counted } from './clusters.ts'
import { titleOf, type ShownBoat } from './fleet-boats.ts'
import type { FleetModel } from './fleet-model.ts'
import { emptyPicture, MapFeed, wrapped } from './map-feed.ts'

const colourOf: Readonly<Record<FleetCondition, ColourName>> = {
  emergency: 'alarm',
  alarm: 'alarm',
  silent: 'stale',
  warn: 'warn',
  alert: 'caut',
  fine: 'ok',
  never: 'stale',
}

const arrow: readonly Pixel[] = [
  [0, -7],
  [5, 6],
  [0, 3],
  [-5, 6],
]
const markRadius = 12
const tapRadius = 26

const wholeTurn = 360

/** The part of the earth that is shown. */
const shownIn = (viewport: Viewport): BoundingBox => {
  const [west, east] = [toPlace(viewport.pointAt([0, 0])), toPlace(viewport.pointAt([viewport.width, 0]))]
  const south = toPlace(viewport.pointAt([0, viewport.height])).latitude
  const isAround = east.longitude - west.longitude >= wholeTurn
  return {
    south: Math.max(-90, south),
    north: Math.min(90, west.latitude),
    west: isAround ? -180 : wrapped(west.longitude),
    east: isAround ? 180 : wrapped(east.longitude),
  }
}

const paintOne = (pen: Pen, at: Pixel, boat: ShownBoat): void => {
  const { context, colours } = pen
  if (boat.course === undefined) return
  context.beginPath()
  for (const [x, y] of shapeAt(at, boat.course, arrow)) context.lineTo(x, y)
  context.closePath()
  context.fillStyle = colours.panel
  context.fill()
}

const paintCluster = (pen: Pen, { at, boats, condition }: Cluster): void => {
  const colour = condition === undefined ? 'stale' : colourOf[condition]
  const [first, ...others] = boats
  const isDashed = condition === 'silent' || condition === 'never'
  if (colour === 'alarm') strokeRing(pen, at, { radius: 24, colour, width: 4 })
  fillDot(pen, at, { radius: markRadius + 3, colour: 'panel' })
  fillDot(pen, at, { radius: markRadius, colour })
  if (isDashed) strokeRing(pen, at, { radius: markRadius + 2, colour, width: 2, dash: [4, 3] })
  if (others.length === 0) paintOne(pen, at, first)
  else write(pen, at, { text: String(boats.length), colour: 'fg', align: 'center' })
  // A group is called by its boat with an alarm. The names of others would cover each other.
  const isAlarm = colour === 'alarm'
  if (others.length > 0 && !isAlarm) return
  write(pen, [at[0] + (isAlarm ? 32 : 22), at[1]], { text: titleOf(first), colour: isAlarm ? 'alarm' : 'fg' })
}

/** The more boats, the larger. */
const countRadius = (count: number): number => Math.min(34, 14 + 4 * Math.log10(count))

const paintCount = (pen: Pen, { at, count }: Counted): void => {
  const radius = countRadius(count)
  fillDot(pen, at, { radius: radius + 3, colour: 'panel' })
  fillDot(pen, at, { radius, colour: 'ok' })
  write(pen, at, { text: String(count), colour: 'fg', align: 'center' })
}

/** A view that shows all boats. */
const showAll = (plotter: Plotter, boats: readonly FleetBoat[]): void => {
  const points = boats.flatMap(({ position }) => (position === undefined ? [] : [toMap(position)]))
  const [first] = points
  if (first === undefined) return
  const [xs, ys] = [points.map(([x]) => nearestX(x, first[0])), points.map(([, y]) => y)]
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const { width, height } = plotter.sight
  const needed = Math.max(
    (right - left) / Math.max(1, width - 160),
    (top - bottom) / Math.max(1, height - 120),
  )
  plotter.show({
    center: [(left + right) / 2, (bottom + top) / 2],
    resolution: Math.max(needed, resolutionOf(11)),
  })
}

/** The map of the fleet while the page shows it. */
class BoatMap implements Disposable {
  readonly #model: FleetModel
  readonly #element: HTMLElement
  readonly #coast: Coast
  readonly #plotter: Plotter
  readonly #feed: MapFeed
  readonly #ends: readonly (() => void)[]
  #isPlaced = false

  constructor(element: HTMLElement, model: FleetModel, productWord: string) {
    this.#model = model
    this.#element = element
    this.#feed = new MapFeed((window, ending) => model.shore.openMap(window, ending))
    this.#coast = new Coast(productWord, () => this.#plotter.draw())
    this.#plotter = new Plotter({
      element,
      productWord,
      paintGround: (context, viewport) => this.#paintGround(context, viewport),
      paintPicture: (context, viewport) => this.#paintBoats(context, viewport),
      onTap: (at) => this.#tap(at),
      onLongPress: () => undefined,
      onPan: () => undefined,
      onPoint: () => undefined,
      grip: { take: () => false, drag: () => undefined, drop: () => undefined },
    })
    this.#ends = [
      effect(() => this.#follow(model.boats.value)),
      effect(() => {
        if (this.#feed.picture.value !== emptyPicture) this.#plotter.draw()
      }),
      effect(() => this.#centre(model.shore.selected.value)),
    ]
    model.zoomBy.value = (levels) => this.#plotter.zoomBy(levels)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
    this.#feed[Symbol.dispose]()
    this.#plotter[Symbol.dispose]()
    this.#coast[Symbol.dispose]()
  }

  #paintGround(context: CanvasRenderingContext2D, viewport: Viewport): void {
    const pen = { context, viewport, colours: coloursOf(this.#element) }
    this.#coast.paint(pen)
    paintGraticule(pen)
  }

  #paintBoats(context: CanvasRenderingContext2D, viewport: Viewport): void {
    const pen = { context, viewport, colours: coloursOf(this.#element) }
    if (this.#isPlaced) this.#feed.look(shownIn(viewport))
    for (const counted of visibleCounts(viewport, this.#feed.picture.peek())) paintCount(pen, counted)
    // The most urgent ones are drawn last, above the others.
    for (const cluster of this.#clusters(viewport).toReversed()) paintCluster(pen, cluster)
  }

  #clusters(viewport: Viewport): Cluster[] {
    return visibleClusters(viewport, this.#model.boats.peek(), this.#feed.picture.peek())
  }

  #tap([x, y]: Pixel): void {
    const { sight } = this.#plotter
    const isNear = ({ at }: { readonly at: Pixel }): boolean => Math.hypot(at[0] - x, at[1] - y) < tapRadius
    const near = this.#clusters(sight).find(isNear)
    if (near?.boats.length === 1) this.#model.shore.select(near.boats[0].vessel)
    const group = near ?? visibleCounts(sight, this.#feed.picture.peek()).find(isNear)
    if (group !== undefined && near?.boats.length !== 1) this.#plotter.zoomBy(2, sight.pointAt(group.at))
  }

  #follow(boats: readonly FleetBoat[]): void {
    if (!this.#isPlaced && boats.some(({ position }) => position !== undefined)) {
      this.#isPlaced = true
      showAll(this.#plotter, boats)
    }
    this.#plotter.draw()
  }

  #centre(vessel: string | undefined): void {
    const position = this.#model.boats.peek().find((boat) => boat.vessel === vessel)?.position
    if (position !== undefined) this.#plotter.show({ center: toMap(position) })
  }
}

/** All boats on a chart. Boats that would cover each other are one mark with their number. */
export const FleetMap = ({
  model,
  productWord,
}: {
  readonly model: FleetModel
  readonly productWord: string
}): JSX.Element => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return undefined
    const map = new BoatMap(place.current, model, productWord)
    return () => map[Symbol.dispose]()
  }, [])
  return (
    <div class="fleet-map">
      <div class="chart-map" ref={place} data-testid="fleet-map" aria-label={t('fleet.map')} role="img" />
      <div class="fleet-zoom">
        <button
          type="button"
          class="button"
          aria-label={t('chart.zoomIn')}
          onClick={() => model.zoomBy.value?.(1)}
        >
          +
        </button>
        <button
          type="button"
          class="button"
          aria-label={t('chart.zoomOut')}
          onClick={() => model.zoomBy.value?.(-1)}
        >
          −
        </button>
      </div>
    </div>
  )
}
