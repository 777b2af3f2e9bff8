import type { Clock } from '#clock.ts'
import type { Condition } from '@marinedata/model'

export interface ListenerWatchOptions {
  readonly clock: Clock
  /** Someone may have to be woken. */
  readonly isNeeded: () => boolean
  /** Someone would hear it. */
  readonly hasListener: () => boolean
  /** For how long nobody has to be there until it is told. */
  readonly patienceMs: number
  /** Whether it stands from before the start. */
  readonly stands: boolean
  readonly tell: (condition: Condition) => void
}

const nobody: Condition = {
  state: 'alert',
  method: ['visual'],
  message: 'No device will sound: test the sound on a console',
}
const somebody: Condition = { state: 'normal', method: [], message: '' }

/** An alarm that no device sounds wakes nobody: that is told while the crew can still do something about it. */
export class ListenerWatch {
  readonly #options: ListenerWatchOptions
  /** Monotonic; since when someone is needed and nobody is there. */
  #missingSince: number | undefined
  /** What was told last; undefined when that was before the start, and has to be said again or taken back. */
  #isTold: boolean | undefined

  constructor(options: ListenerWatchOptions) {
    this.#options = options
    this.#isTold = options.stands ? undefined : false
  }

  /** To be called every second or so. */
  watch(): void {
    const { clock, isNeeded, hasListener, patienceMs } = this.#options
    if (!isNeeded() || hasListener()) {
      this.#missingSince = undefined
      this.#tell(false)
      return
    }
    this.#missingSince ??= clock.now()
    if (clock.now() - this.#missingSince >= patienceMs) this.#tell(true)
  }

  #tell(isMissing: boolean): void {
    if (isMissing === this.#isTold) return
    this.#isTold = isMissing
    this.#options.tell(isMissing ? nobody : somebody)
  }
}
