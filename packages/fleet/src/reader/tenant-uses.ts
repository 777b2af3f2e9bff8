const unusedMs = 600_000
const checkMs = 60_000

interface Use {
  usedAt: number
  /** Number of open streams and questions, which outlast a request. */
  open: number
}

/** Finds tenants without viewers for ten minutes, so that their boats need not be followed. */
export class TenantUses implements Disposable {
  readonly #close: (id: string) => Promise<void>
  readonly #now: () => number
  readonly #uses = new Map<string, Use>()
  readonly #timer: NodeJS.Timeout

  /** @param close must not throw */
  constructor(close: (id: string) => Promise<void>, now: () => number = () => performance.now()) {
    this.#close = close
    this.#now = now
    this.#timer = setInterval(() => this.check(), checkMs).unref()
  }

  used(id: string): void {
    this.#useOf(id).usedAt = this.#now()
  }

  /** Something is open until the returned function is called. */
  begin(id: string): () => void {
    this.#useOf(id).open++
    return () => {
      const use = this.#useOf(id)
      use.open--
      use.usedAt = this.#now()
    }
  }

  check(): void {
    for (const [id, { usedAt, open }] of this.#uses) {
      if (open > 0 || this.#now() - usedAt < unusedMs) continue
      this.#uses.delete(id)
      void this.#close(id)
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #useOf(id: string): Use {
    const known = this.#uses.get(id)
    if (known !== undefined) return known
    const use = { usedAt: this.#now(), open: 0 }
    this.#uses.set(id, use)
    return use
  }
}
