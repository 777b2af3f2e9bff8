import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Chart, ReadableChart, UnreadableChart } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/reading.ts'
import type { ChartMemory } from './memory.ts'

/** Whether a chart of the folder can be drawn. */
export const isReadable = (chart: ReadableChart | UnreadableChart): chart is ReadableChart => 'kind' in chart

/** Whether a chart shows a place at that zoom, or coarser. */
export const covers = ({ bounds, minzoom }: ReadableChart, place: Place, zoom: number): boolean => {
  const [west, south, east, north] = bounds
  if (zoom < minzoom || place.latitude < south || place.latitude > north) return false
  // Over the date line the east is west of the west.
  return west <= east
    ? place.longitude >= west && place.longitude <= east
    : place.longitude >= west || place.longitude <= east
}

/** The charts that were put aboard, and which of them are laid out. */
export class ChartShelf {
  readonly #boat: Boat
  readonly #memory: ChartMemory
  readonly #charts = signal<readonly Chart[]>([])

  readonly charts: ReadonlySignal<readonly Chart[]> = this.#charts
  /** The coarse ones first, so that the fine ones lie on top. */
  readonly shown: ReadonlySignal<readonly ReadableChart[]>
  /** Charts of pictures lie above those of vectors: their makers have drawn them. */
  readonly pictures: ReadonlySignal<readonly ReadableChart[]>
  readonly vectors: ReadonlySignal<readonly ReadableChart[]>

  constructor(boat: Boat, memory: ChartMemory) {
    this.#boat = boat
    this.#memory = memory
    this.shown = computed(() =>
      this.#charts.value
        .filter(isReadable)
        .filter(({ id }) => !memory.hidden.value.includes(id))
        .toSorted((one, other) => one.maxzoom - other.maxzoom),
    )
    this.pictures = computed(() => this.shown.value.filter(({ kind }) => kind === 'raster'))
    this.vectors = computed(() => this.shown.value.filter(({ kind }) => kind === 'vector'))
  }

  /** Asked for when the chart is opened, and when the list is looked at: a file may have come. */
  async load(): Promise<void> {
    try {
      this.#charts.value = await this.#boat.client.call<Chart[]>('GET', 'charts')
    } catch {
      // Without charts there is the coastline, and it says so.
    }
  }

  toggle(id: string): void {
    const { hidden } = this.#memory
    hidden.value = hidden.value.includes(id)
      ? hidden.value.filter((other) => other !== id)
      : [...hidden.value, id]
  }
}
