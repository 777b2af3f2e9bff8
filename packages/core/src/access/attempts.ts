import type { Clock } from '#clock.ts'
import { MarineDataError } from '@marinedata/model'

export interface AttemptLimits {
  /** So many wrong tries within the window. */
  readonly most: number
  readonly windowMs: number
  /** So many keys of each kind are remembered; beyond it the one unheard for longest is forgotten. */
  readonly keys: number
}

export const signInLimits: AttemptLimits = { most: 10, windowMs: 600_000, keys: 4_096 }

/**
 * What a try is counted against: where it comes from, and what is tried. An address is cheap to have and an account is not,
 * so each kind is remembered apart, and many of one do not make another forgotten.
 */
export interface AttemptKeys {
  readonly address?: string
  readonly account?: string
  /** An account, at an address where its person has been before. */
  readonly home?: string
  readonly pairing?: string
  /** The address that a token came from: no budget of a person's, as no token can be guessed. */
  readonly token?: string
}

/** A try that was let through; giving it back says that it was no wrong one. */
export interface Attempt {
  giveBack(): void
}

/** How often something may be tried: the one limiter of every secret that can be guessed. */
export class Attempts {
  readonly #clock: Clock
  readonly #limits: AttemptLimits
  readonly #timesByKeyByKind = new Map<string, Map<string, number[]>>()

  constructor(clock: Clock, limits: AttemptLimits = signInLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /**
   * Counts a try against every key before it is made, so that many at once are counted too.
   * @throws MarineDataError `too-many-requests` when any of the keys is used up; nothing is counted or remembered then
   */
  take(keys: AttemptKeys): Attempt {
    const { most, windowMs } = this.#limits
    const now = this.#clock.now()
    const wanted = Object.entries<string>({ ...keys }).map(([kind, key]) => ({
      kind,
      key,
      times: this.#recent(kind, key, now),
    }))
    for (const { times } of wanted) {
      if (times.length < most) continue
      const [oldest = now] = times
      const seconds = Math.ceil((oldest + windowMs - now) / 1_000)
      throw new MarineDataError('too-many-requests', `Too many wrong tries; try again in ${seconds} s`)
    }
    for (const { kind, key, times } of wanted) this.#remember(kind, key, [...times, now])
    return {
      giveBack: () => {
        for (const { kind, key } of wanted) this.#forget(kind, key, now)
      },
    }
  }

  #recent(kind: string, key: string, now: number): readonly number[] {
    const times = this.#timesByKeyByKind.get(kind)?.get(key) ?? []
    return times.filter((time) => time > now - this.#limits.windowMs)
  }

  #remember(kind: string, key: string, times: number[]): void {
    const timesByKey = this.#timesByKeyByKind.get(kind) ?? new Map<string, number[]>()
    this.#timesByKeyByKind.set(kind, timesByKey)
    // Set anew, so that the map is in the order of use.
    timesByKey.delete(key)
    timesByKey.set(key, times)
    const [unheard] = timesByKey.keys()
    if (unheard !== undefined && timesByKey.size > this.#limits.keys) timesByKey.delete(unheard)
  }

  #forget(kind: string, key: string, time: number): void {
    const timesByKey = this.#timesByKeyByKind.get(kind)
    // Looked up now: others may have tried since.
    const times = timesByKey?.get(key)
    const at = times?.indexOf(time) ?? -1
    if (timesByKey === undefined || times === undefined || at < 0) return
    times.splice(at, 1)
    if (times.length === 0) timesByKey.delete(key)
  }
}
