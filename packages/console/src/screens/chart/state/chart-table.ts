import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Track } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/reading.ts'
import type { Look } from '#look/look.ts'
import { placeText } from '#screens/chart/geo/earth.ts'
import { Frame, type Pixel } from '#screens/chart/geo/frame.ts'
import { lookAhead } from '#screens/chart/geo/look-ahead.ts'
import { nearestX, toMap, toPlace, type MapPoint } from '#screens/chart/geo/mercator.ts'
import { openingResolution } from '#screens/chart/geo/scale.ts'
import { TrackLine } from '#screens/chart/geo/track-line.ts'
import { CoastTiles } from '#screens/chart/map/coast-tiles.ts'
import { coloursOf, type Colours } from '#screens/chart/map/colours.ts'
import { paintCoast } from '#screens/chart/map/paint-coast.ts'
import { Plotter, type PlotterOptions } from '#screens/chart/map/plotter.ts'
import { paintScene } from '#screens/chart/picture/paint.ts'
import type { Scene } from '#screens/chart/picture/scene.ts'
import { targetNear } from '#screens/chart/traffic/target-near.ts'
import { Targets } from '#screens/chart/traffic/targets.ts'
import { byTimeToApproach, type Target } from '#screens/chart/traffic/target.ts'
import { ChartShelf } from './chart-shelf.ts'
import { CourseBook } from './course-book.ts'
import { ChartMemory, type Orientation } from './memory.ts'
import { Overboard } from './overboard.ts'
import { OwnShip, type OwnBoat } from './own-ship.ts'
import { Sketching } from './sketching.ts'

/** What lies beside the chart: at most one thing. */
export type Panel =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'target'; readonly context: string }
  | { readonly kind: 'targets' | 'routes' | 'layers' | 'tools' }

/** Pixels of the chart that cannot be seen. */
export interface Covered {
  /** Negative when it is on the left. */
  readonly right: number
  readonly below: number
}

export interface ChartTableOptions {
  readonly boat: Boat
  readonly look: Look
  readonly storage: Storage
  readonly productWord: string
}

const trackSeconds = 21_600
/** As often as others are told of, with room for a tick that comes early. */
const lookoutMs = 900

/** The chart with all that lies on it: boat, track, traffic, routes, and how it is looked at. */
export class ChartTable implements Disposable {
  readonly memory: ChartMemory
  readonly shelf: ChartShelf
  readonly courses: CourseBook
  readonly overboard: Overboard
  readonly sketching = new Sketching(() => this.#sight)
  readonly panel: Signal<Panel | undefined> = signal(undefined)
  readonly isFollowing: Signal<boolean> = signal(true)
  /** Which way is up in fact: without a heading, north. */
  readonly orientation: ReadonlySignal<Orientation>

  readonly #options: ChartTableOptions
  readonly #ownShip: OwnShip
  readonly #track = new TrackLine()
  readonly #targets = new Targets()
  readonly #own = signal<OwnBoat | undefined>(undefined)
  readonly #seen = signal<readonly Target[]>([])
  readonly #frame = signal<Frame | undefined>(undefined)
  readonly #ends: (() => void)[]
  #plotter: Plotter | undefined
  #covered: Covered = { right: 0, below: 0 }
  #seenAt = Number.NEGATIVE_INFINITY
  /** The scale that was chosen by itself. */
  #opening: { readonly hasSpeed: boolean; readonly resolution: number } | undefined

  readonly own: ReadonlySignal<OwnBoat | undefined> = this.#own
  /** Whoever is soonest closest comes first. */
  readonly targets: ReadonlySignal<readonly Target[]> = this.#seen
  readonly frame: ReadonlySignal<Frame | undefined> = this.#frame

  constructor(options: ChartTableOptions) {
    const { boat, storage } = options
    this.#options = options
    this.memory = new ChartMemory(storage)
    this.shelf = new ChartShelf(boat, this.memory)
    this.courses = new CourseBook(boat)
    this.overboard = new Overboard(boat)
    this.#ownShip = new OwnShip(boat)
    this.orientation = computed(() => {
      const wanted = this.memory.orientation.value
      const own = this.#own.value
      if (wanted === 'head' && own?.heading === undefined) return 'north'
      return wanted === 'course' && own?.course === undefined ? 'north' : wanted
    })
    this.#ends = this.#begin(boat)
  }

  /** Spreads the chart out in an element. @returns takes it away again */
  spread(element: HTMLElement): () => void {
    let colours: Colours = coloursOf(element)
    const tiles = new CoastTiles(() => plotter.draw())
    const plotter: Plotter = this.#plotterIn(element, {
      paintCoast: (context, frame) => paintCoast({ context, frame, colours }, tiles),
      paintPicture: (context, frame) => {
        const scene = this.#scene()
        paintScene({ context, frame, colours }, scene)
        describe(element, frame, scene)
      },
    })
    this.#plotter = plotter
    const ends = [
      this.#options.look.palette.subscribe(() => {
        colours = coloursOf(element)
        plotter.draw()
      }),
      ...this.#attend(plotter),
    ]
    this.#refresh(performance.now())
    return () => {
      for (const end of ends) end()
      this.#plotter = undefined
      tiles[Symbol.dispose]()
      plotter[Symbol.dispose]()
    }
  }

  zoomBy(levels: number): void {
    const own = this.#own.peek()
    const isAnchored = this.isFollowing.peek() && own !== undefined
    this.#plotter?.zoomBy(levels, isAnchored ? this.#nearPoint(own.place) : undefined)
  }

  panBy(share: Pixel): void {
    const { width, height } = this.#sight
    this.isFollowing.value = false
    this.#plotter?.panBy([share[0] * width, share[1] * height])
  }

  close(): void {
    this.panel.value = undefined
  }

  /** Whoever draws has both hands on the chart: it lies still, and nothing else is open. */
  beginSketch(begin: () => void): void {
    this.panel.value = undefined
    this.isFollowing.value = false
    begin()
  }

  /** Back to the boat, at once. */
  follow(): void {
    this.isFollowing.value = true
    this.#refresh(performance.now())
  }

  /** Says what a panel lies on: the boat is kept out of there. */
  cover(covered: Covered): void {
    if (this.#covered.right === covered.right && this.#covered.below === covered.below) return
    this.#covered = covered
    this.#refresh(performance.now())
  }

  /** Asks what can be done in the middle, for whoever has no finger on the screen. */
  askAtMiddle(): void {
    this.#longPress(this.#sight.center)
  }

  showTarget({ context, place }: Target): void {
    this.panel.value = { kind: 'target', context }
    if (this.#sight.isOnScreen(this.#sight.pixelOfPlace(place), -40)) return
    this.isFollowing.value = false
    this.#plotter?.show({ center: this.#nearPoint(place) })
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
    this.courses[Symbol.dispose]()
    this.memory[Symbol.dispose]()
  }

  #plotterIn(element: HTMLElement, paints: Pick<PlotterOptions, 'paintCoast' | 'paintPicture'>): Plotter {
    return new Plotter({
      element,
      ...paints,
      productWord: this.#options.productWord,
      onTap: (at) => this.#tap(at),
      onLongPress: (at) => this.#longPress(at),
      onPan: () => {
        this.isFollowing.value = false
      },
      grip: this.sketching,
    })
  }

  /** Whatever is decided on the table is done on the map. */
  #attend(plotter: Plotter): (() => void)[] {
    return [
      effect(() => plotter.layOut(this.shelf.shown.value)),
      effect(() => plotter.setFollowing(this.isFollowing.value)),
      effect(() => plotter.setDrawing(this.sketching.draft.value !== undefined)),
      effect(() => {
        this.#frame.value = plotter.frame.value
      }),
      effect(() => this.#drawAnew()),
    ]
  }

  #begin(boat: Boat): (() => void)[] {
    for (const path of boat.values.paths) {
      const reading = boat.values.of(path).peek()
      if (reading !== undefined) this.#targets.warn({ path, value: reading.value, source: reading.source })
    }
    const listening = boat.onDelta((delta) =>
      this.#targets.take(delta, (timestamp) => boat.heardAt(timestamp)),
    )
    const loading = effect(() => {
      if (boat.link.isLost.value) return
      void this.#loadTrack()
      void this.shelf.load()
    })
    const ticking = effect(() => this.#refresh(boat.now.value))
    return [() => listening[Symbol.dispose](), loading, ticking]
  }

  async #loadTrack(): Promise<void> {
    try {
      const path = `vessels/self/track?seconds=${trackSeconds}`
      this.#track.seed((await this.#options.boat.client.call<Track>('GET', path)).points)
    } catch {
      // What is heard from now on is drawn in any case.
    }
  }

  get #sight(): Frame {
    const nowhere = { center: [0, 0], resolution: 1, rotation: 0, width: 0, height: 0 } as const
    return this.#plotter?.sight ?? new Frame(nowhere)
  }

  #nearPoint(place: Place): MapPoint {
    const [x, y] = toMap(place)
    return [nearestX(x, this.#sight.center[0]), y]
  }

  /** Looks again at everything, and lays the chart as it is to lie. */
  #refresh(now: number): void {
    const own = this.#ownShip.look(now)
    this.#own.value = own
    if (own !== undefined && !own.isOld) this.#track.add(own.place, Date.now() - own.age)
    if (now - this.#seenAt >= lookoutMs) {
      this.#seenAt = now
      this.#seen.value = this.#targets.seen(now).toSorted(byTimeToApproach)
    }
    if (own !== undefined) this.#lay(own)
    this.#plotter?.draw()
  }

  #lay(own: OwnBoat): void {
    const plotter = this.#plotter
    const { width, height } = this.#sight
    if (plotter === undefined || width === 0 || plotter.isMoving) return
    this.#open(own, plotter)
    const up = { north: 0, head: own.heading, course: own.course }[this.orientation.peek()]
    plotter.show({ rotation: -(up ?? 0) })
    if (!this.isFollowing.peek()) return
    const { right, below } = this.#covered
    const free = { width: width - Math.abs(right), height: height - below }
    const [aside, down] = own.isOld ? [0, 0] : lookAhead(own, -(up ?? 0), free)
    const offset: Pixel = [aside - right / 2, down - below / 2]
    plotter.show({ center: this.#sight.centerFor(this.#nearPoint(own.place), offset) })
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

  #tap(at: Pixel): void {
    if (this.sketching.draft.peek() !== undefined) return this.sketching.tap(at)
    const target = targetNear(this.#sight, this.#seen.peek(), at)
    this.panel.value = target && { kind: 'target', context: target.context }
  }

  #longPress(at: MapPoint): void {
    if (this.sketching.draft.peek() !== undefined) return
    this.panel.value = { kind: 'place', place: toPlace(at) }
  }

  /** What was done here is seen at once, and not with the next tick. */
  #drawAnew(): void {
    for (const cause of [this.sketching.draft, this.panel, this.courses.leg, this.overboard.casualty])
      void cause.value
    this.#plotter?.draw()
  }

  #scene(): Scene {
    const panel = this.panel.peek()
    const sailed = this.courses.course.peek()?.route?.id
    return {
      own: this.#own.peek(),
      track: this.#track.lines,
      targets: this.#seen.peek(),
      chosen: panel?.kind === 'target' ? panel.context : undefined,
      leg: this.courses.leg.peek(),
      route: this.courses.routes.peek().find(({ id }) => id === sailed)?.points ?? [],
      sketch: this.sketching.sketch.peek(),
      mark: panel?.kind === 'place' ? panel.place : undefined,
      casualty: this.overboard.casualty.peek()?.place,
      isAdrift: !this.isFollowing.peek(),
    }
  }
}

/** What is drawn, for whoever cannot look at it. */
const describe = ({ dataset }: HTMLElement, frame: Frame, { own, track, targets, leg }: Scene): void => {
  const at = own && frame.pixelOfPlace(own.place).map((side) => side.toFixed(1))
  const told = {
    zoom: frame.zoom.toFixed(2),
    rotation: ((frame.rotation * 180) / Math.PI).toFixed(1),
    boat: own === undefined ? 'none' : own.isOld ? 'hollow' : 'solid',
    boatAt: at?.join(' ') ?? '',
    place: own === undefined ? '' : placeText(own.place),
    trackLines: String(track.length),
    targets: String(targets.length),
    leg:
      leg === undefined
        ? ''
        : frame
            .pixelOfPlace(leg.end)
            .map((side) => side.toFixed(1))
            .join(' '),
  }
  for (const [name, text] of Object.entries(told)) if (dataset[name] !== text) dataset[name] = text
}
