import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { AnchorStays, AnchorTrack } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { ageOf, placeIn } from '#boat/reading.ts'
import { joined, withFix, type TrackPoint } from '#screens/anchor/drawing/swing-track.ts'
import type { AnchorController } from './anchor-controller.ts'

const base = ['vessels', 'self', 'navigation', 'anchor'] as const
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
    const track = await this.#ask<AnchorTrack>('track')
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
    this.#stays.value = (await this.#ask<AnchorStays>('stays'))?.stays ?? []
  }

  /** Returns undefined if the watch records nothing: the watch itself still works. */
  async #ask<T>(name: 'track' | 'stays'): Promise<T | undefined> {
    if (this.#boat.link.isLost.peek()) return undefined
    return await this.#boat.client.call<T>('GET', [...base, name]).catch(() => undefined)
  }
}
