import { MarineDataError, type PluginInput, type PluginReport } from '@marinedata/model'

type Status = NonNullable<PluginReport['status']>

/** What a plugin last said of itself. */
export class PluginAccount {
  #status: Status | null = null
  #inputs: readonly PluginInput[] = []

  get status(): Status | null {
    return this.#status
  }

  /** None while it does not run. */
  get inputs(): readonly PluginInput[] {
    return this.#inputs
  }

  tellStatus(status: Status): void {
    this.#status = status
  }

  /** @throws MarineDataError `invalid-message` when two of them cannot be told apart */
  tellInputs(inputs: readonly PluginInput[]): void {
    if (new Set(inputs.map(({ id }) => id)).size < inputs.length)
      throw new MarineDataError('invalid-message', 'Two inputs have the same id')
    this.#inputs = inputs
  }

  /** Its process begins, and has said nothing yet. */
  begin(): void {
    this.#status = null
    this.#inputs = []
  }

  /** Its process has ended: what it did last may still be of use, what it reads is not there any more. */
  end(): void {
    this.#inputs = []
  }
}
