import type { AnchorStays } from '@marinedata/model'
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { type Place, ageOf, placeIn } from '#boat/values.ts'
import type { AnchorController } from './anchor-controller.ts'

/** A past position of the boat. */
export interface TrackPoint extends Place {
  /** On the clock of `performance.now()`. */
  readonly at: number
  /** Timestamp of the server; undefined for points recorded by this page. */
  readonly time?: string
}

const minute = 60_000
/** Limits of the age bands, from youngest; older points belong to the last band. */
const ageLimits = [3 * minute, 15 * minute, 60 * minute, 240 * minute] as const
export const ageCount = ageLimits.length + 1

/** Age band of a point; 0 is the youngest. */
export const ageBand = (ms: number): number => {
  const band = ageLimits.findIndex((limit) => ms < limit)
  return band === -1 ? ageLimits.length : band
}

/** A part of the track of one age, including the first point of the next part so that there is no gap. */
interface Stretch {
  readonly age: number
  readonly points: readonly TrackPoint[]
}

/** Splits the track by age, the oldest part first. */
export const stretchesOf = (track: readonly TrackPoint[], now: number): readonly Stretch[] => {
  const stretches: { readonly age: number; readonly points: TrackPoint[] }[] = []
  for (const point of track) {
    const age = ageBand(now - point.at)
    const last = stretches.at(-1)
    last?.points.push(point)
    if (last?.age !== age) stretches.push({ age, points: [point] })
  }
  return stretches
}

const apartMs = 2_000
const mostLive = 300

/** Appends a fix recorded by this page. */
export const withFix = (live: readonly TrackPoint[], fix: TrackPoint): readonly TrackPoint[] => {
  const last = live.at(-1)
  if (last !== undefined && fix.at - last.at < apartMs) return live
  return [...live, fix].slice(-mostLive)
}

/** The track recorded by the watch, continued by this page. */
export const joined = (
  recorded: readonly TrackPoint[],
  live: readonly TrackPoint[],
): readonly TrackPoint[] => {
  const end = recorded.at(-1)?.at ?? -Infinity
  return [...recorded, ...live.filter(({ at }) => at > end)]
}

/** The nearest point by a distance function; undefined for an empty list. */
export const nearestTo = <T>(points: readonly T[], distance: (point: T) => number): T | undefined => {
  let best: { readonly point: T; readonly metres: number } | undefined
  for (const point of points) {
    const metres = distance(point)
    if (best === undefined || metres < best.metres) best = { point, metres }
  }
  return best?.point
}

const readEveryMs = 20_000

export type Stay = AnchorStays['stays'][number]

/** The track from the watch and this page, and the previous stays. */
export class TrackHistory implements Disposable {
  readonly #boat: Boat
  readonly #controller: AnchorController
  readonly #recorded = signal<readonly TrackPoint[]>([])
  readonly #live = signal<readonly TrackPoint[]>([])
  readonly #stays = signal<readonly Stay[]>([])
  readonly #downAt = signal<number | undefined>(undefined)
  readonly #ends: (() => void)[]

  /** The oldest first. */
  readonly track: ReadonlySignal<readonly TrackPoint[]> = computed(() =>
    joined(this.#recorded.value, this.#live.value),
  )
  /** Points recorded by the watch, which have a timestamp. */
  readonly recorded: ReadonlySignal<readonly TrackPoint[]> = this.#recorded
  /** Ended stays, the latest first. */
  readonly stays: ReadonlySignal<readonly Stay[]> = this.#stays
  /** When the anchor was dropped, on the clock of `performance.now()`; undefined if unknown. */
  readonly downAt: ReadonlySignal<number | undefined>

  constructor(boat: Boat, controller: AnchorController) {
    this.#boat = boat
    this.#controller = controller
    this.downAt = computed(() => {
      if (!controller.isDown.value) return undefined
      const reportedSince = controller.report.value?.since
      if (typeof reportedSince === 'string') return boat.receivedAt(reportedSince)
      const known = [this.#recorded.value[0]?.at, this.#downAt.value].filter((at) => at !== undefined)
      return known.length === 0 ? undefined : Math.min(...known)
    })
    const reading = setInterval(() => void this.readTrack(), readEveryMs)
    this.#ends = [() => clearInterval(reading), effect(() => this.#follow()), this.#turnPage()]
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  /** Starts a new track for a new stay. */
  #turnPage(): () => void {
    let before: boolean | undefined
    return effect(() => {
      const isDown = this.#controller.isDown.value
      if (this.#controller.state.value === undefined || isDown === before) return
      if (before !== undefined) {
        this.#recorded.value = []
        this.#live.value = []
        this.#downAt.value = isDown ? performance.now() : undefined
      }
      before = isDown
      void this.readTrack()
      void this.#readStays()
    })
  }

  #follow(): void {
    const reading = this.#boat.values.of('navigation.position').value
    const place = placeIn(reading)
    if (reading === undefined || place === undefined || ageOf(reading, reading.receivedAt) !== 'fresh') return
    this.#live.value = withFix(this.#live.peek(), { ...place, at: reading.receivedAt })
  }

  /** Reads the track from the watch. */
  async readTrack(): Promise<void> {
    const track = await this.#ask(() => this.#boat.client.call('GET vessels/self/navigation/anchor/track'))
    // The response belongs to the time before the last drop or raise.
    if (track === undefined || (track.state === 'raised') === this.#controller.isDown.peek()) return
    this.#recorded.value = track.track.map(([time, latitude, longitude]) => ({
      time,
      latitude,
      longitude,
      at: this.#boat.receivedAt(time),
    }))
  }

  async #readStays(): Promise<void> {
    const answer = await this.#ask(() => this.#boat.client.call('GET vessels/self/navigation/anchor/stays'))
    this.#stays.value = answer?.stays ?? []
  }

  /** Returns undefined if the watch records nothing: the watch itself still works. */
  async #ask<T>(request: () => Promise<T>): Promise<T | undefined> {
    if (this.#boat.link.isLost.peek()) return undefined
    return await request().catch(() => undefined)
  }
}
