import type { Frame, Outlet } from '@marinedata/core'

/** The process that reads; there once it has been started. */
interface Reader {
  readonly backlog: number
  sendDeltas(deltas: readonly string[]): void
  giveUp(reason: string): void
}

/** Where a plugin's subscriptions go. A plugin that reads slowly is treated as any slow reader. */
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
    this.#reader?.giveUp(reason)
  }
}
