import type { Clock } from '#clock.ts'
import type { AnchorReport } from '@marinedata/model'
import type { AnchorDevice } from './anchor-device.ts'

/** What was last reported, and by whom. */
export interface KeptAnchor {
  readonly id: string
  readonly provider: string
  readonly report: AnchorReport
}

export interface AnchorStore {
  load(): unknown
  /** Resolves when it is on disk; saves end in the order in which they began. */
  save(kept: KeptAnchor): Promise<void>
}

export interface AnchorSaverOptions {
  readonly clock: Clock
  readonly store: AnchorStore
  /** The state cannot be saved; every report tries again. Called once, and with undefined when that succeeds. */
  readonly onFault: (fault: unknown) => void
}

/** A command is answered within two seconds: a save that takes longer is told as not done yet. */
const lateMs = 1_000

/** What must not be forgotten of a report; the rest moves with the sea. */
export const lastingPart = ({ state, position, maxRadius, rodeLength, since, alert }: AnchorReport): string =>
  JSON.stringify([state, position, maxRadius, rodeLength, since, alert?.level, alert?.episode])

/** Saves the lasting part of what is reported. The device tells those who wait whether it is on disk. */
export class AnchorSaver {
  readonly #options: AnchorSaverOptions
  #savedPart: string | undefined
  /** Of the save that began last; undefined when none is under way. */
  #savingPart: string | undefined
  #isFailing = false

  constructor(options: AnchorSaverOptions, kept: AnchorReport | undefined) {
    this.#options = options
    this.#savedPart = kept && lastingPart(kept)
  }

  /** Saves what is new; what is under way or on disk is not saved again. */
  save(device: AnchorDevice, report: AnchorReport): void {
    const part = lastingPart(report)
    if (part === this.#savingPart) return
    if (part === this.#savedPart && this.#savingPart === undefined) return device.noteSave('saved')
    void this.#save(device, report, part)
  }

  async #save(device: AnchorDevice, report: AnchorReport, part: string): Promise<void> {
    const { clock, store, onFault } = this.#options
    const { id, provider } = device
    this.#savingPart = part
    device.noteSave('pending')
    using _late = clock.after(lateMs, () => {
      if (this.#savingPart === part) device.noteSave('unsaved')
    })
    try {
      await store.save({ id, provider, report })
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

  /** What began later says how it stands. */
  #end(device: AnchorDevice, part: string, end: 'saved' | 'unsaved'): void {
    if (this.#savingPart !== part) return
    this.#savingPart = undefined
    device.noteSave(end)
  }
}
