import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Track } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { TrackLine } from '#screens/chart/geo/track-line.ts'
import { byTimeToApproach, type Target } from '#screens/chart/traffic/target.ts'
import { Targets } from '#screens/chart/traffic/targets.ts'
import { OwnShip, type OwnBoat } from './own-ship.ts'

const trackSeconds = 21_600
/** Interval of updates of other vessels, with room for an early tick. */
const lookoutMs = 900

/** The own boat, its track and all AIS targets. */
export class Surroundings implements Disposable {
  readonly #boat: Boat
  readonly #ownShip: OwnShip
  readonly #track = new TrackLine()
  readonly #targets = new Targets()
  readonly #own = signal<OwnBoat | undefined>(undefined)
  readonly #seen = signal<readonly Target[]>([])
  readonly #ends: (() => void)[]
  #seenAt = Number.NEGATIVE_INFINITY

  readonly own: ReadonlySignal<OwnBoat | undefined> = this.#own
  /** Sorted by time to closest approach. */
  readonly targets: ReadonlySignal<readonly Target[]> = this.#seen

  constructor(boat: Boat) {
    this.#boat = boat
    this.#ownShip = new OwnShip(boat)
    for (const path of boat.values.paths) {
      const reading = boat.values.of(path).peek()
      if (reading !== undefined) this.#targets.warn({ path, value: reading.value, source: reading.source })
    }
    const listening = boat.onDelta((delta) =>
      this.#targets.take(delta, (timestamp) => boat.receivedAt(timestamp)),
    )
    const loading = effect(() => {
      if (!boat.link.isLost.value) void this.#loadTrack()
    })
    this.#ends = [() => listening[Symbol.dispose](), loading]
  }

  get track(): TrackLine['lines'] {
    return this.#track.lines
  }

  look(now: number): void {
    const own = this.#ownShip.look(now)
    this.#own.value = own
    if (own !== undefined && !own.isOld) this.#track.add(own.place, Date.now() - own.age)
    if (now - this.#seenAt < lookoutMs) return
    this.#seenAt = now
    // On a lost connection nothing is received: every target counts as lost, regardless of its age.
    const isCut = this.#boat.link.isLost.peek()
    this.#seen.value = this.#targets
      .seen(now)
      .map((target) => (isCut ? { ...target, isLost: true } : target))
      .toSorted(byTimeToApproach)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  async #loadTrack(): Promise<void> {
    try {
      const path = `vessels/self/track?seconds=${trackSeconds}`
      this.#track.seed((await this.#boat.client.call<Track>('GET', path)).points)
    } catch {
      // New points are drawn in any case.
    }
  }
}
