import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Chart, ReadableChart, UnreadableChart } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/reading.ts'
import type { ChartSettings } from './chart-settings.ts'

/** Whether a chart file can be drawn. */
export const isReadable = (chart: ReadableChart | UnreadableChart): chart is ReadableChart => 'kind' in chart

/** Whether a chart covers a place at this zoom or a coarser one. */
export const covers = ({ bounds, minzoom }: ReadableChart, place: Place, zoom: number): boolean => {
  const [west, south, east, north] = bounds
  if (zoom < minzoom || place.latitude < south || place.latitude > north) return false
  // Across the date line the east limit is less than the west limit.
  return west <= east
    ? place.longitude >= west && place.longitude <= east
    : place.longitude >= west || place.longitude <= east
}

/** The charts on the server, and the visible ones. */
export class ChartStore {
  readonly #boat: Boat
  readonly #memory: ChartSettings
  readonly #charts = signal<readonly Chart[]>([])

  readonly charts: ReadonlySignal<readonly Chart[]> = this.#charts
  /** Coarse charts first, so that detailed ones are drawn on top. */
  readonly shown: ReadonlySignal<readonly ReadableChart[]>
  /** Raster charts are drawn above vector charts: they have their maker's style. */
  readonly pictures: ReadonlySignal<readonly ReadableChart[]>
  readonly vectors: ReadonlySignal<readonly ReadableChart[]>

  constructor(boat: Boat, memory: ChartSettings) {
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

  /** Loaded when the chart opens and when the list opens: a file may have been added. */
  async load(): Promise<void> {
    try {
      this.#charts.value = await this.#boat.client.call<Chart[]>('GET', 'charts')
    } catch {
      // Without charts the coastline is shown, stamped as outline only.
    }
  }

  toggle(id: string): void {
    const { hidden } = this.#memory
    hidden.value = hidden.value.includes(id)
      ? hidden.value.filter((other) => other !== id)
      : [...hidden.value, id]
  }
}
