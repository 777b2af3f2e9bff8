import type { Route } from '@marinedata/model'
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Place } from '#boat/values.ts'
import { toPlace } from '@marinedata/console-map/earth'
import { distanceToPath, legHandles, type LegHandle } from '#screens/chart/geo/leg-handles.ts'
import { type Grip, type Pixel, type Viewport, wayPixels } from '@marinedata/console-map'
import type { Sketch } from '#screens/chart/picture/scene.ts'
import {
  blank,
  drawingOf,
  lifted,
  moved,
  reversed,
  undone,
  withoutPoint,
  withPoint,
  type Drawing,
} from './drawing.ts'

/** The path being drawn. */
export interface Draft extends Pick<Sketch, 'kind' | 'chosen'> {
  readonly drawing: Drawing
  readonly name: string
  /** The route being edited; undefined for a new one. */
  readonly route: Route | undefined
}

/** Touch radius of a point in pixels, and of a line. */
const reach = 22
const lineReach = 14

const isNear = ([x, y]: Pixel, [right, down]: Pixel): boolean => Math.hypot(right - x, down - y) <= reach

const indexNear = (viewport: Viewport, points: readonly Place[], at: Pixel): number =>
  points.findLastIndex((point) => isNear(at, viewport.pixelOfPlace(point)))

/** Index that a point gets when it is inserted into the leg at this pixel; undefined if no leg is near. */
const insertIndex = (viewport: Viewport, points: readonly Place[], at: Pixel): number | undefined => {
  const legs = points.slice(1).map((to, index) => wayPixels(viewport, [points[index] ?? to, to]))
  const distances = legs.map((leg) => distanceToPath(at, leg))
  const least = Math.min(...distances)
  return least <= lineReach ? distances.indexOf(least) + 1 : undefined
}

/** Draws a route or a measurement: points are added, inserted, moved and deleted, and every change can be undone. */
export class Sketching implements Grip {
  readonly #draft = signal<Draft | undefined>(undefined)
  readonly #viewport: () => Viewport
  #held = -1

  readonly draft: ReadonlySignal<Draft | undefined> = this.#draft
  readonly sketch: ReadonlySignal<Sketch | undefined> = computed(() => {
    const draft = this.#draft.value
    return draft && { kind: draft.kind, points: draft.drawing.points, chosen: draft.chosen }
  })

  /** @param viewport the present viewport */
  constructor(viewport: () => Viewport) {
    this.#viewport = viewport
  }

  draw(name: string, from?: Place): void {
    const drawing = from === undefined ? blank : withPoint(blank, from)
    this.#draft.value = { kind: 'drawing', drawing, name, route: undefined, chosen: undefined }
  }

  change(route: Route): void {
    const { name, points } = route
    this.#draft.value = { kind: 'drawing', drawing: drawingOf(points), name, route, chosen: undefined }
  }

  measure(from: Place): void {
    const drawing = withPoint(blank, from)
    this.#draft.value = { kind: 'measuring', drawing, name: '', route: undefined, chosen: undefined }
  }

  rename(name: string): void {
    const draft = this.#draft.peek()
    if (draft !== undefined) this.#draft.value = { ...draft, name }
  }

  /** Selects the point at the pixel, inserts one into the leg there, or adds one at the end. */
  tap(at: Pixel): void {
    const viewport = this.#viewport()
    const index = indexNear(viewport, this.#points, at)
    if (index >= 0) return this.choose(index)
    const inserted = insertIndex(viewport, this.#points, at)
    this.#redraw((drawing) => withPoint(drawing, toPlace(viewport.pointAt(at)), inserted))
    this.choose(inserted)
  }

  /** @param index of a point; undefined clears the selection */
  choose(index: number | undefined): void {
    const draft = this.#draft.peek()
    if (draft !== undefined) this.#draft.value = { ...draft, chosen: index }
  }

  /** Deletes the selected point. */
  removeChosen(): void {
    const index = this.#draft.peek()?.chosen
    if (index !== undefined) this.#redraw((drawing) => withoutPoint(drawing, index))
  }

  reverseRoute(): void {
    this.#redraw(reversed)
  }

  undo(): void {
    this.#redraw(undone)
  }

  end(): void {
    this.#draft.value = undefined
  }

  /** Takes hold of a point, or of the middle of a leg, which becomes a point. */
  take(at: Pixel): boolean {
    const viewport = this.#viewport()
    const index = indexNear(viewport, this.#points, at)
    if (index >= 0) this.#redraw(lifted)
    const handle = index >= 0 ? undefined : this.#handleAt(viewport, at)
    if (handle !== undefined) this.#redraw((drawing) => withPoint(drawing, handle.place, handle.index))
    this.#held = handle?.index ?? index
    if (this.#held < 0) return false
    this.choose(this.#held)
    return true
  }

  drag(to: Pixel): void {
    const place = toPlace(this.#viewport().pointAt(to))
    const held = this.#held
    this.#redraw((drawing) => moved(drawing, held, place))
    this.choose(held)
  }

  /** A drag that moved nothing is no change. */
  drop(): void {
    const drawing = this.#draft.peek()?.drawing
    const held = this.#held
    this.#held = -1
    if (drawing === undefined || drawing.past.at(-1) !== drawing.points) return
    this.undo()
    this.choose(held)
  }

  get #points(): readonly Place[] {
    return this.#draft.peek()?.drawing.points ?? []
  }

  #handleAt(viewport: Viewport, at: Pixel): LegHandle | undefined {
    return legHandles(viewport, this.#points).find(({ pixel }) => isNear(at, pixel))
  }

  /** Changes the points. Their numbers may differ afterwards, so the selection is cleared. */
  #redraw(change: (drawing: Drawing) => Drawing): void {
    const draft = this.#draft.peek()
    if (draft !== undefined)
      this.#draft.value = { ...draft, drawing: change(draft.drawing), chosen: undefined }
  }
}
