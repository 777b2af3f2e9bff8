/** One sample; undefined: there was no fresh value. */
export interface Sample {
  /** On the clock of `performance.now()`. */
  readonly at: number
  readonly value: number | undefined
}

export const recentMinutes = 10
const spanMs = recentMinutes * 60_000
export const sampleMs = 2_000
/** A longer time between two samples is a gap: the page was hidden, or the value was stale. */
const gapMs = 3 * sampleMs
/** Paths that are recorded at the same time. The path unused for longest is removed. */
const mostPaths = 48

/** A recorded value stays until the next one, at most so long. */
const heldMs = 30_000

/** Converts recorded samples to live ones: the last value stays for a while. */
export const heldSamples = (recorded: readonly Sample[]): readonly Sample[] => {
  let last: { readonly at: number; readonly value: number } | undefined
  return recorded.map(({ at, value }) => {
    if (value !== undefined) last = { at, value }
    return { at, value: last !== undefined && at - last.at <= heldMs ? last.value : undefined }
  })
}

/** Connected samples of a graph. */
export type Stretch = readonly { readonly at: number; readonly value: number }[]

/** Whether a line between two samples would be wrong: values are missing, or an angle begins again. */
const isApart = (before: Sample, { at, value }: Stretch[number], isAngle: boolean): boolean =>
  before.value === undefined ||
  at - before.at > gapMs ||
  (isAngle && Math.abs(value - before.value) > Math.PI)

/** The last minutes of some values, in memory only. */
export class RecentValues {
  readonly #samplesByPath = new Map<string, Sample[]>()

  /** Adds a sample, unless the last one is too recent. */
  add(path: string, value: number | undefined, now: number): void {
    const samples = this.#samplesByPath.get(path) ?? []
    const last = samples.at(-1)
    if (last !== undefined && now - last.at < sampleMs) return
    samples.push({ at: now, value })
    const firstKept = samples.findIndex(({ at }) => now - at <= spanMs)
    samples.splice(0, firstKept)
    // The most recently used path is the last in the map.
    this.#samplesByPath.delete(path)
    this.#samplesByPath.set(path, samples)
    for (const [oldest] of this.#samplesByPath) {
      if (this.#samplesByPath.size <= mostPaths) break
      this.#samplesByPath.delete(oldest)
    }
  }

  /** Puts recorded samples, oldest first, before the live samples. */
  putBefore(path: string, recorded: readonly Sample[]): void {
    const samples = this.#samplesByPath.get(path) ?? []
    const first = samples[0]?.at ?? Infinity
    if (!this.#samplesByPath.has(path) && this.#samplesByPath.size >= mostPaths) return
    this.#samplesByPath.set(path, [...recorded.filter(({ at }) => at < first), ...samples])
  }

  /** The samples of the last minutes, split where values are missing, and where an angle begins again. */
  stretches(path: string, now: number, isAngle = false): readonly Stretch[] {
    const stretches: { at: number; value: number }[][] = []
    let before: Sample | undefined
    for (const sample of this.#samplesByPath.get(path) ?? []) {
      const { at, value } = sample
      if (value !== undefined && now - at <= spanMs) {
        const isNew = before === undefined || isApart(before, { at, value }, isAngle)
        if (isNew) stretches.push([])
        stretches.at(-1)?.push({ at, value })
      }
      before = sample
    }
    return stretches
  }
}

/** The smallest and the largest value; undefined without values. */
export const rangeOf = (
  stretches: readonly Stretch[],
): { readonly least: number; readonly most: number } | undefined => {
  let [least, most] = [Infinity, -Infinity]
  for (const stretch of stretches)
    for (const { value } of stretch) {
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
  return least > most ? undefined : { least, most }
}

export interface GraphFrame {
  readonly now: number
  readonly width: number
  readonly height: number
  /** A smaller range would draw noise as a mountain. */
  readonly leastRange: number
}

export interface GraphDrawing {
  readonly line: string
  readonly area: string
}

const round = (value: number): number => Math.round(value * 10) / 10

/** The lines of a graph; the right edge is now. */
export const graphOf = (
  stretches: readonly Stretch[],
  { now, width, height, leastRange }: GraphFrame,
): GraphDrawing => {
  const range = rangeOf(stretches)
  if (range === undefined) return { line: '', area: '' }
  const spread = Math.max(range.most - range.least, leastRange)
  const bottom = (range.most + range.least - spread) / 2
  const x = (at: number): number => round(width - ((now - at) / spanMs) * width)
  const y = (value: number): number => round(height - 2 - ((value - bottom) / spread) * (height - 4))
  const lines = stretches.map((stretch) => stretch.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L'))
  const areas = stretches.map((stretch, index) => {
    const [first, last] = [stretch[0], stretch.at(-1)]
    if (first === undefined || last === undefined) return ''
    return `M${x(first.at)} ${height}L${lines[index]}L${x(last.at)} ${height}Z`
  })
  return { line: lines.map((line) => `M${line}`).join(''), area: areas.join('') }
}
