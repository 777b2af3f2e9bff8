import type { Boat } from '@marinedata/plugin-api'
import { statfsSync } from 'node:fs'

/** The alert about a recording that cannot be saved. */
export const alertPath = 'notifications.history.recording'

/** Below this, the next segment may not fit. */
const fewBytes = 1_000_000

/** Free bytes of the disk with this folder; undefined when the disk does not say. */
export const freeBytes = (folder: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** Raises an alert while the recording cannot be saved, and clears it when it can. */
export class DiskAlert {
  readonly #boat: Pick<Boat, 'raise' | 'clear' | 'log'>
  readonly #folder: string | undefined
  /** Why the last write failed; undefined when it succeeded. */
  #failure: string | undefined
  #raised: string | undefined
  #isSending = false

  constructor(boat: Pick<Boat, 'raise' | 'clear' | 'log'>, folder: string | undefined) {
    this.#boat = boat
    this.#folder = folder
  }

  failed(error: unknown): void {
    this.#failure = error instanceof Error ? error.message : String(error)
    this.check()
  }

  recovered(): void {
    this.#failure = undefined
    this.check()
  }

  /** Compares what is raised with what is the case. To be called every second: a failed request is repeated. */
  check(): void {
    const free = this.#folder === undefined ? undefined : freeBytes(this.#folder)
    const reason = free !== undefined && free < fewBytes ? 'the disk is full' : this.#failure
    if (reason === this.#raised || this.#isSending) return
    this.#isSending = true
    const sent =
      reason === undefined
        ? this.#boat.clear(alertPath)
        : this.#boat.raise(alertPath, {
            state: 'warn',
            method: ['visual'],
            message: `Values are not recorded: ${reason}`,
          })
    void sent
      .then(
        () => void (this.#raised = reason),
        (error: unknown) => this.#boat.log.error(`The alert was not sent: ${String(error)}`),
      )
      .finally(() => void (this.#isSending = false))
  }
}
