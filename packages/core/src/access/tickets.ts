import type { Clock } from '#clock.ts'
import { MarineDataError, type StreamTicket } from '@marinedata/model'
import type { Principal } from './principal.ts'
import type { Secrets } from './records.ts'

const limits = { tickets: 1_024, seconds: 30 }

/** Tickets for browsers, which cannot send a token when they open a stream: good for one, and soon for none. */
export class Tickets {
  readonly #clock: Clock
  readonly #secrets: Secrets
  readonly #heldByDigest = new Map<string, { readonly principal: Principal; readonly endsAt: number }>()

  constructor(clock: Clock, secrets: Secrets) {
    this.#clock = clock
    this.#secrets = secrets
  }

  give(principal: Principal): StreamTicket {
    const now = this.#clock.now()
    for (const [digest, { endsAt }] of this.#heldByDigest)
      if (endsAt <= now) this.#heldByDigest.delete(digest)
    if (this.#heldByDigest.size >= limits.tickets)
      throw new MarineDataError('too-many-requests', 'Too many tickets are waiting to be used')
    const ticket = this.#secrets.random()
    this.#heldByDigest.set(this.#secrets.digest(ticket), { principal, endsAt: now + limits.seconds * 1_000 })
    return { ticket, seconds: limits.seconds }
  }

  /** Whose ticket it was; undefined when it is not known, was used, or is too old. */
  take(ticket: string): Principal | undefined {
    const digest = this.#secrets.digest(ticket)
    const held = this.#heldByDigest.get(digest)
    this.#heldByDigest.delete(digest)
    return held !== undefined && held.endsAt > this.#clock.now() ? held.principal : undefined
  }
}
