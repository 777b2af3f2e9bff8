import type { Clock } from '#clock.ts'
import type { Condition } from '@marinedata/model'

export interface ListenerWatchOptions {
  readonly clock: Clock
  /** Whether an alarm may have to wake the crew. */
  readonly isNeeded: () => boolean
  /** Whether at least one device would sound. */
  readonly hasListener: () => boolean
  /** How long there may be no listener before the alert is raised. */
  readonly graceMs: number
  /** Whether the alert was active before the start. */
  readonly wasRaised: boolean
  readonly publish: (condition: Condition) => void
}

const noListener: Condition = {
  state: 'alert',
  method: ['visual'],
  message: 'No device will sound: test the sound on a console',
}
const normal: Condition = { state: 'normal', method: [], message: '' }

/** Raises an alert when no device would sound an alarm, while the crew is still awake to change that. */
export class ListenerWatch {
  readonly #options: ListenerWatchOptions
  /** Monotonic time since which a listener is missing. */
  #missingSince: number | undefined
  /**
   * The last published state; undefined when the alert is from before the start and must be raised again or cleared.
   */
  #isRaised: boolean | undefined

  constructor(options: ListenerWatchOptions) {
    this.#options = options
    this.#isRaised = options.wasRaised ? undefined : false
  }

  /** Called about once a second. */
  watch(): void {
    const { clock, isNeeded, hasListener, graceMs } = this.#options
    if (!isNeeded() || hasListener()) {
      this.#missingSince = undefined
      this.#set(false)
      return
    }
    this.#missingSince ??= clock.now()
    if (clock.now() - this.#missingSince >= graceMs) this.#set(true)
  }

  #set(isMissing: boolean): void {
    if (isMissing === this.#isRaised) return
    this.#isRaised = isMissing
    this.#options.publish(isMissing ? noListener : normal)
  }
}
