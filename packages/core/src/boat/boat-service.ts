import type { Clock } from '#clock.ts'
import { OneAtATime } from '#one-at-a-time.ts'
import {
  MarineDataError,
  type Actor,
  type BoatDetails,
  type BoatDetailsRequest,
  type BoatLimits,
  type BoatLimitsRequest,
} from '@marinedata/model'
import { checkDetails, checkLimits } from './boat-rules.ts'

/** The details and limits on disk. */
export interface SavedBoat {
  /** Incremented by every change. */
  readonly revision: number
  readonly details: BoatDetails
  readonly limits: BoatLimits
}

/** A change for the audit. */
export interface BoatEvent {
  readonly actor: Actor
  readonly operation: 'boat-details' | 'boat-limits'
  readonly at: string
}

/** Stores the boat. A save resolves when the boat and its audit entry are on disk; if it rejects, nothing was written. */
export interface BoatDetailsStore {
  load(): SavedBoat | undefined
  save(boat: SavedBoat, event: BoatEvent): Promise<void>
}

export interface BoatServiceOptions {
  readonly store: BoatDetailsStore
  readonly clock: Clock
  /** Details from the settings file. They apply where people have not entered any. */
  readonly defaults: BoatDetails
  /** Called after a change was saved, with the boat before it. */
  readonly onChange: (before: SavedBoat) => void
}

/** The details and limits of own ship. */
export class BoatService {
  readonly #options: BoatServiceOptions
  readonly #changes = new OneAtATime()
  #saved: SavedBoat

  constructor(options: BoatServiceOptions) {
    this.#options = options
    this.#saved = options.store.load() ?? { revision: 0, details: {}, limits: {} }
  }

  get boat(): SavedBoat {
    return { ...this.#saved, details: { ...this.#options.defaults, ...this.#saved.details } }
  }

  /** Replaces all details. @throws MarineDataError `boat-changed` or `invalid-value` */
  setDetails({ revision, details }: BoatDetailsRequest, by: Actor): Promise<void> {
    checkDetails(details)
    return this.#change(revision, { details }, { actor: by, operation: 'boat-details' })
  }

  /** Replaces all limits. @throws MarineDataError `boat-changed` or `invalid-value` */
  setLimits({ revision, limits }: BoatLimitsRequest, by: Actor): Promise<void> {
    checkLimits(limits)
    return this.#change(revision, { limits }, { actor: by, operation: 'boat-limits' })
  }

  #change(
    revision: number,
    change: Partial<Pick<SavedBoat, 'details' | 'limits'>>,
    event: Omit<BoatEvent, 'at'>,
  ): Promise<void> {
    const { store, clock, onChange } = this.#options
    return this.#changes.run(async () => {
      const { boat } = this
      if (revision !== boat.revision)
        throw new MarineDataError(
          'boat-changed',
          `The boat has revision ${boat.revision}, not ${revision}. Read it again before you change it`,
        )
      const next = { ...this.#saved, ...change, revision: revision + 1 }
      await store.save(next, { ...event, at: clock.timestamp() })
      this.#saved = next
      onChange(boat)
    })
  }
}
