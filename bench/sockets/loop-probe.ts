import { setTimeout as sleep } from 'node:timers/promises'
import { RawHttp } from './raw-http.ts'

const spacingMs = 2

/**
 * Sends a tiny request every two milliseconds and records the longest wait: how long the target's event loop was
 * blocked, seen from outside.
 */
export class LoopProbe implements Disposable {
  readonly #client: RawHttp
  #askedAt = 0
  #timer: NodeJS.Timeout | undefined
  #waits: number[] = []

  constructor(port: number, path: string) {
    this.#client = new RawHttp({ port, path, onAnswer: () => this.#answered() })
    this.#ask()
  }

  /** The median wait over this many milliseconds: the cost of an unobstructed answer. */
  async baseline(forMs: number): Promise<number> {
    this.restart()
    await sleep(forMs)
    const sorted = this.#waits.toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }

  restart(): void {
    this.#waits = []
  }

  /** The longest wait since the restart, including a pending one. */
  worstMs(): number {
    const underWay = this.#askedAt === 0 ? 0 : performance.now() - this.#askedAt
    return Math.max(underWay, ...this.#waits)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#client.close()
  }

  #ask(): void {
    this.#askedAt = performance.now()
    this.#client.ask()
  }

  #answered(): void {
    this.#waits.push(performance.now() - this.#askedAt)
    this.#askedAt = 0
    this.#timer = setTimeout(() => this.#ask(), spacingMs)
  }
}
