import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import {
  actorKey,
  actorText,
  MarineDataError,
  type ConsoleClient,
  type Identity,
  type ConsoleClientRequest,
} from '@marinedata/model'

export const consoleClientLimits = { clients: 64, silenceMs: 15_000 } as const

/** The owner of a console page. */
export interface ConsoleClientOwner {
  readonly identity: Identity
  /** Undefined in open mode. */
  readonly credential: string | undefined
}

interface Entry {
  readonly request: ConsoleClientRequest
  readonly owner: ConsoleClientOwner
  readonly since: string
  /** Monotonic. */
  readonly seenAt: number
}

export interface ConsoleClientRegistryOptions {
  readonly clock: Clock
  readonly counters: Pick<Counters, 'evictedStations'>
  /** Whether a stream with this credential is open. A page without a stream receives no alarms. */
  readonly hasStream: (owner: ConsoleClientOwner) => boolean
}

/**
 * The open console pages. A page that sends no heartbeat for 15 seconds is removed: it was closed, or its device
 * sleeps.
 */
export class ConsoleClientRegistry {
  readonly #options: ConsoleClientRegistryOptions
  /** In order of registration. */
  readonly #entryById = new Map<string, Entry>()

  constructor(options: ConsoleClientRegistryOptions) {
    this.#options = options
  }

  /** Whether an alarm would sound on at least one page. */
  get hasListener(): boolean {
    this.#removeSilent()
    return [...this.#entryById.values()].some((entry) => this.#wouldSound(entry))
  }

  list(): ConsoleClient[] {
    this.#removeSilent()
    const now = this.#options.clock.now()
    return [...this.#entryById].map(([id, entry]) => {
      const { name, screen, sound, battery = null, device } = entry.request
      const wakes = this.#wouldSound(entry)
      const age = Math.round((now - entry.seenAt) / 100) / 10
      return {
        id,
        name,
        screen,
        sound,
        battery,
        ...(device !== undefined && { device }),
        wakes,
        who: actorText(entry.owner.identity),
        since: entry.since,
        age,
      }
    })
  }

  /** Registers a page or refreshes it. @throws MarineDataError `forbidden` */
  put(id: string, request: ConsoleClientRequest, owner: ConsoleClientOwner): void {
    const known = this.#findOwned(owner.identity, id)
    if (known === undefined) this.#evictOldest()
    const { clock } = this.#options
    this.#entryById.set(id, {
      request,
      owner,
      since: known?.since ?? clock.timestamp(),
      seenAt: clock.now(),
    })
  }

  /** Removes a page; does nothing when it is unknown. @throws MarineDataError `forbidden` */
  remove(id: string, identity: Identity): void {
    this.#findOwned(identity, id)
    this.#entryById.delete(id)
  }

  #findOwned(identity: Identity, id: string): Entry | undefined {
    this.#removeSilent()
    const known = this.#entryById.get(id)
    if (known !== undefined && actorKey(known.owner.identity) !== actorKey(identity))
      throw new MarineDataError(
        'forbidden',
        `The console "${id}" belongs to "${actorText(known.owner.identity)}"`,
      )
    return known
  }

  /** Whether an alarm would sound on the page: its sound is on and tested, and it has a stream. */
  #wouldSound({ request, owner }: Entry): boolean {
    return request.sound && request.tested === true && this.#options.hasStream(owner)
  }

  #removeSilent(): void {
    const limit = this.#options.clock.now() - consoleClientLimits.silenceMs
    for (const [id, { seenAt }] of this.#entryById) if (seenAt <= limit) this.#entryById.delete(id)
  }

  /** Evicts the page with the oldest heartbeat when the registry is full. */
  #evictOldest(): void {
    if (this.#entryById.size < consoleClientLimits.clients) return
    const [oldest] = [...this.#entryById].reduce((one, other) =>
      other[1].seenAt < one[1].seenAt ? other : one,
    )
    this.#entryById.delete(oldest)
    this.#options.counters.evictedStations++
  }
}
