import { selfContext, type SentDelta } from '@marinedata/model'

interface Wait {
  readonly path: string
  readonly resolve: (value: { readonly value: unknown }) => void
}

/** The latest published value at each path, and waits for the next one. */
export class PublishedValues {
  readonly #valueByPlace = new Map<string, unknown>()
  #waits: Wait[] = []

  add({ context, updates }: SentDelta): void {
    for (const { values = [] } of updates)
      for (const { path, value } of values) {
        this.#valueByPlace.set(`${context} ${path}`, value)
        if (context === selfContext) this.#resolveWaits(path, value)
      }
  }

  latest(path: string, context: string): unknown {
    return this.#valueByPlace.get(`${context} ${path}`)
  }

  /** The next value of the own vessel at a path; undefined when none comes in time. */
  async next(path: string, deadlineMs: number): Promise<{ readonly value: unknown } | undefined> {
    const { promise, resolve } = Promise.withResolvers<{ readonly value: unknown } | undefined>()
    const wait: Wait = { path, resolve }
    this.#waits.push(wait)
    const timer = setTimeout(() => {
      this.#waits = this.#waits.filter((other) => other !== wait)
      resolve(undefined)
    }, deadlineMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  #resolveWaits(path: string, value: unknown): void {
    for (const wait of this.#waits) if (wait.path === path) wait.resolve({ value })
    this.#waits = this.#waits.filter((wait) => wait.path !== path)
  }
}
