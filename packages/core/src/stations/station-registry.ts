import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { MarineDataError, type Station, type StationRequest } from '@marinedata/model'

export const stationLimits = { stations: 64, silenceMs: 15_000 } as const

/** Whose page it is. */
export interface StationOwner {
  /** The name of the principal. */
  readonly who: string
  /** Undefined on an open boat. */
  readonly credential: string | undefined
}

interface Entry {
  readonly request: StationRequest
  readonly owner: StationOwner
  readonly since: string
  /** Monotonic. */
  readonly heardAt: number
}

export interface StationRegistryOptions {
  readonly clock: Clock
  readonly counters: Pick<Counters, 'evictedStations'>
  /** Whether a stream is open under that credential: without one a page hears of no alarm. */
  readonly hasStream: (owner: StationOwner) => boolean
}

/** The console pages that are open somewhere. A page that is not heard for a while is closed, or its device sleeps. */
export class StationRegistry {
  readonly #options: StationRegistryOptions
  /** In the order of coming. */
  readonly #entryById = new Map<string, Entry>()

  constructor(options: StationRegistryOptions) {
    this.#options = options
  }

  /** There is a page where an alarm will be heard. */
  get hasListener(): boolean {
    this.#forgetSilent()
    return [...this.#entryById.values()].some((entry) => this.#wakes(entry))
  }

  list(): Station[] {
    this.#forgetSilent()
    const now = this.#options.clock.now()
    return [...this.#entryById].map(([id, entry]) => {
      const { name, screen, sound, battery = null } = entry.request
      const wakes = this.#wakes(entry)
      const age = Math.round((now - entry.heardAt) / 100) / 10
      return { id, name, screen, sound, battery, wakes, who: entry.owner.who, since: entry.since, age }
    })
  }

  /** A page says that it is there, for the first time or again. @throws MarineDataError `forbidden` */
  put(id: string, request: StationRequest, owner: StationOwner): void {
    const known = this.#ownedBy(owner.who, id)
    if (known === undefined) this.#makeRoom()
    const { clock } = this.#options
    this.#entryById.set(id, {
      request,
      owner,
      since: known?.since ?? clock.timestamp(),
      heardAt: clock.now(),
    })
  }

  /** The page is closed; one that is not there may be closed, too. @throws MarineDataError `forbidden` */
  remove(id: string, who: string): void {
    this.#ownedBy(who, id)
    this.#entryById.delete(id)
  }

  #ownedBy(who: string, id: string): Entry | undefined {
    this.#forgetSilent()
    const known = this.#entryById.get(id)
    if (known !== undefined && known.owner.who !== who)
      throw new MarineDataError('forbidden', `The station "${id}" is of "${known.owner.who}"`)
    return known
  }

  /** What a page says of itself is not enough: it must have been tried, and be one that hears of alarms. */
  #wakes({ request, owner }: Entry): boolean {
    return request.sound && request.tested === true && this.#options.hasStream(owner)
  }

  #forgetSilent(): void {
    const limit = this.#options.clock.now() - stationLimits.silenceMs
    for (const [id, { heardAt }] of this.#entryById) if (heardAt <= limit) this.#entryById.delete(id)
  }

  /** Whoever was not heard for the longest gives way. */
  #makeRoom(): void {
    if (this.#entryById.size < stationLimits.stations) return
    const [oldest] = [...this.#entryById].reduce((one, other) =>
      other[1].heardAt < one[1].heardAt ? other : one,
    )
    this.#entryById.delete(oldest)
    this.#options.counters.evictedStations++
  }
}
