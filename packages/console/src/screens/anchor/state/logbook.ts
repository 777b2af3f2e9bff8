import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { AnchorStays, AnchorTrack } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { ageOf, placeIn } from '#boat/reading.ts'
import { joined, withFix, type TrackPoint } from '#screens/anchor/drawing/swing-track.ts'
import type { AnchorDesk } from './anchor-desk.ts'

const base = ['vessels', 'self', 'navigation', 'anchor'] as const
const readEveryMs = 20_000

export type Stay = AnchorStays['stays'][number]

/** Where the boat was, as far as the watch and this page know, and where it lay before. */
export class Logbook implements Disposable {
  readonly #boat: Boat
  readonly #desk: AnchorDesk
  readonly #recorded = signal<readonly TrackPoint[]>([])
  readonly #live = signal<readonly TrackPoint[]>([])
  readonly #stays = signal<readonly Stay[]>([])
  readonly #downAt = signal<number | undefined>(undefined)
  readonly #ends: (() => void)[]

  /** The oldest first. */
  readonly track: ReadonlySignal<readonly TrackPoint[]> = computed(() =>
    joined(this.#recorded.value, this.#live.value),
  )
  /** What the watch has, and can be named by its time. */
  readonly recorded: ReadonlySignal<readonly TrackPoint[]> = this.#recorded
  /** Those that are over, the latest first. */
  readonly stays: ReadonlySignal<readonly Stay[]> = this.#stays
  /** When the anchor went down, on the clock of `performance.now()`; undefined when nobody here knows. */
  readonly downAt: ReadonlySignal<number | undefined>

  constructor(boat: Boat, desk: AnchorDesk) {
    this.#boat = boat
    this.#desk = desk
    this.downAt = computed(() => {
      if (!desk.isDown.value) return undefined
      const told = desk.report.value?.since
      if (typeof told === 'string') return boat.heardAt(told)
      const known = [this.#recorded.value[0]?.at, this.#downAt.value].filter((at) => at !== undefined)
      return known.length === 0 ? undefined : Math.min(...known)
    })
    const reading = setInterval(() => void this.readTrack(), readEveryMs)
    this.#ends = [() => clearInterval(reading), effect(() => this.#follow()), this.#turnPage()]
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  /** Another stay, another track. */
  #turnPage(): () => void {
    let before: boolean | undefined
    return effect(() => {
      const isDown = this.#desk.isDown.value
      if (this.#desk.state.value === undefined || isDown === before) return
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
    if (reading === undefined || place === undefined || ageOf(reading, reading.heardAt) !== 'fresh') return
    this.#live.value = withFix(this.#live.peek(), { ...place, at: reading.heardAt })
  }

  /** Asks the watch for what it has by now. */
  async readTrack(): Promise<void> {
    const track = await this.#ask<AnchorTrack>('track')
    // What was asked before the anchor fell, or was raised, is of another time.
    if (track === undefined || (track.state === 'raised') === this.#desk.isDown.peek()) return
    this.#recorded.value = track.track.map(([time, latitude, longitude]) => ({
      time,
      latitude,
      longitude,
      at: this.#boat.heardAt(time),
    }))
  }

  async #readStays(): Promise<void> {
    this.#stays.value = (await this.#ask<AnchorStays>('stays'))?.stays ?? []
  }

  /** A watch that keeps no book is no worse a watch. */
  async #ask<T>(name: 'track' | 'stays'): Promise<T | undefined> {
    if (this.#boat.link.isLost.peek()) return undefined
    return await this.#boat.client.call<T>('GET', [...base, name]).catch(() => undefined)
  }
}
