import { MarineDataError, type PluginInput, type PluginReport } from '@marinedata/model'

type Status = NonNullable<PluginReport['status']>

/** The status and inputs that a plugin last reported. */
export class ReportedState {
  #status: Status | null = null
  #inputs: readonly PluginInput[] = []

  get status(): Status | null {
    return this.#status
  }

  /** Empty while the plugin does not run. */
  get inputs(): readonly PluginInput[] {
    return this.#inputs
  }

  setStatus(status: Status): void {
    this.#status = status
  }

  /** @throws MarineDataError `invalid-message` when two inputs have the same id */
  setInputs(inputs: readonly PluginInput[]): void {
    if (new Set(inputs.map(({ id }) => id)).size < inputs.length)
      throw new MarineDataError('invalid-message', 'Two inputs have the same id')
    this.#inputs = inputs
  }

  /** Resets everything when a new process starts. */
  reset(): void {
    this.#status = null
    this.#inputs = []
  }

  /** Clears the inputs when the process has ended. The last status is still useful. */
  clearInputs(): void {
    this.#inputs = []
  }
}
