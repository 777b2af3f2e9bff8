import type { Clock } from '#clock.ts'
import {
  serverActor,
  type Actor,
  type Scope,
  type ShoreSessionRequest,
  type ShoreSessionView,
} from '@marinedata/model'
import type { ShorePermission } from './principal.ts'
import type { AccessStore } from './records.ts'

export interface ShoreSessionOptions {
  readonly clock: Clock
  readonly store: Pick<AccessStore, 'note'>
  /** Called when a session was opened or has ended. */
  readonly changed: (view: ShoreSessionView) => void
  /** The end of a session cannot be recorded. */
  readonly failed: (error: unknown) => void
}

const minuteMs = 60_000
/** Without a command from ashore. */
const idleSeconds = 900
const longestMs = 120 * minuteMs

/** Commands. Writing values and managing the boat are never possible from ashore. */
const permitted: ReadonlySet<Scope> = new Set([
  'alerts.ack',
  'anchor.command',
  'autopilot.command',
  'control.command',
  'course.command',
])

interface Open {
  readonly by: string
  readonly at: number
  readonly idleMs: number
  usedAt: number
}

/**
 * The time in which remote users may command the boat, after a crew member has permitted it. It ends when a crew member closes
 * it, when no remote user sends commands, when the last remote connection ends, and after two hours.
 */
export class ShoreSession implements ShorePermission {
  readonly #options: ShoreSessionOptions
  #open: Open | undefined

  constructor(options: ShoreSessionOptions) {
    this.#options = options
  }

  get view(): ShoreSessionView {
    this.expire()
    if (this.#open === undefined) return { open: false }
    return { open: true, by: this.#open.by, seconds: Math.ceil(this.#msLeft(this.#open) / 1_000) }
  }

  /** Opens a session, or begins its time again. */
  open(actor: Actor, { seconds = idleSeconds }: ShoreSessionRequest = {}): ShoreSessionView {
    const now = this.#options.clock.now()
    this.#note(actor, 'shore-session-opened')
    this.#open = { by: actor.name, at: now, idleMs: seconds * 1_000, usedAt: now }
    this.#options.changed(this.view)
    return this.view
  }

  close(actor: Actor): void {
    if (this.#end()) this.#note(actor, 'shore-session-closed')
  }

  /** The last connection from ashore has ended. */
  linkLost(): void {
    if (this.#end()) this.#noteEnd('link-lost')
  }

  /** Ends a session whose time is over. Called periodically, and before each decision. */
  expire(): void {
    if (this.#open === undefined || this.#msLeft(this.#open) > 0) return
    this.#end()
    this.#noteEnd('expired')
  }

  permits(scope: Scope): boolean {
    this.expire()
    return this.#open !== undefined && permitted.has(scope)
  }

  used(): void {
    if (this.#open !== undefined) this.#open.usedAt = this.#options.clock.now()
  }

  #msLeft({ at, usedAt, idleMs }: Open): number {
    return Math.min(usedAt + idleMs, at + longestMs) - this.#options.clock.now()
  }

  /** Before anything is written: it ends also with a full disk. */
  #end(): boolean {
    if (this.#open === undefined) return false
    this.#open = undefined
    this.#options.changed({ open: false })
    return true
  }

  #noteEnd(reason: 'expired' | 'link-lost'): void {
    try {
      this.#note(serverActor, `shore-session-${reason}`)
    } catch (error) {
      this.#options.failed(error)
    }
  }

  #note(actor: Actor, operation: string): void {
    const { clock, store } = this.#options
    store.note({ actor, at: clock.timestamp(), operation, subject: 'shore' })
  }
}
