import type {
  Boat as BoatPage,
  BoatCompleted,
  BoatDetails,
  BoatDetailsRequest,
  BoatLimits,
  BoatLimitsRequest,
} from '@marinedata/model'
import { MarineDataError } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ActionRequests, Resource } from '#boat/requests.ts'
import type { WordKey } from '#words/screen-words.ts'

const pollMs = 5_000

/** Reads the details and limits of the boat, and changes them. */
export class BoatStore implements Disposable {
  readonly #boat: Boat
  readonly #page: Resource<BoatPage>
  readonly #undoable = signal<BoatLimits | undefined>(undefined)
  readonly #end: () => void

  readonly details: ActionRequests<WordKey>
  readonly limits: ActionRequests<WordKey>
  /** The limits before the last change, until the next one. */
  readonly undoable: ReadonlySignal<BoatLimits | undefined> = this.#undoable

  constructor(boat: Boat) {
    this.#boat = boat
    const rules = { lost: 'boat.lost', keepsProblem: true } as const
    this.details = new ActionRequests<WordKey>(boat, {
      ...rules,
      scope: 'admin',
      forbidden: 'boat.ownerOnly',
    })
    this.limits = new ActionRequests<WordKey>(boat, {
      ...rules,
      scope: 'course.command',
      forbidden: 'boat.helmOnly',
    })
    this.#page = new Resource(() => boat.client.call('GET vessels/self/boat'))
    this.#end = this.#page.poll(pollMs, () => !boat.link.isLost.peek())
  }

  get page(): ReadonlySignal<BoatPage | undefined> {
    return this.#page.value
  }

  get loadProblem(): ReadonlySignal<string | undefined> {
    return this.#page.problem
  }

  /** @returns whether it was saved */
  saveDetails(details: BoatDetails): Promise<boolean> {
    return this.#save(this.details, 'details', details)
  }

  /** @returns whether it was saved */
  async saveLimits(limits: BoatLimits): Promise<boolean> {
    const before = this.page.peek()?.limits
    const isSaved = await this.#save(this.limits, 'limits', limits)
    if (isSaved) this.#undoable.value = before
    return isSaved
  }

  /** Restores the limits from before the last change. */
  async undoLimits(): Promise<boolean> {
    const before = this.#undoable.peek()
    if (before === undefined) return false
    const isSaved = await this.#save(this.limits, 'limits', before)
    if (isSaved) this.#undoable.value = undefined
    return isSaved
  }

  [Symbol.dispose](): void {
    this.#end()
    this.details[Symbol.dispose]()
    this.limits[Symbol.dispose]()
  }

  async #save(
    requests: ActionRequests<WordKey>,
    part: 'details' | 'limits',
    content: BoatDetails | BoatLimits,
  ): Promise<boolean> {
    const revision = this.page.peek()?.revision
    if (revision === undefined) return false
    // The content belongs to the part.
    const body = { revision, [part]: content } as BoatDetailsRequest | BoatLimitsRequest
    const saved = await requests.send(() => this.#put(part, body))
    await this.#page.refresh()
    return saved !== undefined
  }

  async #put(
    part: 'details' | 'limits',
    body: BoatDetailsRequest | BoatLimitsRequest,
  ): Promise<BoatCompleted> {
    try {
      return await this.#boat.client.call(`PUT vessels/self/boat/${part}`, { body })
    } catch (error) {
      // The page shows what the other person saved; what is typed here stays.
      if (error instanceof MarineDataError && error.code === 'boat-changed') await this.#page.refresh()
      throw error
    }
  }
}
