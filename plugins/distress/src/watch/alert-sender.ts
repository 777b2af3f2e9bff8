import type { Boat } from '@marinedata/plugin-api'
import type { AlertChange } from '../casualties/change.ts'

/** Raises and ends alerts, the latest change of each path. What fails is sent again with the next changes. */
export class AlertSender {
  readonly #boat: Boat
  readonly #pendingByPath = new Map<string, AlertChange>()
  #isSending = false

  constructor(boat: Boat) {
    this.#boat = boat
  }

  get hasPending(): boolean {
    return this.#pendingByPath.size > 0
  }

  send(changes: readonly AlertChange[]): void {
    for (const change of changes) {
      this.#pendingByPath.delete(change.path)
      this.#pendingByPath.set(change.path, change)
    }
    if (!this.#isSending) void this.#sendPending()
  }

  async #sendPending(): Promise<void> {
    this.#isSending = true
    const failed: AlertChange[] = []
    for (let change = this.#takeFirst(); change !== undefined; change = this.#takeFirst())
      if (!(await this.#sendOne(change))) failed.push(change)
    this.#isSending = false
    for (const change of failed)
      if (!this.#pendingByPath.has(change.path)) this.#pendingByPath.set(change.path, change)
  }

  #takeFirst(): AlertChange | undefined {
    const [first] = this.#pendingByPath.values()
    if (first !== undefined) this.#pendingByPath.delete(first.path)
    return first
  }

  async #sendOne({ path, condition }: AlertChange): Promise<boolean> {
    try {
      await (condition === undefined ? this.#boat.clear(path) : this.#boat.raise(path, condition))
      return true
    } catch (error) {
      this.#boat.log.warn(`could not update ${path}: ${(error as Error).message}`)
      return false
    }
  }
}
