/** Time, as it is passed in. */
export interface RepeatTimer {
  after(delayMs: number, task: () => void): Disposable
}

/** When something is repeated after it was sent at once. */
export interface RepeatPlan {
  /** Pauses before the first repetitions. */
  readonly pausesMs?: readonly number[]
  /** The pause before each further one; absent when there is none. */
  readonly everyMs?: number
}

/** What could not be sent is tried again after this time. */
const retryMs = 1_000

interface Repeated {
  readonly plan: RepeatPlan
  readonly send: () => boolean
  next: Disposable | undefined
}

/** Sends something at once and then again, by a key. No timer runs without one. */
export class Repeats implements Disposable {
  readonly #timer: RepeatTimer
  readonly #byKey = new Map<string, Repeated>()

  constructor(timer: RepeatTimer) {
    this.#timer = timer
  }

  /** Replaces what has the same key. @param send false when it could not be sent */
  start(key: string, plan: RepeatPlan, send: () => boolean): void {
    this.stop(key)
    const repeated = { plan, send, next: undefined }
    this.#byKey.set(key, repeated)
    this.#run(key, repeated, 0)
  }

  stop(key: string): void {
    this.#byKey.get(key)?.next?.[Symbol.dispose]()
    this.#byKey.delete(key)
  }

  /** Whether something with this key is sent again. */
  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  [Symbol.dispose](): void {
    for (const key of this.#byKey.keys()) this.stop(key)
  }

  #run(key: string, repeated: Repeated, count: number): void {
    const { plan, send } = repeated
    const isSent = send()
    const pauseMs = isSent ? (plan.pausesMs?.[count] ?? plan.everyMs) : retryMs
    if (pauseMs === undefined) this.#byKey.delete(key)
    else repeated.next = this.#timer.after(pauseMs, () => this.#run(key, repeated, count + (isSent ? 1 : 0)))
  }
}
