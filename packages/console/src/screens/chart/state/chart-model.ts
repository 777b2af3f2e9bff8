import type { Route, Waypoint } from '@marinedata/model'
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ChartCasualties } from '#alerts/bands/chart-casualties.ts'
import type { Boat } from '#boat/boat.ts'
import { watchedAnchor, type WatchedAnchor } from '#screens/chart/anchor/anchor-layer.ts'
import { toPlace, type MapPoint } from '@marinedata/console-map/earth'
import {
  type Colours,
  coloursOf,
  nearest,
  type Pixel,
  Plotter,
  type PlotterOptions,
} from '@marinedata/console-map'
import { Ground } from '#screens/chart/picture/ground.ts'
import {
  chosenIn,
  panelOf,
  placeIn,
  routePanelAt,
  type ListKind,
  type OpenPanel,
} from '#screens/chart/panels/open-panel.ts'
import { paintScene } from '#screens/chart/picture/paint.ts'
import { providedIn } from '#screens/chart/provided/paint-provided.ts'
import { ProvidedPlaces } from '#screens/chart/provided/provided-places.ts'
import { describeScene, sceneRings, sceneRoutes, type Scene } from '#screens/chart/picture/scene.ts'
import type { UnitPreset, Units } from '#units/quantities.ts'
import type { Theme } from '#theme/theme.ts'
import { ChartStore, ChartSettings } from '#navigation/chart-settings.ts'
import { ChartView } from './chart-view.ts'
import { courseRequests, type CourseRequests, CourseStore } from '#navigation/course-store.ts'
import { LaylineFinder, type FoundLaylines } from '#navigation/laylines.ts'
import { RouteStore } from './resources.ts'
import { Sketching } from './sketching.ts'
import { Surroundings } from './surroundings.ts'
import { shownTargets } from './target-filter.ts'
import type { Target } from '#navigation/targets.ts'

interface ChartTableOptions {
  readonly boat: Boat
  readonly theme: Theme
  readonly storage: Storage
  readonly productWord: string
  readonly casualties: ChartCasualties
  readonly units: ReadonlySignal<UnitPreset | Units>
}

/** The chart with its layers: boat, track, AIS targets, routes, and the view. */
export class ChartModel implements Disposable {
  readonly settings: ChartSettings
  readonly chartStore: ChartStore
  readonly requests: CourseRequests
  readonly courses: CourseStore
  readonly routeStore: RouteStore
  readonly provided: ProvidedPlaces
  readonly surroundings: Surroundings
  readonly view: ChartView
  readonly sketching = new Sketching(() => this.view.sight)
  readonly panel: Signal<OpenPanel | undefined> = signal(undefined)
  /** The anchor while it is down. */
  readonly anchor: ReadonlySignal<WatchedAnchor | undefined>

  readonly #options: ChartTableOptions
  readonly #finder: LaylineFinder
  readonly #laylines = signal<FoundLaylines | undefined>(undefined)
  readonly #hasWind = signal(false)
  readonly #ends: (() => void)[]
  /** The place that another screen has asked the chart to show. */
  #sought: { readonly context: string; readonly hasPanel: boolean } | { readonly path: string } | undefined
  /** A target that is marked without its panel. */
  readonly #marked = signal<string | undefined>(undefined)

  /** AIS targets that are not hidden by the filter. */
  readonly shownTargets: ReadonlySignal<readonly Target[]> = computed(() =>
    shownTargets(this.surroundings.targets.value, {
      hidesResting: this.settings.hidesResting.value,
      chosen: chosenIn(this.panel.value) ?? this.#marked.value,
    }),
  )
  /** Laylines to the next point, while it lies upwind or downwind. */
  readonly laylines: ReadonlySignal<FoundLaylines | undefined> = this.#laylines
  readonly hasWind: ReadonlySignal<boolean> = this.#hasWind

  constructor(options: ChartTableOptions) {
    const { boat, storage } = options
    this.#options = options
    this.settings = new ChartSettings(storage)
    this.chartStore = new ChartStore(boat, this.settings, options.productWord)
    this.requests = courseRequests(boat)
    this.courses = new CourseStore(boat, this.requests)
    this.routeStore = new RouteStore(boat, this.requests)
    this.provided = new ProvidedPlaces(boat, this.settings.hasPlaces)
    this.anchor = watchedAnchor(boat, options.units)
    this.surroundings = new Surroundings(boat)
    this.view = new ChartView(this.surroundings.own, this.settings)
    this.#finder = new LaylineFinder(boat, this.settings)
    const loading = effect(() => {
      if (!boat.link.isLost.value) void this.chartStore.load()
    })
    const ticking = effect(() => this.#refresh(boat.now.value))
    this.#ends = [loading, ticking]
  }

  /**
   * Mounts the chart in an element.
   * @returns unmounts it
   */
  spread(element: HTMLElement): () => void {
    let colours: Colours = coloursOf(element)
    const ground = new Ground(this.chartStore, this.#options.productWord, () => this.view.draw())
    const map = this.#plotterIn(element, {
      paintGround: (context, viewport) => ground.paint({ context, viewport, colours }),
      paintPicture: (context, viewport) => {
        const scene = this.#scene()
        paintScene({ context, viewport, colours }, scene)
        describeScene(element, viewport, scene)
      },
    })
    this.view.put(map)
    const ends = [
      this.#options.theme.palette.subscribe(() => {
        colours = coloursOf(element)
        map.draw()
      }),
      ...this.#attend(map),
    ]
    this.#refresh(performance.now())
    return () => {
      for (const end of ends) end()
      this.view.put(undefined)
      ground[Symbol.dispose]()
      map[Symbol.dispose]()
    }
  }

  close(): void {
    this.panel.value = undefined
  }

  /** Starts drawing: stops following the boat and closes the panel. */
  beginSketch(begin: () => void): void {
    this.panel.value = undefined
    this.view.isFollowing.value = false
    begin()
  }

  /** Opens the place menu in the middle, for keyboard users. */
  askAtMiddle(): void {
    this.#longPress(this.view.sight.center)
  }

  showTarget({ context, place }: Target): void {
    this.panel.value = { kind: 'target', context }
    this.view.show(place)
  }

  /** Shows a target as soon as it is known and the chart is laid out. */
  seekTarget(context: string, hasPanel: boolean): void {
    this.#sought = { context, hasPanel }
    this.#showSought()
  }

  /**
   * Shows where a casualty is, with the boat.
   * @param path of the alert
   */
  showCasualty(path: string): void {
    this.#sought = { path }
    this.#showSought()
  }

  showWaypoint({ id, position }: Waypoint): void {
    this.panel.value = { kind: 'waypoint', id }
    this.view.show(position)
  }

  /** Opens the panel of a route and shows all of it. */
  showRoute({ id, points }: Route): void {
    this.panel.value = { kind: 'route', id }
    this.view.show(...points)
  }

  /** Opens a list. The chart files are read again: others may have added some. */
  open(kind: ListKind): void {
    this.panel.value = { kind }
    if (kind === 'layers') void this.chartStore.load()
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
    this.surroundings[Symbol.dispose]()
    this.routeStore[Symbol.dispose]()
    this.provided[Symbol.dispose]()
    this.courses[Symbol.dispose]()
    this.requests[Symbol.dispose]()
    this.chartStore[Symbol.dispose]()
    this.settings[Symbol.dispose]()
  }

  #plotterIn(element: HTMLElement, paints: Pick<PlotterOptions, 'paintGround' | 'paintPicture'>): Plotter {
    return new Plotter({
      element,
      ...paints,
      productWord: this.#options.productWord,
      onTap: (at) => this.#tap(at),
      onLongPress: (at) => this.#longPress(at),
      onPan: () => {
        this.view.isFollowing.value = false
      },
      onPoint: (at) => this.view.point(at),
      grip: this.sketching,
    })
  }

  /** Connects the signals of the chart with the map. Returns the cleanup functions. */
  #attend(plotter: Plotter): (() => void)[] {
    return [
      effect(() => plotter.layOut(this.chartStore.pictures.value)),
      effect(() => plotter.setFollowing(this.view.isFollowing.value)),
      effect(() => plotter.setDrawing(this.sketching.draft.value !== undefined)),
      effect(() => this.view.setViewport(plotter.viewport.value)),
      effect(() => this.view.hold(placeIn(this.panel.value))),
      effect(() => this.#drawAnew()),
    ]
  }

  /** Updates everything and lays out the chart. */
  #refresh(now: number): void {
    const { surroundings, settings, courses, view } = this
    surroundings.update(now)
    const mark = settings.hasLaylines.peek() ? courses.leg.peek()?.end : undefined
    this.#laylines.value = this.#finder.find(surroundings.own.peek(), mark, now)
    this.#hasWind.value = this.#finder.hasWind
    view.lay()
    this.#showSought()
    view.draw()
  }

  #showSought(): void {
    const sought = this.#sought
    if (sought === undefined || !this.view.isLaidOut) return
    if ('path' in sought) {
      this.#sought = undefined
      const place = this.#options.casualties.placeOf(sought.path)
      if (place !== undefined) this.view.showWithBoat(place)
      return
    }
    const target = this.surroundings.targets.peek().find(({ context }) => context === sought.context)
    if (target === undefined) return
    this.#sought = undefined
    this.view.showWithBoat(target.place)
    if (sought.hasPanel) this.showTarget(target)
    else {
      this.close()
      this.#marked.value = target.context
    }
  }

  #tap(at: Pixel): void {
    if (this.sketching.draft.peek() !== undefined) return this.sketching.tap(at)
    const { sight } = this.view
    const anchor = this.anchor.peek()
    const things = [
      ...this.shownTargets.peek(),
      ...this.#waypoints(),
      ...(anchor === undefined ? [] : [anchor]),
      ...providedIn(sight, this.provided.shown.peek()),
    ]
    const touched = nearest(sight, things, at)
    this.#marked.value = undefined
    const routes = this.routeStore.routes.items.peek()
    this.panel.value = touched === undefined ? routePanelAt(at, sight, routes) : panelOf(touched)
  }

  #longPress(at: MapPoint): void {
    if (this.sketching.draft.peek() !== undefined) return
    this.panel.value = { kind: 'place', place: toPlace(at) }
  }

  /** Redraws immediately instead of at the next tick. */
  #drawAnew(): void {
    const { sketching, panel, courses, routeStore } = this
    const causes = [
      this.shownTargets,
      this.settings.hasTrails,
      this.settings.hasRings,
      this.provided.shown,
      sketching.draft,
      panel,
      this.#marked,
      courses.leg,
      courses.course,
      routeStore.routes.items,
      routeStore.waypoints.items,
      this.#options.casualties.marks,
      this.#options.casualties.person,
    ]
    for (const cause of causes) void cause.value
    this.view.draw()
  }

  #waypoints(): Scene['waypoints'] {
    return this.routeStore.waypoints.items
      .peek()
      .map(({ id, name, position }) => ({ id, name, place: position }))
  }

  #scene(): Scene {
    const { courses, routeStore, surroundings, view } = this
    const panel = this.panel.peek()
    const { casualties } = this.#options
    const targets = casualties.others(this.shownTargets.peek())
    return {
      own: surroundings.own.peek(),
      track: surroundings.track,
      targets,
      trails: this.settings.hasTrails.peek() ? surroundings.trails.of(targets) : [],
      chosen: chosenIn(panel) ?? this.#marked.peek(),
      leg: courses.leg.peek(),
      laylines: this.#laylines.peek(),
      ...sceneRoutes(routeStore.routes.items.peek(), {
        sailed: courses.course.peek()?.route?.id,
        edited: this.sketching.draft.peek()?.route?.id,
        opened: chosenIn(panel),
      }),
      rings: this.settings.hasRings.peek() ? sceneRings(view.sight, this.#options.units.peek()) : undefined,
      waypoints: this.#waypoints(),
      provided: this.provided.shown.peek(),
      sketch: this.sketching.sketch.peek(),
      mark: placeIn(panel),
      casualty: casualties.person.peek(),
      casualties: casualties.marks.peek(),
      anchor: this.anchor.peek(),
      isAdrift: !view.isFollowing.peek(),
    }
  }
}

export const TableContext = createContext<ChartModel | undefined>(undefined)

/** The chart of these components. */
export const useChartModel = (): ChartModel => {
  const model = useContext(TableContext)
  if (model === undefined) throw new TypeError('There is no chart table below this part')
  return model
}
