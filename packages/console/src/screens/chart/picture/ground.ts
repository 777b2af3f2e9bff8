import { effect } from '@preact/signals'
import { Coast, paintChart, paintGraticule, type Painting, VectorCharts } from '@marinedata/console-map'
import type { ChartStore } from '#navigation/chart-settings.ts'

/** The lowest layers: sea and land, vector charts and the graticule. */
export class Ground implements Disposable {
  readonly #coast: Coast
  readonly #vectors: VectorCharts
  readonly #ends: readonly (() => void)[]

  /** @param onNews called when a new tile can be drawn */
  constructor(store: Pick<ChartStore, 'coasts' | 'vectors'>, productWord: string, onNews: () => void) {
    this.#coast = new Coast(productWord, onNews)
    this.#vectors = new VectorCharts(productWord, onNews)
    this.#ends = [
      effect(() => this.#coast.layOut(store.coasts.value)),
      effect(() => this.#vectors.layOut(store.vectors.value)),
    ]
  }

  paint(painting: Painting): void {
    this.#coast.paint(painting)
    for (const chart of this.#vectors.charts) paintChart(painting, chart)
    paintGraticule(painting)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
    this.#coast[Symbol.dispose]()
    this.#vectors[Symbol.dispose]()
  }
}
