import { radians, type Position, type Radians } from '@marinedata/model'
import type { ActiveSubscription, Boat, SentDelta } from '@marinedata/plugin-api'
import { positionFrom } from '../evidence/read-station.ts'

export const ownPaths = [
  'navigation.position',
  'navigation.headingTrue',
  'navigation.courseOverGroundTrue',
] as const

const firstValueMs = 500
const validMs = 60_000
const periodMs = 10_000

/** The place and heading of the boat, read only while it is needed. */
export class OwnFix implements AsyncDisposable {
  readonly #boat: Boat
  #subscription: Promise<ActiveSubscription> | undefined
  #first: PromiseWithResolvers<void> | undefined
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

  /** Resolves when the position is known, or after half a second: an alarm does not wait for it. */
  async ready(): Promise<void> {
    this.#subscribe()
    if (this.position !== undefined) return
    const late = new Promise<void>((resolve) => void setTimeout(resolve, firstValueMs).unref())
    await Promise.race([this.#first?.promise, late])
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
    this.#first = Promise.withResolvers()
    const paths = ownPaths.map((path) => ({ path, minPeriod: periodMs }))
    this.#subscription = this.#boat.subscribe({ subscribe: paths }, (delta) => this.#read(delta))
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
    if (value !== undefined) this.#first?.resolve()
  }
}
