import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Track } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { TrackLine } from '#screens/chart/geo/track-line.ts'
import { byTimeToApproach, type Target } from '#screens/chart/traffic/target.ts'
import { Targets } from '#screens/chart/traffic/targets.ts'
import { OwnShip, type OwnBoat } from './own-ship.ts'

const trackSeconds = 21_600
/** As often as others are told of, with room for a tick that comes early. */
const lookoutMs = 900

/** What is on the water: the own boat, where it was, and all others. */
export class Lookout implements Disposable {
  readonly #boat: Boat
  readonly #ownShip: OwnShip
  readonly #track = new TrackLine()
  readonly #targets = new Targets()
  readonly #own = signal<OwnBoat | undefined>(undefined)
  readonly #seen = signal<readonly Target[]>([])
  readonly #ends: (() => void)[]
  #seenAt = Number.NEGATIVE_INFINITY

  readonly own: ReadonlySignal<OwnBoat | undefined> = this.#own
  /** Whoever is soonest closest comes first. */
  readonly targets: ReadonlySignal<readonly Target[]> = this.#seen

  constructor(boat: Boat) {
    this.#boat = boat
    this.#ownShip = new OwnShip(boat)
    for (const path of boat.values.paths) {
      const reading = boat.values.of(path).peek()
      if (reading !== undefined) this.#targets.warn({ path, value: reading.value, source: reading.source })
    }
    const listening = boat.onDelta((delta) =>
      this.#targets.take(delta, (timestamp) => boat.heardAt(timestamp)),
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
    // Nobody tells of them any more when the link is lost: how old each is would be too kind.
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
      // What is heard from now on is drawn in any case.
    }
  }
}
