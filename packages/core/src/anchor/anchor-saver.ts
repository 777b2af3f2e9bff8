import type { Clock } from '#clock.ts'
import type { AnchorReport } from '@marinedata/model'
import type { AnchorDevice, StoredAnchor } from './anchor-device.ts'

export interface AnchorStore {
  load(): unknown
  /** Resolves when it is on disk. Saves end in the order in which they started. */
  save(stored: StoredAnchor): Promise<void>
}

export interface AnchorSaverOptions {
  readonly clock: Clock
  readonly store: AnchorStore
  /**
   * Called once when the state cannot be saved; every report retries. Called with undefined when a save succeeds
   * again.
   */
  readonly onFault: (fault: unknown) => void
}

/** A slower save is reported as unsaved: a command must be answered within two seconds. */
const lateMs = 1_000

/** The part that must survive a restart, as a comparable text. Distance and bearing change all the time. */
const lastingPart = ({ report, raiseRequested }: StoredAnchor): string => {
  const { state, position, maxRadius, rodeLength, since, alert } = report
  return JSON.stringify([
    state,
    position,
    maxRadius,
    rodeLength,
    since,
    alert?.level,
    alert?.episode,
    raiseRequested === true,
  ])
}

const storedAnchor = (
  { id, provider, isRaiseRequested }: AnchorDevice,
  report: AnchorReport,
): StoredAnchor => ({
  id,
  provider,
  report,
  ...(isRaiseRequested && report.state !== 'raised' && { raiseRequested: true }),
})

/** Saves reports whose lasting part has changed, and sets the save state of the device. */
export class AnchorSaver {
  readonly #options: AnchorSaverOptions
  #savedPart: string | undefined
  /** The lasting part of the latest running save, if one is running. */
  #savingPart: string | undefined
  #isFailing = false

  constructor(options: AnchorSaverOptions, stored: StoredAnchor | undefined) {
    this.#options = options
    this.#savedPart = stored && lastingPart(stored)
  }

  /** Saves a report unless its lasting part is already on disk or being saved. */
  save(device: AnchorDevice, report: AnchorReport): void {
    const stored = storedAnchor(device, report)
    const part = lastingPart(stored)
    if (part === this.#savingPart) return
    if (part === this.#savedPart && this.#savingPart === undefined) return device.setSaveState('saved')
    void this.#save(device, stored, part)
  }

  async #save(device: AnchorDevice, stored: StoredAnchor, part: string): Promise<void> {
    const { clock, store, onFault } = this.#options
    this.#savingPart = part
    device.setSaveState('pending')
    using _late = clock.after(lateMs, () => {
      if (this.#savingPart === part) device.setSaveState('unsaved')
    })
    try {
      await store.save(stored)
      this.#savedPart = part
      if (this.#isFailing) onFault(undefined)
      this.#isFailing = false
      this.#end(device, part, 'saved')
    } catch (error) {
      if (!this.#isFailing) onFault(error)
      this.#isFailing = true
      this.#end(device, part, 'unsaved')
    }
  }

  /** Ignores the end of a save when a later one has started. */
  #end(device: AnchorDevice, part: string, end: 'saved' | 'unsaved'): void {
    if (this.#savingPart !== part) return
    this.#savingPart = undefined
    device.setSaveState(end)
  }
}
