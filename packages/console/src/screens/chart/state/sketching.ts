import type { Route } from '@marinedata/model'
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Place } from '#boat/values.ts'
import { toPlace } from '#screens/chart/geo/earth.ts'
import type { Viewport, Pixel } from '#screens/chart/geo/viewport.ts'
import type { Grip } from '#screens/chart/map/plotter.ts'
import type { Sketch } from '#screens/chart/picture/scene.ts'

/** The points being drawn, and the states before each change. */
interface Drawing {
  readonly points: readonly Place[]
  readonly past: readonly (readonly Place[])[]
}

export const blank: Drawing = { points: [], past: [] }
/** Maximum number of points of a route. */
export const mostPoints = 500

const changed = ({ points, past }: Drawing, next: readonly Place[]): Drawing => ({
  points: next,
  past: [...past, points],
})

const drawingOf = (points: readonly Place[]): Drawing => ({ points, past: [] })

export const withPoint = (drawing: Drawing, point: Place): Drawing =>
  drawing.points.length >= mostPoints ? drawing : changed(drawing, [...drawing.points, point])

/** A whole drag is one change: it starts with `lifted`, and `moved` adds no history. */
export const lifted = (drawing: Drawing): Drawing => changed(drawing, drawing.points)

export const moved = ({ points, past }: Drawing, index: number, to: Place): Drawing => ({
  points: points.map((point, at) => (at === index ? to : point)),
  past,
})

export const undone = (drawing: Drawing): Drawing => {
  const before = drawing.past.at(-1)
  return before === undefined ? drawing : { points: before, past: drawing.past.slice(0, -1) }
}

/** The path being drawn. */
export interface Draft extends Pick<Sketch, 'kind'> {
  readonly drawing: Drawing
  readonly name: string
  /** The route being edited; undefined for a new one. */
  readonly route: Route | undefined
}

/** Touch radius of a point in pixels. */
const reach = 22

const indexNear = (viewport: Viewport, points: readonly Place[], [x, y]: Pixel): number =>
  points.findLastIndex((point) => {
    const [right, down] = viewport.pixelOfPlace(point)
    return Math.hypot(right - x, down - y) <= reach
  })

/** Draws a route or a measurement point by point; points can be moved, and every change undone. */
export class Sketching implements Grip {
  readonly #draft = signal<Draft | undefined>(undefined)
  readonly #viewport: () => Viewport
  #held = -1

  readonly draft: ReadonlySignal<Draft | undefined> = this.#draft
  readonly sketch: ReadonlySignal<Sketch | undefined> = computed(() => {
    const draft = this.#draft.value
    return draft && { kind: draft.kind, points: draft.drawing.points }
  })

  /** @param viewport the present viewport */
  constructor(viewport: () => Viewport) {
    this.#viewport = viewport
  }

  draw(name: string, from?: Place): void {
    const drawing = from === undefined ? blank : withPoint(blank, from)
    this.#draft.value = { kind: 'drawing', drawing, name, route: undefined }
  }

  change(route: Route): void {
    const { name, points } = route
    this.#draft.value = { kind: 'drawing', drawing: drawingOf(points), name, route }
  }

  measure(from: Place): void {
    this.#draft.value = { kind: 'measuring', drawing: withPoint(blank, from), name: '', route: undefined }
  }

  rename(name: string): void {
    const draft = this.#draft.peek()
    if (draft !== undefined) this.#draft.value = { ...draft, name }
  }

  /** Adds a point, unless there is one. */
  tap(at: Pixel): void {
    const viewport = this.#viewport()
    if (indexNear(viewport, this.#points, at) >= 0) return
    this.#redraw((drawing) => withPoint(drawing, toPlace(viewport.pointAt(at))))
  }

  undo(): void {
    this.#redraw(undone)
  }

  end(): void {
    this.#draft.value = undefined
  }

  take(at: Pixel): boolean {
    this.#held = indexNear(this.#viewport(), this.#points, at)
    if (this.#held < 0) return false
    this.#redraw(lifted)
    return true
  }

  drag(to: Pixel): void {
    const place = toPlace(this.#viewport().pointAt(to))
    this.#redraw((drawing) => moved(drawing, this.#held, place))
  }

  /** A drag that moved nothing is no change. */
  drop(): void {
    const drawing = this.#draft.peek()?.drawing
    if (drawing !== undefined && drawing.past.at(-1) === drawing.points) this.undo()
    this.#held = -1
  }

  get #points(): readonly Place[] {
    return this.#draft.peek()?.drawing.points ?? []
  }

  #redraw(change: (drawing: Drawing) => Drawing): void {
    const draft = this.#draft.peek()
    if (draft !== undefined) this.#draft.value = { ...draft, drawing: change(draft.drawing) }
  }
}
