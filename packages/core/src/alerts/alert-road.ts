import { checkOf, Condition, isNotificationPath, parsePath, type Metadata } from '@marinedata/model'
import type { Refusal } from '#counters.ts'
import type { AlertBook } from './alert-book.ts'

interface UpdateHead {
  readonly context: string
  readonly source: string
  readonly timestamp: string
}

/** Where updates are written, one at a time. */
export interface UpdateRoad {
  open(head: UpdateHead): Refusal | undefined
  put(path: string, value: unknown): Refusal | undefined
  describe(path: string, metadata: Metadata): Refusal | undefined
  commit(): void
}

export interface AlertRoadOptions {
  readonly road: UpdateRoad
  readonly book: AlertBook
  /** Whether a context is the own vessel, by any of its spellings. */
  readonly isOwn: (context: string) => boolean
}

const conditionCheck = checkOf<Condition>(Condition)

/**
 * A stretch of the data road: what comes in at a notification of the own vessel is a condition, and what goes on is the
 * alert. Everything else passes.
 */
export class AlertRoad implements UpdateRoad {
  readonly #options: AlertRoadOptions
  /** Who speaks of the own vessel in the open update; undefined when it is about another. */
  #source: string | undefined

  constructor(options: AlertRoadOptions) {
    this.#options = options
  }

  open(head: UpdateHead): Refusal | undefined {
    this.#source = this.#options.isOwn(head.context) ? head.source : undefined
    return this.#options.road.open(head)
  }

  put(path: string, value: unknown): Refusal | undefined {
    // Every value passes here: the first letter is enough in the usual case.
    if (path.startsWith('n') && this.#source !== undefined && isNotificationPath(path))
      return this.#putAlert(path, this.#source, value)
    return this.#options.road.put(path, value)
  }

  describe(path: string, metadata: Metadata): Refusal | undefined {
    return this.#options.road.describe(path, metadata)
  }

  commit(): void {
    this.#options.road.commit()
  }

  #putAlert(path: string, source: string, value: unknown): Refusal | undefined {
    const { road, book } = this.#options
    if (parsePath(path) === undefined) return 'invalid-path'
    // Not available is not normal: what is raised stays raised.
    if (value === null) return road.put(path, book.told(path, source) ?? null)
    if (!conditionCheck.accepts(value)) return 'invalid-notification'
    return road.put(path, book.hear({ path, source, condition: value }))
  }
}
