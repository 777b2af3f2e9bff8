import type { SentDelta } from '@marinedata/plugin-api'
import type { AnchorWatch } from '#anchor-watch.ts'
import type { BoatDesign } from '#boat-design.ts'
import type { Fix } from '#fixes/fix.ts'
import type { Seconds } from '#water/units.ts'

type Update = SentDelta['updates'][number]
type Quality = Pick<Fix, 'horizontalDilution' | 'satellites' | 'method'>

/** The paths that the watch subscribes to. */
export const readPaths = [
  'navigation.position',
  'navigation.gnss.horizontalDilution',
  'navigation.gnss.satellites',
  'navigation.gnss.methodQuality',
  'navigation.headingTrue',
  'navigation.headingMagnetic',
  'navigation.magneticVariation',
  'environment.wind.directionTrue',
  'environment.wind.speedTrue',
  'environment.depth.belowSurface',
  'environment.depth.belowTransducer',
  'environment.depth.surfaceToTransducer',
  'design.length',
  'design.bowAnchorHeight',
  'sensors.gps.fromBow',
  'sensors.gps.fromCenter',
] as const
type ListenedPath = (typeof readPaths)[number]

const maxSources = 16

/** A number, or null when the value is unknown or of another type. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const lengthOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'overall' in value
    ? numberOf(value.overall)
    : numberOf(value)

/** One received value. */
interface Received {
  readonly at: Seconds
  readonly source: string
  readonly stamp: string
  readonly value: unknown
  readonly isStale: boolean
}

/** Passes values of the boat to the watch. */
export class Instruments {
  readonly #watch: AnchorWatch
  readonly #settings: BoatDesign
  readonly #qualityBySource = new Map<string, Quality>()
  #found: BoatDesign = {}
  #windSpeed: number | null = null
  #transducerDepth = 0

  constructor(watch: AnchorWatch, settings: BoatDesign) {
    this.#watch = watch
    this.#settings = settings
  }

  handle({ updates }: SentDelta, at: Seconds): void {
    // Reads the quality first: it may follow its position in the same delta.
    for (const isPosition of [false, true])
      for (const update of updates) this.#handleUpdate(update, at, isPosition)
  }

  #handleUpdate({ $source, timestamp, values = [] }: Update, at: Seconds, isPosition: boolean): void {
    for (const { path, value, stale: isStale = false } of values) {
      if ((path === 'navigation.position') !== isPosition || !isReadPath(path)) continue
      this.#handlers[path]({ at, source: $source ?? 'unknown', stamp: timestamp, value, isStale })
    }
  }

  readonly #handlers: Readonly<Record<ListenedPath, (received: Received) => void>> = {
    'navigation.position': ({ at, source, stamp, value, isStale }) =>
      this.#watch.fix({ at, source, stamp, isStale, position: value, ...this.#qualityBySource.get(source) }),
    'navigation.gnss.horizontalDilution': ({ source, value }) =>
      this.#noteQuality(source, { horizontalDilution: numberOf(value) }),
    'navigation.gnss.satellites': ({ source, value }) =>
      this.#noteQuality(source, { satellites: numberOf(value) }),
    'navigation.gnss.methodQuality': ({ source, value }) =>
      this.#noteQuality(source, { method: textOf(value) }),
    'navigation.headingTrue': ({ at, value }) => this.#watch.heading({ at, headingTrue: numberOf(value) }),
    'navigation.headingMagnetic': ({ at, value }) =>
      this.#watch.heading({ at, headingMagnetic: numberOf(value) }),
    'navigation.magneticVariation': ({ at, value }) =>
      this.#watch.heading({ at, variation: numberOf(value) }),
    'environment.wind.directionTrue': ({ at, value }) =>
      this.#watch.wind({ at, direction: numberOf(value), speed: this.#windSpeed }),
    'environment.wind.speedTrue': ({ value }) => void (this.#windSpeed = numberOf(value)),
    'environment.depth.belowSurface': ({ at, value }) =>
      this.#watch.depth({ at, belowSurface: numberOf(value) }),
    'environment.depth.belowTransducer': ({ at, value }) => this.#hearTransducer(at, numberOf(value)),
    'environment.depth.surfaceToTransducer': ({ value }) =>
      void (this.#transducerDepth = numberOf(value) ?? 0),
    'design.length': ({ value }) => this.#find({ length: lengthOf(value) }),
    'design.bowAnchorHeight': ({ value }) => this.#find({ bowHeight: numberOf(value) }),
    'sensors.gps.fromBow': ({ value }) => this.#find({ fromBow: numberOf(value) }),
    'sensors.gps.fromCenter': ({ value }) => this.#find({ fromCenter: numberOf(value) }),
  }

  #hearTransducer(at: Seconds, below: number | null): void {
    this.#watch.depth({ at, belowSurface: below === null ? null : below + this.#transducerDepth })
  }

  #noteQuality(source: string, quality: Quality): void {
    const known = this.#qualityBySource.get(source)
    if (known === undefined && this.#qualityBySource.size >= maxSources) this.#qualityBySource.clear()
    this.#qualityBySource.set(source, { ...known, ...quality })
  }

  /** Updates the boat's dimensions when one becomes known or unknown. */
  #find(part: { readonly [Member in keyof BoatDesign]: number | null }): void {
    const found = Object.entries({ ...this.#found, ...part }).filter(([, value]) => value !== null)
    this.#found = Object.fromEntries(found)
    this.#watch.setDesign({ ...this.#found, ...this.#settings })
  }
}

const isReadPath = (path: string): path is ListenedPath => readPaths.some((listened) => listened === path)
