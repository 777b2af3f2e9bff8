import type { DeltaStream } from '@marinedata/client'
import { selfContext, type SubscriptionRequest } from '@marinedata/model'

export interface Wish {
  /** The own vessel when absent. */
  readonly context?: string
  readonly paths: readonly string[]
  /** At most so often, in milliseconds. */
  readonly minPeriod?: number
  /** Each source's own value, not only the preferred one's. */
  readonly sources?: SubscriptionRequest['sources']
}

/** What the screens want to hear of: asked for once, however many want it, and taken back when nobody does. */
export class Following {
  readonly #stream: Pick<DeltaStream, 'subscribe' | 'unsubscribe'>
  readonly #followers = new Map<string, number>()

  constructor(stream: Pick<DeltaStream, 'subscribe' | 'unsubscribe'>) {
    this.#stream = stream
  }

  follow({ context = selfContext, paths, minPeriod, sources }: Wish): Disposable {
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

  /** Whether this is the first to want it. */
  #add(key: string): boolean {
    const count = this.#followers.get(key) ?? 0
    this.#followers.set(key, count + 1)
    return count === 0
  }

  /** Whether nobody wants it any more. */
  #remove(key: string): boolean {
    const count = (this.#followers.get(key) ?? 1) - 1
    if (count > 0) this.#followers.set(key, count)
    else this.#followers.delete(key)
    return count === 0
  }
}
