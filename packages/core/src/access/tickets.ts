import type { Clock } from '#clock.ts'
import { actorKey, type StreamTicket } from '@marinedata/model'
import type { Principal } from './principal.ts'
import type { Secrets } from './records.ts'

const limits = { perHolder: 8, seconds: 30 }

interface Ticket {
  readonly principal: Principal
  readonly endsAt: number
}

/**
 * Tickets for browsers, which cannot send a token when they open a stream. A ticket is valid for one stream and 30
 * seconds. Each credential has its own limit, so that one client cannot evict the tickets of others.
 */
export class Tickets {
  readonly #clock: Clock
  readonly #secrets: Secrets
  /** Key: digest of the ticket, oldest first. Bounded by the number of credentials and the limit of each. */
  readonly #ticketByDigest = new Map<string, Ticket>()
  #evicted = 0

  constructor(clock: Clock, secrets: Secrets) {
    this.#clock = clock
    this.#secrets = secrets
  }

  /** Number of tickets evicted for newer ones of the same holder. */
  get evicted(): number {
    return this.#evicted
  }

  /** Issues a ticket. Evicts the holder's oldest unused ticket beyond the limit. */
  issue(principal: Principal): StreamTicket {
    const now = this.#clock.now()
    for (const [digest, { endsAt }] of this.#ticketByDigest)
      if (endsAt <= now) this.#ticketByDigest.delete(digest)
    this.#evictOldest(principal)
    const ticket = this.#secrets.random()
    this.#ticketByDigest.set(this.#secrets.digest(ticket), {
      principal,
      endsAt: now + limits.seconds * 1_000,
    })
    return { ticket, seconds: limits.seconds }
  }

  /** Returns the principal and invalidates the ticket; undefined when it is unknown, used or expired. */
  redeem(ticket: string): Principal | undefined {
    const digest = this.#secrets.digest(ticket)
    const stored = this.#ticketByDigest.get(digest)
    this.#ticketByDigest.delete(digest)
    return stored !== undefined && stored.endsAt > this.#clock.now() ? stored.principal : undefined
  }

  #evictOldest(principal: Principal): void {
    const holder = holderOf(principal)
    const own = [...this.#ticketByDigest].filter(([, stored]) => holderOf(stored.principal) === holder)
    const [oldest] = own
    if (oldest === undefined || own.length < limits.perHolder) return
    this.#ticketByDigest.delete(oldest[0])
    this.#evicted++
  }
}

/** In open mode there are no credentials: all local callers are one holder. */
const holderOf = (principal: Principal): string =>
  principal.credential === undefined ? `open ${actorKey(principal)}` : `credential ${principal.credential}`
