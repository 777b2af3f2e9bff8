import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Place } from '#boat/values.ts'
import { lookAhead, openingResolution, type Pixel, type Plotter, Viewport } from '@marinedata/console-map'
import { nearestX, toMap, toPlace, type MapPoint } from '@marinedata/console-map/earth'
import type { ChartSettings, Orientation } from '#navigation/chart-settings.ts'
import type { OwnBoat } from '#navigation/own-ship.ts'

/** Covered pixels of the chart. */
export interface Covered {
  /** Negative if on the left. */
  readonly right: number
  readonly above: number
  readonly below: number
}

export const uncovered: Covered = { right: 0, above: 0, below: 0 }

const nowhere = new Viewport({ center: [0, 0], resolution: 1, rotation: 0, width: 0, height: 0 })
/** Pixels: nearer to the edge counts as off the screen. */
const rim = 40
/** Share of the smaller side between the boat and a place that is shown with it; the boat is off the middle. */
const withBoatShare = 0.2

/** The view of the chart: position, orientation, and whether it follows the boat. */
export class ChartView {
  readonly isFollowing: Signal<boolean> = signal(true)
  /** The actual orientation: north up without a heading. */
  readonly orientation: ReadonlySignal<Orientation>
  /** The place for range and bearing: below the mouse, otherwise the middle if the boat is not followed. */
  readonly cursor: ReadonlySignal<Place | undefined>

  readonly #own: ReadonlySignal<OwnBoat | undefined>
  readonly #viewport = signal<Viewport | undefined>(undefined)
  readonly #pointed = signal<Pixel | undefined>(undefined)
  #plotter: Plotter | undefined
  #covered = uncovered
  #sought: readonly Place[] = []
  #isHeld = false
  /** The automatically chosen scale. */
  #opening: { readonly hasSpeed: boolean; readonly resolution: number } | undefined

  /** The viewport as last drawn. */
  readonly viewport: ReadonlySignal<Viewport | undefined> = this.#viewport

  constructor(own: ReadonlySignal<OwnBoat | undefined>, settings: ChartSettings) {
    this.#own = own
    this.orientation = computed(() => {
      const wanted = settings.orientation.value
      const boat = own.value
      if (wanted === 'head' && boat?.heading === undefined) return 'north'
      return wanted === 'course' && boat?.course === undefined ? 'north' : wanted
    })
    this.cursor = computed(() => {
      const viewport = this.#viewport.value
      const pointed = this.#pointed.value
      if (viewport === undefined) return undefined
      if (pointed !== undefined) return toPlace(viewport.pointAt(pointed))
      return this.isFollowing.value ? undefined : toPlace(viewport.center)
    })
  }

  /** The viewport from now on, drawn or not. */
  get sight(): Viewport {
    return this.#plotter?.sight ?? nowhere
  }

  /** @param plotter undefined when the map is unmounted */
  put(plotter: Plotter | undefined): void {
    this.#plotter = plotter
  }

  /** Stores the viewport that was drawn. */
  setViewport(viewport: Viewport | undefined): void {
    this.#viewport.value = viewport
  }

  /** The pixel below the mouse; undefined when it has left. */
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

  /** Moves places into view, unless they are visible, once the area covered by their panel is known. */
  show(...places: readonly Place[]): void {
    this.#sought = places
  }

  /** Whether the boat is on the chart, at the scale that it opens with. */
  get isLaidOut(): boolean {
    return this.#opening !== undefined
  }

  /** Follows the boat, and zooms out until the place is in view with it. */
  showWithBoat(place: Place): void {
    const own = this.#own.peek()
    if (own === undefined) return
    const { sight } = this
    const [[x, y], [ownX, ownY]] = [sight.pixelOfPlace(place), sight.pixelOfPlace(own.place)]
    const pixels = Math.hypot(x - ownX, y - ownY)
    const room = Math.min(sight.width, sight.height) * withBoatShare
    if (pixels > room) this.#plotter?.show({ resolution: (sight.resolution * pixels) / room })
    this.follow()
  }

  /**
   * Keeps a place in view and the chart still while the user decides; then continues to follow the boat.
   * @param place undefined when decided
   */
  hold(place: Place | undefined): void {
    const wasHeld = this.#isHeld
    this.#isHeld = place !== undefined
    if (place !== undefined) this.#sought = [place]
    if (wasHeld && !this.#isHeld) this.lay()
  }

  /** Returns to the boat immediately. */
  follow(): void {
    this.isFollowing.value = true
    this.lay()
  }

  /** Sets the area covered by a panel: the boat and the wanted place stay outside it. */
  cover(covered: Covered): void {
    const { right, above, below } = this.#covered
    const isSame = right === covered.right && above === covered.above && below === covered.below
    this.#covered = covered
    if (!isSame) this.lay()
    if (this.#sought.length > 0) this.#bringIntoSight(this.#sought)
    this.#sought = []
  }

  /** Lays out the chart for the present state. */
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

  #bringIntoSight(places: readonly Place[]): void {
    const { right, above, below } = this.#covered
    const { sight } = this
    const pixels = places.map((place) => sight.pixelOfPlace(place))
    const [xs, ys] = [pixels.map(([x]) => x), pixels.map(([, y]) => y)]
    const [west, east, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const isFree =
      west > rim + Math.max(0, -right) &&
      east < sight.width - rim - Math.max(0, right) &&
      top > rim + above &&
      bottom < sight.height - rim - below
    if (isFree) return
    if (!this.#isHeld) this.isFollowing.value = false
    const middle = sight.pointAt([(west + east) / 2, (top + bottom) / 2])
    const room = [sight.width - Math.abs(right), sight.height - above - below].map((side) => side - 2 * rim)
    const [wide = 1, high = 1] = room.map((side) => Math.max(1, side))
    const factor = Math.max(1, (east - west) / wide, (bottom - top) / high)
    this.#plotter?.show({ resolution: sight.resolution * factor })
    this.#plotter?.show({ center: this.sight.centerFor(middle, this.#freeMiddle) })
  }

  /** The middle of the uncovered area, relative to the middle of the chart. */
  get #freeMiddle(): Pixel {
    const { right, above, below } = this.#covered
    return [-right / 2, (above - below) / 2]
  }

  /** Chooses the scale by the speed once it is known, unless the user has changed it. */
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
