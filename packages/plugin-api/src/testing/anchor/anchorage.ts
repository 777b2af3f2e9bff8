import { degrees, opposite, wrapFull, radians, type Position, type Radians } from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedPlugin } from '../start-plugin.ts'
import type { AnchorSenses, AnchorSuiteOptions } from './options.ts'
import { distanceBetween, placeFrom, wayBetween } from './places.ts'

const shortestTickMs = 20
/** Degrees; a few decimetres. */
const jitter = 2e-6
/** Metres per second: slower than a jump that a watch takes for a receiver fault. */
const speed = 2

/** Near north, so that a provider that averages headings arithmetically fails. The boat sheers to both sides of it. */
export const meanHeading: Radians = degrees(4)
const sheer: Radians = degrees(25)

export const home: Position = { latitude: 54.4321, longitude: 10.1234 }

const sendDefault = (plugin: StartedPlugin, { position, heading }: AnchorSenses): void => {
  const compass = heading === undefined ? [] : [{ path: 'navigation.headingTrue', value: heading }]
  const values = [{ path: 'navigation.position', value: position }, ...compass]
  plugin.send([{ updates: [{ $source: 'test', values }] }])
}

/** Where the boat of the test lies. Its instruments send once a second of the provider's time. */
export class Anchorage implements Disposable {
  /** Sent instead of the real position; undefined by default. */
  override: { readonly position: unknown } | undefined
  /** False when no instrument sends. */
  isSending = true
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
    this.#timer = setInterval(() => this.send(), this.#tickMs)
  }

  get #tickMs(): number {
    return Math.max(shortestTickMs, 1_000 / (this.#options.pace ?? 1))
  }

  /** What the compass shows. */
  get heading(): Radians {
    return wrapFull(radians(meanHeading + (this.#isToStarboard ? sheer : opposite(sheer))))
  }

  /** Position of the bow when the boat lies on its mean heading. */
  get bow(): Position {
    return placeFrom(this.place, meanHeading, this.#options.fromBow ?? 0)
  }

  /** Sends the instruments once. */
  send(): void {
    if (!this.isSending) return
    this.#isToStarboard = !this.#isToStarboard
    // No receiver sends the same position twice. Varies the longitude, so that a boat on the equator stays on it.
    const longitude = this.place.longitude + (this.#isToStarboard ? jitter : -jitter)
    const seen: Position = { latitude: this.place.latitude, longitude }
    const position = this.override === undefined ? seen : this.override.position
    const heading = this.hasCompass ? this.heading : undefined
    const { feed = sendDefault } = this.#options
    void feed(this.#plugin, { position, heading })
  }

  /** Sends another position, once. */
  sendOnce(position: unknown): void {
    this.override = { position }
    this.send()
    this.override = undefined
  }

  /** Waits for this many seconds of the provider's time. */
  async pass(seconds: number): Promise<void> {
    await sleep((seconds * 1_000) / (this.#options.pace ?? 1))
  }

  /** Drifts to a place. */
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
    this.send()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
