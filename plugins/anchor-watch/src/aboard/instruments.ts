import type { SentDelta } from '@marinedata/plugin-api'
import type { AnchorWatch } from '#anchor-watch.ts'
import type { BoatDesign } from '#boat-design.ts'
import type { Fix } from '#fixes/fix.ts'
import type { Seconds } from '#water/units.ts'

type Update = SentDelta['updates'][number]
type Quality = Pick<Fix, 'horizontalDilution' | 'satellites' | 'method'>

/** What the watch listens to. */
export const listenedPaths = [
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
type ListenedPath = (typeof listenedPaths)[number]

const mostSources = 16

/** A number, or null when the source says "not available" or something else. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const lengthOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'overall' in value
    ? numberOf(value.overall)
    : numberOf(value)

/** What one value of a delta is about. */
interface Heard {
  readonly at: Seconds
  readonly source: string
  readonly stamp: string
  readonly value: unknown
  readonly isStale: boolean
}

/** Brings what is on the boat's network to the watch. */
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

  hear({ updates }: SentDelta, at: Seconds): void {
    // The quality of a fix may come behind it in the same breath, and belongs to it.
    for (const isPosition of [false, true])
      for (const update of updates) this.#hearUpdate(update, at, isPosition)
  }

  #hearUpdate({ $source, timestamp, values = [] }: Update, at: Seconds, isPosition: boolean): void {
    for (const { path, value, stale: isStale = false } of values) {
      if ((path === 'navigation.position') !== isPosition || !isListened(path)) continue
      this.#listeners[path]({ at, source: $source ?? 'unknown', stamp: timestamp, value, isStale })
    }
  }

  readonly #listeners: Readonly<Record<ListenedPath, (heard: Heard) => void>> = {
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
    if (known === undefined && this.#qualityBySource.size >= mostSources) this.#qualityBySource.clear()
    this.#qualityBySource.set(source, { ...known, ...quality })
  }

  /** Something of the boat's design became known, or is not known any more. */
  #find(part: { readonly [Member in keyof BoatDesign]: number | null }): void {
    const found = Object.entries({ ...this.#found, ...part }).filter(([, value]) => value !== null)
    this.#found = Object.fromEntries(found)
    this.#watch.refit({ ...this.#found, ...this.#settings })
  }
}

const isListened = (path: string): path is ListenedPath => listenedPaths.some((listened) => listened === path)
