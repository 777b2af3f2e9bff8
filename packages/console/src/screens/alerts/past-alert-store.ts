import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { PastAlert, PastAlertList } from '@marinedata/model'
import type { ShownAlert } from '#alerts/alert.ts'
import type { Boat } from '#boat/boat.ts'

const readEveryMs = 60_000

export interface PastPage {
  /** The newest first. */
  readonly alerts: readonly PastAlert[]
  /** On the clock of `performance.now()`. */
  readonly askedAt: number
}

/** The alerts that ended in the last day, read from the server. */
export class PastAlertStore implements Disposable {
  readonly #boat: Pick<Boat, 'client' | 'link'>
  readonly #page = signal<PastPage | undefined>(undefined)
  readonly #ends: (() => void)[]

  /** The last response; undefined before the first. */
  readonly page: ReadonlySignal<PastPage | undefined> = this.#page

  constructor(boat: Pick<Boat, 'client' | 'link'>, standing: ReadonlySignal<readonly ShownAlert[]>) {
    this.#boat = boat
    const reading = setInterval(() => void this.#read(), readEveryMs)
    const readingWhenLive = effect(() => {
      if (!boat.link.isLost.value) void this.#read()
    })
    this.#ends = [() => clearInterval(reading), readingWhenLive, this.#readWhenOneEnds(standing)]
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #readWhenOneEnds(standing: ReadonlySignal<readonly ShownAlert[]>): () => void {
    let before: readonly string[] = []
    return effect(() => {
      const ids = standing.value.map(({ id }) => id)
      if (before.some((id) => !ids.includes(id))) void this.#read()
      before = ids
    })
  }

  async #read(): Promise<void> {
    if (this.#boat.link.isLost.peek()) return
    const askedAt = performance.now()
    try {
      const alerts = await this.#boat.client.call<PastAlertList>('GET', ['notifications', 'past'])
      // Responses may arrive out of order.
      if ((this.#page.peek()?.askedAt ?? 0) <= askedAt) this.#page.value = { alerts, askedAt }
    } catch {
      // The last response stays; the next poll repeats the request.
    }
  }
}
