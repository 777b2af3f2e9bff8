import type { Frame, Outlet } from '@marinedata/core'

/** The plugin process that receives the deltas. */
interface Reader {
  readonly backlog: number
  sendDeltas(deltas: readonly string[]): void
  abort(reason: string): void
}

/** Sends the deltas of a plugin's subscriptions to its process. Slow plugins are handled like any slow client. */
export class PluginOutlet implements Outlet {
  #reader: Reader | undefined

  attach(reader: Reader): void {
    this.#reader = reader
  }

  backlog(): number {
    return this.#reader?.backlog ?? 0
  }

  send(frame: Frame): void {
    this.#reader?.sendDeltas(frame.deltas)
  }

  close(reason: string): void {
    this.#reader?.abort(reason)
  }
}
