import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Place } from '#boat/reading.ts'
import { Frame, type Pixel } from '#screens/chart/geo/frame.ts'
import { lookAhead } from '#screens/chart/geo/look-ahead.ts'
import { nearestX, toMap, toPlace, type MapPoint } from '#screens/chart/geo/mercator.ts'
import { openingResolution } from '#screens/chart/geo/scale.ts'
import type { Plotter } from '#screens/chart/map/plotter.ts'
import type { ChartMemory, Orientation } from './memory.ts'
import type { OwnBoat } from './own-ship.ts'

/** Pixels of the chart that cannot be seen. */
export interface Covered {
  /** Negative when it is on the left. */
  readonly right: number
  readonly above: number
  readonly below: number
}

export const uncovered: Covered = { right: 0, above: 0, below: 0 }

const nowhere = new Frame({ center: [0, 0], resolution: 1, rotation: 0, width: 0, height: 0 })
/** Pixels: what is nearer to the rim is as good as off the screen. */
const rim = 40

/** How the chart is looked at: what of it, which way up, and whether it goes with the boat. */
export class ChartView {
  readonly isFollowing: Signal<boolean> = signal(true)
  /** Which way is up in fact: without a heading, north. */
  readonly orientation: ReadonlySignal<Orientation>
  /** Where range and bearing are told to: what a mouse points at, else the middle when the boat is not followed. */
  readonly cursor: ReadonlySignal<Place | undefined>

  readonly #own: ReadonlySignal<OwnBoat | undefined>
  readonly #frame = signal<Frame | undefined>(undefined)
  readonly #pointed = signal<Pixel | undefined>(undefined)
  #plotter: Plotter | undefined
  #covered = uncovered
  #sought: Place | undefined
  #isHeld = false
  /** The scale that was chosen by itself. */
  #opening: { readonly hasSpeed: boolean; readonly resolution: number } | undefined

  /** What is seen, as it was last drawn. */
  readonly frame: ReadonlySignal<Frame | undefined> = this.#frame

  constructor(own: ReadonlySignal<OwnBoat | undefined>, memory: ChartMemory) {
    this.#own = own
    this.orientation = computed(() => {
      const wanted = memory.orientation.value
      const boat = own.value
      if (wanted === 'head' && boat?.heading === undefined) return 'north'
      return wanted === 'course' && boat?.course === undefined ? 'north' : wanted
    })
    this.cursor = computed(() => {
      const frame = this.#frame.value
      const pointed = this.#pointed.value
      if (frame === undefined) return undefined
      if (pointed !== undefined) return toPlace(frame.pointAt(pointed))
      return this.isFollowing.value ? undefined : toPlace(frame.center)
    })
  }

  /** What is seen from now on, whether it is drawn already or not. */
  get sight(): Frame {
    return this.#plotter?.sight ?? nowhere
  }

  /** @param plotter undefined when the map is taken away */
  put(plotter: Plotter | undefined): void {
    this.#plotter = plotter
  }

  /** As the map was drawn. */
  noteFrame(frame: Frame | undefined): void {
    this.#frame.value = frame
  }

  /** What a mouse points at; undefined when it has left. */
  point(at: Pixel | undefined): void {
    this.#pointed.value = at
  }

  draw(): void {
    this.#plotter?.draw()
  }

  zoomBy(levels: number): void {
    const own = this.#own.peek()
    const isAnchored = this.isFollowing.peek() && own !== undefined
    this.#plotter?.zoomBy(levels, isAnchored ? this.#nearPoint(own.place) : undefined)
  }

  panBy(share: Pixel): void {
    const { width, height } = this.sight
    this.isFollowing.value = false
    this.#plotter?.panBy([share[0] * width, share[1] * height])
  }

  /** Brings a place into sight, unless it is, once it is known what the panel that is opened for it lies on. */
  show(place: Place): void {
    this.#sought = place
  }

  /**
   * While someone decides what to do with a place, it is in sight and the chart lies still; then it goes with the boat again.
   * @param place undefined when it is decided
   */
  hold(place: Place | undefined): void {
    const wasHeld = this.#isHeld
    this.#isHeld = place !== undefined
    this.#sought = place ?? this.#sought
    if (wasHeld && !this.#isHeld) this.lay()
  }

  /** Back to the boat, at once. */
  follow(): void {
    this.isFollowing.value = true
    this.lay()
  }

  /** Says what a panel lies on: the boat, and what is looked for, are kept out of there. */
  cover(covered: Covered): void {
    const { right, above, below } = this.#covered
    const isSame = right === covered.right && above === covered.above && below === covered.below
    this.#covered = covered
    if (!isSame) this.lay()
    if (this.#sought !== undefined) this.#bringIntoSight(this.#sought)
    this.#sought = undefined
  }

  /** Lays the chart as it is to lie now. */
  lay(): void {
    const own = this.#own.peek()
    const plotter = this.#plotter
    const { width, height } = this.sight
    if (own === undefined || plotter === undefined || width === 0 || plotter.isMoving) return
    this.#open(own, plotter)
    const up = { north: 0, head: own.heading, course: own.course }[this.orientation.peek()]
    plotter.show({ rotation: -(up ?? 0) })
    if (!this.isFollowing.peek() || this.#isHeld) return
    const { right, above, below } = this.#covered
    const free = { width: width - Math.abs(right), height: height - above - below }
    const [aside, down] = own.isOld ? [0, 0] : lookAhead(own, -(up ?? 0), free)
    const [x, y] = this.#freeMiddle
    plotter.show({ center: this.sight.centerFor(this.#nearPoint(own.place), [aside + x, down + y]) })
  }

  #bringIntoSight(place: Place): void {
    const { right, above, below } = this.#covered
    const { sight } = this
    const [x, y] = sight.pixelOfPlace(place)
    const isFree =
      x > rim + Math.max(0, -right) &&
      x < sight.width - rim - Math.max(0, right) &&
      y > rim + above &&
      y < sight.height - rim - below
    if (isFree) return
    if (!this.#isHeld) this.isFollowing.value = false
    this.#plotter?.show({ center: sight.centerFor(this.#nearPoint(place), this.#freeMiddle) })
  }

  /** The middle of what can be seen, from the middle of the chart. */
  get #freeMiddle(): Pixel {
    const { right, above, below } = this.#covered
    return [-right / 2, (above - below) / 2]
  }

  /** Chooses the scale by the speed, once it is known, unless someone has chosen another meanwhile. */
  #open({ place, speed }: OwnBoat, plotter: Plotter): void {
    const { width, height, resolution: present } = plotter.sight
    const isUntouched = this.#opening === undefined || this.#opening.resolution === present
    if (this.#opening?.hasSpeed === true || !isUntouched) return
    const resolution = openingResolution({ latitude: place.latitude, speed, size: { width, height } })
    plotter.show(this.#opening === undefined ? { resolution, center: toMap(place) } : { resolution })
    this.#opening = { hasSpeed: speed !== undefined, resolution: plotter.sight.resolution }
  }

  #nearPoint(place: Place): MapPoint {
    const [x, y] = toMap(place)
    return [nearestX(x, this.sight.center[0]), y]
  }
}
