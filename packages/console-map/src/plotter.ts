import type { ReadableChart } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'
import Kinetic from 'ol/Kinetic.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import Layer from 'ol/layer/Layer.js'
import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import type { MapPoint } from './earth.ts'
import { Viewport, type Pixel, zoomLimits } from './viewport.ts'
import { extentOf } from './tiles.ts'

type Paint = (context: CanvasRenderingContext2D, viewport: Viewport) => void

/** A layer drawn by our own code: OpenLayers provides the viewport and stacks the canvas. */
const canvasLayer = (paint: Paint, zIndex: number): Layer => {
  const canvas = document.createElement('canvas')
  // Wrapped in an element: OpenLayers would draw the next layer into a bare canvas.
  const holder = document.createElement('div')
  holder.className = 'chart-canvas'
  holder.append(canvas)
  const context = canvas.getContext('2d')
  if (context === null) throw new TypeError('This browser cannot draw')
  return new Layer({
    zIndex,
    render: ({ size: [width = 0, height = 0], pixelRatio, viewState }) => {
      const [right, down] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
      if (canvas.width !== right || canvas.height !== down) {
        canvas.width = right
        canvas.height = down
      } else context.clearRect(0, 0, right, down)
      const { center, resolution, rotation } = viewState
      const viewport = new Viewport({
        center: [center[0] ?? 0, center[1] ?? 0],
        resolution,
        rotation,
        width,
        height,
      })
      context.save()
      context.scale(pixelRatio, pixelRatio)
      paint(context, viewport)
      context.restore()
      return holder
    },
  })
}

/** A layer of raster tiles, enlarged beyond its finest zoom. */
const chartLayer = (chart: ReadableChart, productWord: string, zIndex: number): TileLayer<XYZ> => {
  const { id, minzoom, maxzoom } = chart
  return new TileLayer({
    // A separate canvas, so that only raster charts are darkened at night.
    className: 'chart-pictures',
    zIndex,
    extent: [...extentOf(chart)],
    // At the next coarser zoom nothing of it would be visible.
    minZoom: minzoom - 1,
    source: new XYZ({
      url: `/${productWord}/v2/api/charts/${encodeURIComponent(id)}/{z}/{x}/{y}`,
      minZoom: minzoom,
      maxZoom: maxzoom,
      transition: 0,
    }),
  })
}

const pressMs = 550
/** Tolerance in pixels: a finger on a moving boat is never still. */
const mostDrift = 10

interface LongPress<Spot> {
  /** The item below the finger at pointer down: the page may move afterwards. */
  readonly spotAt: (at: Pixel) => Spot
  readonly handle: (spot: Spot) => void
}

/**
 * Reports a long press by finger, or a right click.
 * @returns stops it
 */
const onLongPress = <Spot>(element: HTMLElement, { spotAt, handle }: LongPress<Spot>): (() => void) => {
  const listening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: Pixel = [0, 0]
  const spotOf = ({ clientX, clientY }: MouseEvent): Spot => {
    const { left, top } = element.getBoundingClientRect()
    return spotAt([clientX - left, clientY - top])
  }
  const stop = (): void => clearTimeout(timer)
  const begin = (event: PointerEvent): void => {
    stop()
    if (!event.isPrimary || event.button !== 0) return
    from = [event.clientX, event.clientY]
    const spot = spotOf(event)
    timer = setTimeout(() => handle(spot), pressMs)
  }
  const move = ({ isPrimary, clientX, clientY }: PointerEvent): void => {
    if (!isPrimary || Math.hypot(clientX - from[0], clientY - from[1]) > mostDrift) stop()
  }
  element.addEventListener('pointerdown', begin, { signal: listening.signal })
  element.addEventListener('pointermove', move, { signal: listening.signal })
  for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'wheel'] as const)
    element.addEventListener(name, stop, { signal: listening.signal, passive: true })
  element.addEventListener(
    'contextmenu',
    (event) => {
      event.preventDefault()
      // Some browsers also open a context menu for a long press, and earlier than ours.
      if (event.button === 2) handle(spotOf(event))
    },
    { signal: listening.signal },
  )
  return () => {
    stop()
    listening.abort()
  }
}

/** Items that can be dragged. */
export interface Grip {
  /** Takes hold of an item at the pixel. Returns false without an item. */
  take(at: Pixel): boolean
  drag(to: Pixel): void
  /** Called on release. */
  drop(): void
}

/** Drags an item instead of the map below it. */
class PointDragging extends PointerInteraction {
  constructor(grip: Grip) {
    super({
      handleDownEvent: ({ pixel: [x = 0, y = 0] }) => grip.take([x, y]),
      handleDragEvent: ({ pixel: [x = 0, y = 0] }) => grip.drag([x, y]),
      handleUpEvent: () => {
        grip.drop()
        return false
      },
    })
  }
}

export interface PlotterOptions {
  readonly element: HTMLElement
  readonly productWord: string
  /** Paints the lowest layer. */
  readonly paintGround: Paint
  readonly paintPicture: Paint
  readonly onTap: (at: Pixel) => void
  readonly onLongPress: (at: MapPoint) => void
  /** The user has panned the chart. */
  readonly onPan: () => void
  /** The pixel below the mouse; undefined when it has left. Touch does not report it. */
  readonly onPoint: (at: Pixel | undefined) => void
  /** Items that can be dragged, such as a point of a route. */
  readonly grip: Grip
}

const zIndexes = { ground: 0, charts: 1, tint: 50, picture: 60 } as const
const zoomMs = 160

/** Darkens raster charts at night: they are drawn for daylight. */
const tintLayer = (): Layer => {
  const tint = document.createElement('div')
  tint.className = 'chart-tint'
  return new Layer({ zIndex: zIndexes.tint, render: () => tint })
}

/** The map on the screen: its visible part and its gestures. */
export class Plotter implements Disposable {
  readonly #map: OlMap
  readonly #view: View
  /** Target of a zoom in progress: two presses zoom two levels. */
  #zoomingTo: number | undefined
  readonly #wheel = new MouseWheelZoom({ duration: zoomMs })
  readonly #doubleClick = new DoubleClickZoom({ duration: zoomMs })
  readonly #productWord: string
  readonly #viewport = signal<Viewport | undefined>(undefined)
  readonly #layerById = new Map<string, ReturnType<typeof chartLayer>>()
  readonly #endPress: () => void
  #wasHeld = false

  constructor(options: PlotterOptions) {
    const { element, paintGround, paintPicture, grip } = options
    this.#productWord = options.productWord
    this.#view = new View({
      center: [0, 0],
      zoom: zoomLimits.least,
      minZoom: zoomLimits.least,
      maxZoom: zoomLimits.most,
    })
    this.#map = new OlMap({
      target: element,
      controls: [],
      view: this.#view,
      interactions: [
        new DragPan({ kinetic: new Kinetic(-0.005, 0.05, 100) }),
        new PinchZoom({ duration: zoomMs }),
        this.#wheel,
        this.#doubleClick,
        new PointDragging(grip),
      ],
      layers: [
        canvasLayer(paintGround, zIndexes.ground),
        tintLayer(),
        canvasLayer((context, viewport) => {
          this.#note(viewport)
          paintPicture(context, viewport)
        }, zIndexes.picture),
      ],
    })
    this.#handle(options)
    this.#endPress = onLongPress(this.#map.getViewport(), {
      spotAt: (at) => this.sight.pointAt(at),
      handle: (at) => {
        this.#wasHeld = true
        options.onLongPress(at)
      },
    })
  }

  /** The viewport as last drawn. */
  get viewport(): ReadonlySignal<Viewport | undefined> {
    return this.#viewport
  }

  /** The viewport from now on, drawn or not. */
  get sight(): Viewport {
    const [width = 0, height = 0] = this.#map.getSize() ?? []
    const [x = 0, y = 0] = this.#view.getCenter() ?? []
    const rotation = this.#view.getRotation()
    return new Viewport({
      center: [x, y],
      resolution: this.#view.getResolution() ?? 1,
      rotation,
      width,
      height,
    })
  }

  get isMoving(): boolean {
    return this.#view.getAnimating() || this.#view.getInteracting()
  }

  show(change: {
    readonly center?: MapPoint
    readonly resolution?: number
    readonly rotation?: number
  }): void {
    if (change.resolution !== undefined) this.#view.setResolution(change.resolution)
    if (change.rotation !== undefined) this.#view.setRotation(change.rotation)
    if (change.center !== undefined) this.#view.setCenter([...change.center])
  }

  /** @param anchor the point that stays in place; the middle when absent */
  zoomBy(levels: number, anchor?: MapPoint): void {
    const from = this.#zoomingTo ?? this.#view.getZoom() ?? zoomLimits.least
    const zoom = Math.min(zoomLimits.most, Math.max(zoomLimits.least, from + levels))
    this.#view.cancelAnimations()
    this.#zoomingTo = zoom
    const manner = { zoom, duration: zoomMs, ...(anchor !== undefined && { anchor: [...anchor] }) }
    // Also called when interrupted, and late: another zoom may then be in progress.
    this.#view.animate(manner, () => {
      if (this.#zoomingTo === zoom) this.#zoomingTo = undefined
    })
  }

  panBy([right, down]: Pixel): void {
    const { sight } = this
    const center = sight.pointAt([sight.width / 2 + right, sight.height / 2 + down])
    this.#view.animate({ center: [...center], duration: zoomMs })
  }

  /** While the boat is followed, the wheel zooms around the middle; otherwise it would move the boat. */
  setFollowing(isFollowing: boolean): void {
    this.#wheel.setMouseAnchor(!isFollowing)
  }

  /** While drawing, two quick taps are two points and not a zoom. */
  setDrawing(isDrawing: boolean): void {
    this.#doubleClick.setActive(!isDrawing)
  }

  /** @param charts the coarse ones first */
  layOut(charts: readonly ReadableChart[]): void {
    for (const [id, layer] of this.#layerById)
      if (!charts.some((chart) => chart.id === id)) {
        this.#map.removeLayer(layer)
        this.#layerById.delete(id)
      }
    for (const [at, chart] of charts.entries()) {
      const known = this.#layerById.get(chart.id)
      const zIndex = zIndexes.charts + at / charts.length
      if (known !== undefined) known.setZIndex(zIndex)
      else {
        const made = chartLayer(chart, this.#productWord, zIndex)
        this.#layerById.set(chart.id, made)
        this.#map.addLayer(made)
      }
    }
  }

  draw(): void {
    this.#map.render()
  }

  [Symbol.dispose](): void {
    this.#endPress()
    this.#map.setTarget(undefined)
    this.#map.dispose()
  }

  #handle({ onTap, onPan, onPoint }: PlotterOptions): void {
    this.#map.on('click', ({ pixel: [x = 0, y = 0] }) => {
      if (!this.#wasHeld) onTap([x, y])
      this.#wasHeld = false
    })
    this.#map.on('pointerdrag', ({ activePointers = [] }) => {
      // Two fingers zoom, and the boat stays in place.
      if (activePointers.length < 2) onPan()
    })
    const viewport = this.#map.getViewport()
    viewport.addEventListener('pointerdown', () => {
      this.#wasHeld = false
    })
    viewport.addEventListener('pointermove', ({ pointerType, clientX, clientY }) => {
      const { left, top } = viewport.getBoundingClientRect()
      if (pointerType === 'mouse') onPoint([clientX - left, clientY - top])
    })
    viewport.addEventListener('pointerleave', () => onPoint(undefined))
  }

  /** Publishes a new viewport after it is drawn, because its subscribers may change the page. */
  #note(viewport: Viewport): void {
    const before = this.#viewport.peek()
    const isSame =
      before?.resolution === viewport.resolution &&
      before.rotation === viewport.rotation &&
      before.width === viewport.width &&
      before.height === viewport.height &&
      before.center[0] === viewport.center[0] &&
      before.center[1] === viewport.center[1]
    if (!isSame) queueMicrotask(() => (this.#viewport.value = viewport))
  }
}
