import type { Clock } from '#clock.ts'
import { MarineDataError } from '@marinedata/model'

export interface AttemptLimits {
  /** Failed attempts allowed within the window. */
  readonly max: number
  readonly windowMs: number
  /** Keys stored per kind. Beyond this number the least recently used key is evicted. */
  readonly keys: number
}

export const signInLimits: AttemptLimits = { max: 10, windowMs: 600_000, keys: 4_096 }

/**
 * The keys that an attempt is counted against. Each kind has its own storage: addresses are cheap to obtain, and many
 * of them must not evict the counts of an account.
 */
export interface AttemptKeys {
  readonly address?: string
  readonly account?: string
  /** An account at an address from which the person has signed in before. */
  readonly home?: string
  readonly pairing?: string
  /**
   * The address that sent a token. Counted apart from `address`: tokens cannot be guessed, and an old one must not
   * block sign-in.
   */
  readonly token?: string
}

/** An attempt that was allowed and counted. Refund it when it turns out not to be a wrong guess. */
export interface CountedAttempt {
  refund(): void
}

/** Rate limiter for all secrets that can be guessed. Uses a sliding window. */
export class AttemptLimiter {
  readonly #clock: Clock
  readonly #limits: AttemptLimits
  readonly #timesByKeyByKind = new Map<string, Map<string, number[]>>()

  constructor(clock: Clock, limits: AttemptLimits = signInLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /**
   * Counts an attempt against every key. Called before the secret is checked, so that concurrent attempts count too.
   * @throws MarineDataError `too-many-requests` when any key has reached its limit; nothing is counted then
   */
  consume(keys: AttemptKeys): CountedAttempt {
    const { max, windowMs } = this.#limits
    const now = this.#clock.now()
    const counts = Object.entries<string>({ ...keys }).map(([kind, key]) => ({
      kind,
      key,
      times: this.#recent(kind, key, now),
    }))
    for (const { times } of counts) {
      if (times.length < max) continue
      const [oldest = now] = times
      const seconds = Math.ceil((oldest + windowMs - now) / 1_000)
      throw new MarineDataError('too-many-requests', `Too many failed attempts. Try again in ${seconds} s`)
    }
    for (const { kind, key, times } of counts) this.#store(kind, key, [...times, now])
    return {
      refund: () => {
        for (const { kind, key } of counts) this.#remove(kind, key, now)
      },
    }
  }

  #recent(kind: string, key: string, now: number): readonly number[] {
    const times = this.#timesByKeyByKind.get(kind)?.get(key) ?? []
    return times.filter((time) => time > now - this.#limits.windowMs)
  }

  #store(kind: string, key: string, times: number[]): void {
    const timesByKey = this.#timesByKeyByKind.get(kind) ?? new Map<string, number[]>()
    this.#timesByKeyByKind.set(kind, timesByKey)
    // Deletes before it sets, so that the map is in order of use.
    timesByKey.delete(key)
    timesByKey.set(key, times)
    const [leastRecent] = timesByKey.keys()
    if (leastRecent !== undefined && timesByKey.size > this.#limits.keys) timesByKey.delete(leastRecent)
  }

  #remove(kind: string, key: string, time: number): void {
    const timesByKey = this.#timesByKeyByKind.get(kind)
    // Looks the times up again: other attempts may have been added since.
    const times = timesByKey?.get(key)
    const at = times?.indexOf(time) ?? -1
    if (timesByKey === undefined || times === undefined || at < 0) return
    times.splice(at, 1)
    if (times.length === 0) timesByKey.delete(key)
  }
}
