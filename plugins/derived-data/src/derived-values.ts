import type { Compute, Figure, FigureInput, FigureValue } from './figure.ts'
import { figures } from './figures.ts'
import type { Readings } from './readings.ts'
import type { DerivedSettings } from './settings.ts'

type Seconds = number

/** An unchanged value is repeated, so that it stays live. */
const repeatAfter: Seconds = 1

interface Published {
  readonly text: string
  readonly at: Seconds
}

interface Computed {
  readonly figure: Figure
  readonly compute: Compute
}

const memberOf = (value: unknown, member: string | undefined): unknown =>
  member === undefined ? value : (Object(value) as Readonly<Record<string, unknown>>)[member]

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const rounded = (value: number): number => Number(value.toFixed(5))

const roundedValue = (value: FigureValue): FigureValue =>
  typeof value === 'number'
    ? rounded(value)
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, part && rounded(part)]))

const isFiniteValue = (value: FigureValue): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : Object.values(value).every((part) => part === null || Number.isFinite(part))

/** Computes the figures that are switched on, and decides what is published of them. */
export class DerivedValues {
  readonly #readings: Readings
  readonly #computed: readonly Computed[]
  /** What is published and live, by path. */
  readonly #publishedByPath = new Map<string, Published>()

  constructor(readings: Readings, settings: DerivedSettings) {
    this.#readings = readings
    this.#computed = figures
      .filter(({ id }) => settings[id] === true)
      .map((figure) => ({ figure, compute: figure.create(settings) }))
  }

  get count(): number {
    return this.#computed.length
  }

  /** How many figures are published now. */
  get liveCount(): number {
    return this.#publishedByPath.size
  }

  isPublished(path: string): boolean {
    return this.#publishedByPath.has(path)
  }

  /** The values to publish now, by path. Null ends a value: an input is missing, or another source measures it. */
  evaluate(now: Seconds): Record<string, FigureValue | null> {
    const due: Record<string, FigureValue | null> = {}
    const ownByPath = new Map<string, FigureValue>()
    for (const { figure, compute } of this.#computed) {
      const { output } = figure
      const value = this.#readings.isMeasured(output, now)
        ? undefined
        : this.#compute(figure, compute, { ownByPath, now })
      if (value !== undefined) ownByPath.set(output, value)
      const next = value === undefined ? null : roundedValue(value)
      if (this.#isDue(output, next, now)) due[output] = next
    }
    return due
  }

  /** Ends all values. */
  end(): Record<string, null> {
    const ended = Object.fromEntries([...this.#publishedByPath.keys()].map((path) => [path, null]))
    this.#publishedByPath.clear()
    return ended
  }

  #compute(
    { inputs }: Figure,
    compute: Compute,
    { ownByPath, now }: { readonly ownByPath: ReadonlyMap<string, FigureValue>; readonly now: Seconds },
  ): FigureValue | undefined {
    const read = ({ path, member, maxAge }: FigureInput): number | undefined => {
      const measured = this.#readings.valueOf(path, maxAge, now)
      return numberOf(memberOf(measured ?? ownByPath.get(path), member))
    }
    const values = inputs.map(read)
    if (inputs.some(({ isOptional }, at) => isOptional !== true && values[at] === undefined)) return undefined
    const value = compute(values, now)
    return value === undefined || !isFiniteValue(value) ? undefined : value
  }

  #isDue(path: string, value: FigureValue | null, now: Seconds): boolean {
    const published = this.#publishedByPath.get(path)
    if (value === null) return this.#publishedByPath.delete(path)
    const text = JSON.stringify(value)
    if (published?.text === text && now - published.at < repeatAfter) return false
    this.#publishedByPath.set(path, { text, at: now })
    return true
  }
}
