import type { ReadableChart } from '@marinedata/model'
import { VectorChart } from './vector-chart.ts'

/** The visible vector charts. */
export class VectorCharts implements Disposable {
  readonly #productWord: string
  readonly #onNews: () => void
  #charts: readonly VectorChart[] = []

  /** @param onNews called when a new tile can be drawn */
  constructor(productWord: string, onNews: () => void) {
    this.#productWord = productWord
    this.#onNews = onNews
  }

  /** The coarse ones first. */
  get charts(): readonly VectorChart[] {
    return this.#charts
  }

  /** Sets the visible charts. Charts that stay keep their tiles. */
  layOut(charts: readonly ReadableChart[]): void {
    const known = new Map(this.#charts.map((vector) => [JSON.stringify(vector.chart), vector]))
    this.#charts = charts.map((chart) => {
      const key = JSON.stringify(chart)
      const vector = known.get(key) ?? new VectorChart(chart, this.#productWord, this.#onNews)
      known.delete(key)
      return vector
    })
    for (const gone of known.values()) gone[Symbol.dispose]()
    this.#onNews()
  }

  [Symbol.dispose](): void {
    this.layOut([])
  }
}
