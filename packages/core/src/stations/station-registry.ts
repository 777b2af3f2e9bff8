import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { MarineDataError, type Station, type StationRequest } from '@marinedata/model'

export const stationLimits = { stations: 64, silenceMs: 15_000 } as const

interface Entry {
  readonly request: StationRequest
  readonly who: string
  readonly since: string
  /** Monotonic. */
  readonly heardAt: number
}

export interface StationRegistryOptions {
  readonly clock: Clock
  readonly counters: Pick<Counters, 'evictedStations'>
}

/** The console pages that are open somewhere. A page that is not heard for a while is closed, or its device sleeps. */
export class StationRegistry {
  readonly #options: StationRegistryOptions
  /** In the order of coming. */
  readonly #entryById = new Map<string, Entry>()

  constructor(options: StationRegistryOptions) {
    this.#options = options
  }

  /** Someone there would hear an alarm. */
  get hasSound(): boolean {
    this.#forgetSilent()
    return [...this.#entryById.values()].some(({ request }) => request.sound)
  }

  list(): Station[] {
    this.#forgetSilent()
    const now = this.#options.clock.now()
    return [...this.#entryById].map(
      ([
        id,
        {
          request: { name, screen, sound, battery },
          ...entry
        },
      ]) => ({
        id,
        name,
        screen,
        sound,
        battery: battery ?? null,
        who: entry.who,
        since: entry.since,
        age: Math.round((now - entry.heardAt) / 100) / 10,
      }),
    )
  }

  /** A page says that it is there, for the first time or again. @throws MarineDataError `forbidden` */
  put(id: string, request: StationRequest, who: string): void {
    const known = this.#ownedBy(who, id)
    if (known === undefined) this.#makeRoom()
    const { clock } = this.#options
    this.#entryById.set(id, {
      request,
      who,
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
    if (known !== undefined && known.who !== who)
      throw new MarineDataError('forbidden', `The station "${id}" is of "${known.who}"`)
    return known
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
