import type { Metadata } from '@marinedata/model'
import type { Frame, Outlet } from '@marinedata/core'

/** A value as received by a client. */
export interface ReceivedValue {
  readonly context: string
  readonly source: string
  readonly path: string
  readonly value: unknown
  readonly isStale: boolean
  readonly isConflated: boolean
}

export interface Description {
  readonly context: string
  readonly path: string
  readonly value: Metadata
}

interface SentDelta {
  readonly context: string
  readonly conflated?: boolean
  readonly updates: readonly {
    readonly $source?: string
    readonly timestamp: string
    readonly values?: readonly { readonly path: string; readonly value: unknown; readonly stale?: boolean }[]
    readonly meta?: readonly { readonly path: string; readonly value: Metadata }[]
  }[]
}

/** An outlet that records every frame. The test sets its backlog. */
export class RecordingOutlet implements Outlet {
  unread = 0
  readonly frames: Frame[] = []
  readonly closedFor: string[] = []

  backlog(): number {
    return this.unread
  }

  send(frame: Frame): void {
    this.frames.push(frame)
  }

  close(reason: string): void {
    this.closedFor.push(reason)
  }

  deltas(): SentDelta[] {
    // Written by the hub, whose output these tests check.
    return this.frames.flatMap(({ deltas }) => deltas.map((json) => JSON.parse(json) as SentDelta))
  }

  received(): ReceivedValue[] {
    return this.deltas().flatMap(({ context, conflated = false, updates }) =>
      updates.flatMap(({ $source = '', values = [] }) =>
        values.map(({ path, value, stale = false }) => ({
          context,
          source: $source,
          path,
          value,
          isStale: stale,
          isConflated: conflated,
        })),
      ),
    )
  }

  /** The values received at a path, in order. */
  values(path: string): unknown[] {
    return this.received()
      .filter((received) => received.path === path)
      .map(({ value }) => value)
  }

  descriptions(): Description[] {
    return this.deltas().flatMap(({ context, updates }) =>
      updates.flatMap(({ meta = [] }) => meta.map(({ path, value }) => ({ context, path, value }))),
    )
  }

  /** Drops everything received so far. */
  clear(): void {
    this.frames.length = 0
  }
}
