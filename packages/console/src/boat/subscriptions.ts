import type { DeltaStream } from '@marinedata/client'
import { selfContext, type SubscriptionRequest } from '@marinedata/model'

export interface Subscription {
  /** The own vessel when absent. */
  readonly context?: string
  readonly paths: readonly string[]
  /** Minimum time between two values, in milliseconds. */
  readonly minPeriod?: number
  /** Whether to send the value of each source or only that of the preferred one. */
  readonly sources?: SubscriptionRequest['sources']
}

/** Counts the subscriptions of all screens: sends each one once, and unsubscribes when the last user is gone. */
export class Subscriptions {
  readonly #stream: Pick<DeltaStream, 'subscribe' | 'unsubscribe'>
  readonly #followers = new Map<string, number>()

  constructor(stream: Pick<DeltaStream, 'subscribe' | 'unsubscribe'>) {
    this.#stream = stream
  }

  follow({ context = selfContext, paths, minPeriod, sources }: Subscription): Disposable {
    const asked = paths.filter((path) => this.#add(`${context} ${path}`))
    const manner = {
      ...(minPeriod !== undefined && { minPeriod }),
      ...(sources !== undefined && { sources }),
    }
    if (asked.length > 0)
      this.#stream.subscribe({ context, subscribe: asked.map((path) => ({ path, ...manner })) })
    let isFollowing = true
    return {
      [Symbol.dispose]: () => {
        if (!isFollowing) return
        isFollowing = false
        const left = paths.filter((path) => this.#remove(`${context} ${path}`))
        if (left.length > 0)
          this.#stream.unsubscribe({ context, unsubscribe: left.map((path) => ({ path })) })
      },
    }
  }

  /** Whether this is the first user of the subscription. */
  #add(key: string): boolean {
    const count = this.#followers.get(key) ?? 0
    this.#followers.set(key, count + 1)
    return count === 0
  }

  /** Whether this was the last user of the subscription. */
  #remove(key: string): boolean {
    const count = (this.#followers.get(key) ?? 1) - 1
    if (count > 0) this.#followers.set(key, count)
    else this.#followers.delete(key)
    return count === 0
  }
}
