import type { Clock } from '#clock.ts'
import type { Position, TrackPoint } from '@marinedata/model'
import { metresBetween } from './metres-between.ts'
import { packedTrack, unpackedTrack } from './packed-track.ts'

export const trackLimits = { ageMs: 86_400_000, points: 6_000 } as const

/** A point is kept when it is this much later and farther than the last, or so much later that it counts by itself. */
export const trackSteps = { leastMs: 10_000, leastMetres: 5, mostMs: 60_000 } as const

/** Every write wears the card out: a process that is killed loses the last minute of the track, and no more. */
const keepEveryMs = 60_000

export interface TrackStore {
  /** What was saved last; anything else, or nothing, is no track. */
  load(): string | undefined
  /** Resolves when it is on disk; saves end in the order in which they began. */
  save(packed: string): Promise<void>
}

export interface OwnTrackOptions {
  readonly clock: Clock
  /** Where the boat is; null when no fix is fresh. */
  readonly position: () => Position | null
  readonly store: TrackStore
  /** Told of what could not be saved; it is tried again with the next minute. */
  readonly onFault: (error: unknown) => void
}

interface Kept {
  readonly point: TrackPoint
  /** Monotonic: a clock that finds out the date neither ages the track nor makes it young. */
  readonly at: number
}

const millionth = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Where the own vessel was in the last day: dense where it is recent, thinner where it is old and much happened since. */
export class OwnTrack implements Disposable {
  readonly #options: OwnTrackOptions
  #kept: Kept[]
  #savedAt: number
  #isSaved = true

  constructor(options: OwnTrackOptions) {
    const { clock, store } = options
    this.#options = options
    this.#savedAt = clock.now()
    const now = Date.parse(clock.timestamp())
    this.#kept = unpackedTrack(store.load() ?? '')
      .slice(-trackLimits.points)
      // What is from the future was heard under a better clock: as if it were now.
      .map((point) => ({ point, at: clock.now() - Math.max(0, now - point[0]) }))
    this.#forgetOld()
  }

  /** The points of so many seconds, oldest first. */
  since(seconds: number): TrackPoint[] {
    const limit = this.#options.clock.now() - seconds * 1_000
    return this.#kept.filter(({ at }) => at >= limit).map(({ point }) => point)
  }

  /** To be called every second or so. */
  watch(): void {
    const position = this.#options.position()
    if (position !== null && this.#isDue(position)) this.#add(position)
    if (this.#options.clock.now() - this.#savedAt >= keepEveryMs) this.#save()
  }

  /** Saves what is new. */
  [Symbol.dispose](): void {
    this.#save()
  }

  #isDue(position: Position): boolean {
    const last = this.#kept.at(-1)
    if (last === undefined) return true
    const passed = this.#options.clock.now() - last.at
    if (passed >= trackSteps.mostMs) return true
    const [, latitude, longitude] = last.point
    return (
      passed >= trackSteps.leastMs &&
      metresBetween({ latitude, longitude }, position) >= trackSteps.leastMetres
    )
  }

  #add({ latitude, longitude }: Position): void {
    const { clock } = this.#options
    this.#forgetOld()
    if (this.#kept.length >= trackLimits.points) this.#thin()
    const point = [Date.parse(clock.timestamp()), millionth(latitude), millionth(longitude)] as const
    this.#kept.push({ point, at: clock.now() })
    this.#isSaved = false
  }

  #forgetOld(): void {
    const limit = this.#options.clock.now() - trackLimits.ageMs
    this.#kept = this.#kept.filter(({ at }) => at >= limit)
  }

  /** Every second point of the older half goes; the very first stays. */
  #thin(): void {
    const half = this.#kept.length / 2
    this.#kept = this.#kept.filter((_, index) => index >= half || index % 2 === 0)
  }

  #save(): void {
    const { clock, store, onFault } = this.#options
    this.#savedAt = clock.now()
    if (this.#isSaved) return
    this.#isSaved = true
    store.save(packedTrack(this.#kept.map(({ point }) => point))).catch((error: unknown) => {
      this.#isSaved = false
      onFault(error)
    })
  }
}
