import { radians, type Position, type Radians } from '@marinedata/model'
import type { ActiveSubscription, Boat, SentDelta } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'
import { positionFrom } from '../evidence/read-station.ts'

export const ownPaths = [
  'navigation.position',
  'navigation.headingTrue',
  'navigation.courseOverGroundTrue',
] as const

/** The server sends what it has with its answer. It is not waited for longer than this. */
const firstValueMs = 100
const answerMs = 400
const validMs = 60_000
const periodMs = 10_000

/** The place and heading of the boat, read only while it is needed. */
export class OwnFix implements AsyncDisposable {
  readonly #boat: Boat
  #subscription: Promise<ActiveSubscription> | undefined
  /** Resolves once, soon after the subscription. */
  #first: Promise<unknown> | undefined
  #onFirst: () => void = () => undefined
  #position: { readonly value: Position; readonly at: number } | undefined
  readonly #angleByPath = new Map<string, Radians>()

  constructor(boat: Boat) {
    this.#boat = boat
  }

  get position(): Position | undefined {
    if (this.#position === undefined || performance.now() - this.#position.at > validMs) return undefined
    return this.#position.value
  }

  /** The heading, or the course while it is unknown. */
  get heading(): Radians | undefined {
    return this.#angleByPath.get(ownPaths[1]) ?? this.#angleByPath.get(ownPaths[2])
  }

  /** Resolves when the position is known, or cannot be known soon: an alarm does not wait for it. */
  async ready(): Promise<void> {
    this.#subscribe()
    await this.#first
  }

  /** Stops reading: nothing needs the position. */
  async [Symbol.asyncDispose](): Promise<void> {
    const subscription = await this.#subscription?.catch(() => undefined)
    this.#subscription = undefined
    this.#position = undefined
    this.#angleByPath.clear()
    await subscription?.[Symbol.asyncDispose]()
  }

  #subscribe(): void {
    if (this.#subscription !== undefined) return
    const paths = ownPaths.map((path) => ({ path, minPeriod: periodMs }))
    this.#subscription = this.#boat.subscribe({ subscribe: paths }, (delta) => this.#read(delta))
    const answered = this.#subscription.then(
      () => sleep(firstValueMs),
      () => undefined,
    )
    const known = new Promise<void>((resolve) => void (this.#onFirst = resolve))
    this.#first = Promise.race([known, answered, sleep(answerMs)])
    this.#subscription.catch((error: unknown) => {
      this.#subscription = undefined
      this.#boat.log.warn(`cannot read the own position: ${(error as Error).message}`)
    })
  }

  #read({ updates }: SentDelta): void {
    for (const { values = [] } of updates)
      for (const { path, value, stale: isStale = false } of values) {
        const known = isStale ? null : value
        if (path === ownPaths[0]) this.#readPosition(known)
        else if (typeof known === 'number') this.#angleByPath.set(path, radians(known))
        else this.#angleByPath.delete(path)
      }
  }

  #readPosition(given: unknown): void {
    const value = positionFrom(given)
    this.#position = value && { value, at: performance.now() }
    if (value !== undefined) this.#onFirst()
  }
}
