import type { PluginInput } from '@marinedata/plugin-api'
import { MessageMeter } from './message-meter.ts'

/** The state of an input, its last error and what it sends. */
export class InputStatus {
  readonly meter = new MessageMeter()
  readonly #changed: () => void
  #state: PluginInput['state'] = 'silent'
  #error: PluginInput['error']

  /** @param changed called when people should see a change at once */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get state(): PluginInput['state'] {
    return this.#state
  }

  get report(): Pick<PluginInput, 'state' | 'rate' | 'lastSentence' | 'received' | 'damaged' | 'error'> {
    const { rate, received, damaged, last } = this.meter
    return {
      state: this.#state,
      rate,
      ...(last !== undefined && { lastSentence: last }),
      received,
      damaged,
      ...(this.#error && { error: this.#error }),
    }
  }

  /** @param trouble the reason, shown with the time at which it first occurred; without one the last error stays */
  enter(state: PluginInput['state'], trouble?: string): void {
    if (trouble !== undefined && (this.#state !== state || this.#error?.message !== trouble))
      this.#error = { at: new Date().toISOString(), message: trouble }
    this.#state = state
    this.#changed()
  }

  forgetError(): void {
    this.#error = undefined
  }
}
