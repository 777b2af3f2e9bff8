import type { LogReader } from '#storage/log-reader.ts'

interface Choice {
  readonly time: number
  readonly source: string
}

/** Which source of a path was preferred at which time, as the server decided then. */
export class Preference {
  readonly #choices: readonly Choice[]

  constructor(reader: LogReader, context: string, path: string) {
    const { timeline } = reader.log
    const choices = reader.database
      .all(
        "SELECT segment, mono, wall, source FROM event WHERE kind = 'preferred' AND context = ? AND path = ? ORDER BY number",
        context,
        path,
      )
      .map((row) => {
        const [segment = 0, mono = 0, wall = 0] = ['segment', 'mono', 'wall'].map((name) => Number(row[name]))
        return { time: timeline.timeOf({ segment, mono, wall }), source: String(row['source']) }
      })
    this.#choices = choices.toSorted((one, other) => one.time - other.time)
  }

  get isKnown(): boolean {
    return this.#choices.length > 0
  }

  /** Undefined before the first decision. */
  at(time: number): string | undefined {
    let [low, high] = [0, this.#choices.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#choices[middle]?.time ?? 0) <= time) low = middle + 1
      else high = middle
    }
    return this.#choices[low - 1]?.source
  }

  /** Whether a source counts at a time. Before the first decision every source does. */
  allows(source: string, time: number): boolean {
    const preferred = this.at(time)
    return preferred === undefined || preferred === source
  }
}
