import { degrees, opposite, wrapFull, type Position, type Radians } from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedPlugin } from '../start-plugin.ts'
import type { AnchorSenses, AnchorSuiteOptions } from './options.ts'
import { distanceBetween, placeFrom, wayBetween } from './places.ts'

const shortestTickMs = 20
/** Degrees; a few decimetres. */
const unrest = 2e-6
/** Metres a second: slower than what a watch takes for a fault of the receiver. */
const speed = 2

/** The mean heading is near north, so that whoever adds headings up is found out; the boat sheers to either side of it. */
export const meanHeading: Radians = degrees(4)
const sheer: Radians = degrees(25)

export const home: Position = { latitude: 54.4321, longitude: 10.1234 }

const showUsually = (plugin: StartedPlugin, { position, heading }: AnchorSenses): void => {
  const compass = heading === undefined ? [] : [{ path: 'navigation.headingTrue', value: heading }]
  const values = [{ path: 'navigation.position', value: position }, ...compass]
  plugin.tell([{ updates: [{ $source: 'test', values }] }])
}

/** Where the boat of a trial lies; its instruments show it once a second of the provider's time. */
export class Anchorage implements Disposable {
  /** What the receiver says instead of where it is; undefined while it tells the truth. */
  said: { readonly position: unknown } | undefined
  /** False when nothing is heard of any instrument. */
  isHeard = true
  hasCompass = true
  place: Position
  readonly #plugin: StartedPlugin
  readonly #options: AnchorSuiteOptions
  readonly #timer: NodeJS.Timeout
  #isToStarboard = false

  constructor(plugin: StartedPlugin, options: AnchorSuiteOptions, place: Position = home) {
    this.#plugin = plugin
    this.#options = options
    this.place = place
    this.#timer = setInterval(() => this.show(), this.#tickMs)
  }

  get #tickMs(): number {
    return Math.max(shortestTickMs, 1_000 / (this.#options.pace ?? 1))
  }

  /** What the compass shows. */
  get heading(): Radians {
    return wrapFull(meanHeading + (this.#isToStarboard ? sheer : opposite(sheer)))
  }

  /** Where the bow is, when the boat lies to its mean heading. */
  get bow(): Position {
    return placeFrom(this.place, meanHeading, this.#options.fromBow ?? 0)
  }

  /** Shows the instruments once. */
  show(): void {
    if (!this.isHeard) return
    this.#isToStarboard = !this.#isToStarboard
    // No receiver says the same place twice; along the parallel, so that a boat on the equator stays on it.
    const longitude = this.place.longitude + (this.#isToStarboard ? unrest : -unrest)
    const seen: Position = { latitude: this.place.latitude, longitude }
    const position = this.said === undefined ? seen : this.said.position
    const heading = this.hasCompass ? this.heading : undefined
    const { feed = showUsually } = this.#options
    void feed(this.#plugin, { position, heading })
  }

  /** The receiver says something else, once. */
  saysOnce(position: unknown): void {
    this.said = { position }
    this.show()
    this.said = undefined
  }

  /** Lets so much of the provider's time pass. */
  async pass(seconds: number): Promise<void> {
    await sleep((seconds * 1_000) / (this.#options.pace ?? 1))
  }

  /** Drifts there. */
  async driftTo(place: Position): Promise<void> {
    const from = this.place
    const [whole, way] = [distanceBetween(from, place), wayBetween(from, place)]
    const began = performance.now()
    for (;;) {
      const seconds = ((performance.now() - began) / 1_000) * (this.#options.pace ?? 1)
      if (seconds * speed >= whole) break
      this.place = placeFrom(from, way, seconds * speed)
      await sleep(this.#tickMs)
    }
    this.place = place
    this.show()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
