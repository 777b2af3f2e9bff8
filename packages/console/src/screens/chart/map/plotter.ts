import { signal, type ReadonlySignal } from '@preact/signals'
import Kinetic from 'ol/Kinetic.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import Layer from 'ol/layer/Layer.js'
import type { ReadableChart } from '@marinedata/model'
import { Frame, type Pixel } from '#screens/chart/geo/frame.ts'
import type { MapPoint } from '#screens/chart/geo/mercator.ts'
import { zoomLimits } from '#screens/chart/geo/scale.ts'
import { canvasLayer, type Paint } from './canvas-layer.ts'
import { chartLayer } from './chart-layer.ts'
import { onLongPress } from './long-press.ts'
import { PointDragging, type Grip } from './point-dragging.ts'

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
  readonly #frame = signal<Frame | undefined>(undefined)
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
        canvasLayer((context, frame) => {
          this.#note(frame)
          paintPicture(context, frame)
        }, zIndexes.picture),
      ],
    })
    this.#heed(options)
    this.#endPress = onLongPress(this.#map.getViewport(), {
      spotAt: (at) => this.sight.pointAt(at),
      heed: (at) => {
        this.#wasHeld = true
        options.onLongPress(at)
      },
    })
  }

  /** The frame as last drawn. */
  get frame(): ReadonlySignal<Frame | undefined> {
    return this.#frame
  }

  /** The frame from now on, drawn or not. */
  get sight(): Frame {
    const [width = 0, height = 0] = this.#map.getSize() ?? []
    const [x = 0, y = 0] = this.#view.getCenter() ?? []
    const rotation = this.#view.getRotation()
    return new Frame({ center: [x, y], resolution: this.#view.getResolution() ?? 1, rotation, width, height })
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

  #heed({ onTap, onPan, onPoint }: PlotterOptions): void {
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

  /** Publishes a new frame after it is drawn, because its subscribers may change the page. */
  #note(frame: Frame): void {
    const before = this.#frame.peek()
    const isSame =
      before?.resolution === frame.resolution &&
      before.rotation === frame.rotation &&
      before.width === frame.width &&
      before.height === frame.height &&
      before.center[0] === frame.center[0] &&
      before.center[1] === frame.center[1]
    if (!isSame) queueMicrotask(() => (this.#frame.value = frame))
  }
}
