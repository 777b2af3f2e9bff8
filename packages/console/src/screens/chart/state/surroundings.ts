import type { TrackPoint } from '@marinedata/model'
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { nearestX, toMap, type MapPoint } from '@marinedata/console-map/earth'
import { OwnShip, type OwnBoat } from '#navigation/own-ship.ts'
import { Trails } from './trails.ts'
import { byDanger, type Target, Targets } from '#navigation/targets.ts'

/** The server records a point a minute while there is a fix: a longer interval is a gap. */
const gapMs = 150_000
const mostPoints = 5_000
/** Number of points dropped together when the limit is reached, so that it happens rarely. */
const dropped = 500
/** Map metres; a smaller step is noise of the receiver. */
const leastStep = 3

interface Mark {
  readonly at: number
  readonly point: MapPoint
}

/** The track of the boat: continuous over the date line, interrupted where there was no fix. */
export class TrackLine {
  #marks: Mark[] = []
  #lines: MapPoint[][] | undefined

  /** Sets the recorded points of the server; keeps points received since. */
  seed(points: readonly TrackPoint[]): void {
    const last = points.at(-1)?.[0] ?? 0
    const received = this.#marks.filter(({ at }) => at > last)
    this.#marks = []
    for (const [at, latitude, longitude] of points) this.#push(at, toMap({ latitude, longitude }))
    for (const { at, point } of received) this.#push(at, point)
  }

  /** @param at Unix milliseconds */
  add(place: Place, at: number): void {
    const last = this.#marks.at(-1)
    const [x, y] = toMap(place)
    if (last !== undefined) {
      const step = Math.hypot(nearestX(x, last.point[0]) - last.point[0], y - last.point[1])
      if (at <= last.at || (step < leastStep && at - last.at < gapMs / 2)) return
    }
    this.#push(at, [x, y])
    if (this.#marks.length > mostPoints) this.#marks.splice(0, dropped)
  }

  /** Lines without gaps, each in one copy of the world. */
  get lines(): readonly (readonly MapPoint[])[] {
    this.#lines ??= this.#cut()
    return this.#lines
  }

  #push(at: number, [x, y]: MapPoint): void {
    const last = this.#marks.at(-1)
    this.#marks.push({ at, point: [last === undefined ? x : nearestX(x, last.point[0]), y] })
    this.#lines = undefined
  }

  #cut(): MapPoint[][] {
    const lines: MapPoint[][] = []
    let before = Number.NEGATIVE_INFINITY
    for (const { at, point } of this.#marks) {
      if (at - before > gapMs) lines.push([])
      lines.at(-1)?.push(point)
      before = at
    }
    return lines
  }
}

const trackSeconds = 21_600
/** Interval of updates of other vessels, with room for an early tick. */
const updateMs = 900

/** Own ship, its track and all AIS targets. */
export class Surroundings implements Disposable {
  readonly #boat: Boat
  readonly #ownShip: OwnShip
  readonly #track = new TrackLine()
  readonly #targets = new Targets()
  readonly trails = new Trails()
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

  update(now: number): void {
    const own = this.#ownShip.look(now)
    this.#own.value = own
    if (own !== undefined && !own.isOld) this.#track.add(own.place, Date.now() - own.age)
    if (now - this.#seenAt < updateMs) return
    this.#seenAt = now
    // On a lost connection nothing is received: every target counts as lost, regardless of its age.
    const isCut = this.#boat.link.isLost.peek()
    this.#seen.value = this.#targets
      .seen(now)
      .map((target) => (isCut ? { ...target, isLost: true } : target))
      .toSorted(byDanger(own?.place))
    this.trails.add(this.#seen.peek(), now)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  async #loadTrack(): Promise<void> {
    try {
      const query = { seconds: trackSeconds }
      this.#track.seed((await this.#boat.client.call('GET vessels/self/track', { query })).points)
    } catch {
      // New points are drawn in any case.
    }
  }
}
