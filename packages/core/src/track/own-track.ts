import { distanceBetween } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Position, TrackPoint } from '@marinedata/model'
import { packTrack, unpackTrack } from './packed-track.ts'

export const trackLimits = { ageMs: 86_400_000, points: 6_000 } as const

/**
 * A point is recorded when it is at least `minMs` later and `minMetres` away from the last one, or `maxMs`
 * later.
 */
export const trackSteps = { minMs: 10_000, minMetres: 5, maxMs: 60_000 } as const

/** Limits writes, which wear the SD card. A killed process loses at most the last minute of the track. */
const saveEveryMs = 60_000

export interface TrackStore {
  /** The last saved text, if there is one. */
  load(): string | undefined
  /** Resolves when the text is on disk. Saves complete in order. */
  save(packed: string): Promise<void>
}

export interface OwnTrackOptions {
  readonly clock: Clock
  /** Position of the boat; null when there is no fresh fix. */
  readonly position: () => Position | null
  readonly store: TrackStore
  /** Called when saving failed. The next save retries. */
  readonly onFault: (error: unknown) => void
}

interface TimedPoint {
  readonly point: TrackPoint
  /** Monotonic time, so that setting the wall clock does not change the age of a point. */
  readonly at: number
}

const roundToMillionth = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Positions of own ship in the last 24 hours. When the limit is reached, the older half is thinned out. */
export class OwnTrack implements Disposable {
  readonly #options: OwnTrackOptions
  #points: TimedPoint[]
  #savedAt: number
  #isSaved = true

  constructor(options: OwnTrackOptions) {
    const { clock, store } = options
    this.#options = options
    this.#savedAt = clock.now()
    const now = Date.parse(clock.timestamp())
    this.#points = unpackTrack(store.load() ?? '')
      .slice(-trackLimits.points)
      // A point in the future was recorded with a correct clock while the present one is not set yet: treat it as
      // recorded now.
      .map((point) => ({ point, at: clock.now() - Math.max(0, now - point[0]) }))
    this.#dropExpired()
  }

  /** The points of the last seconds, oldest first. */
  since(seconds: number): TrackPoint[] {
    const limit = this.#options.clock.now() - seconds * 1_000
    return this.#points.filter(({ at }) => at >= limit).map(({ point }) => point)
  }

  /** Records the position if due. Call it about every second. */
  watch(): void {
    const position = this.#options.position()
    if (position !== null && this.#isDue(position)) this.#add(position)
    if (this.#options.clock.now() - this.#savedAt >= saveEveryMs) this.#save()
  }

  /** Saves unsaved points. */
  [Symbol.dispose](): void {
    this.#save()
  }

  #isDue(position: Position): boolean {
    const last = this.#points.at(-1)
    if (last === undefined) return true
    const passed = this.#options.clock.now() - last.at
    if (passed >= trackSteps.maxMs) return true
    const [, latitude, longitude] = last.point
    return (
      passed >= trackSteps.minMs && distanceBetween({ latitude, longitude }, position) >= trackSteps.minMetres
    )
  }

  #add({ latitude, longitude }: Position): void {
    const { clock } = this.#options
    this.#dropExpired()
    if (this.#points.length >= trackLimits.points) this.#thin()
    const point = [
      Date.parse(clock.timestamp()),
      roundToMillionth(latitude),
      roundToMillionth(longitude),
    ] as const
    this.#points.push({ point, at: clock.now() })
    this.#isSaved = false
  }

  #dropExpired(): void {
    const limit = this.#options.clock.now() - trackLimits.ageMs
    this.#points = this.#points.filter(({ at }) => at >= limit)
  }

  /** Drops every second point of the older half. The first point is never dropped. */
  #thin(): void {
    const half = this.#points.length / 2
    this.#points = this.#points.filter((_, index) => index >= half || index % 2 === 0)
  }

  #save(): void {
    const { clock, store, onFault } = this.#options
    this.#savedAt = clock.now()
    if (this.#isSaved) return
    this.#isSaved = true
    store.save(packTrack(this.#points.map(({ point }) => point))).catch((error: unknown) => {
      this.#isSaved = false
      onFault(error)
    })
  }
}
