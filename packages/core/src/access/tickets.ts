import type { Clock } from '#clock.ts'
import type { StreamTicket } from '@marinedata/model'
import type { Principal } from './principal.ts'
import type { Secrets } from './records.ts'

const limits = { perHolder: 8, seconds: 30 }

interface Held {
  readonly principal: Principal
  readonly endsAt: number
}

/**
 * Tickets for browsers, which cannot send a token when they open a stream: good for one stream, for half a minute.
 * Every credential has a share of its own, so that one client cannot use up the tickets of the others.
 */
export class Tickets {
  readonly #clock: Clock
  readonly #secrets: Secrets
  /** By the digest of the ticket, oldest first. Bounded by the number of credentials and the share of each. */
  readonly #heldByDigest = new Map<string, Held>()
  #evicted = 0

  constructor(clock: Clock, secrets: Secrets) {
    this.#clock = clock
    this.#secrets = secrets
  }

  /** How many tickets made room for newer ones of the same holder. */
  get evicted(): number {
    return this.#evicted
  }

  /** A new ticket; where the holder has too many that are not used, its oldest one goes. */
  give(principal: Principal): StreamTicket {
    const now = this.#clock.now()
    for (const [digest, { endsAt }] of this.#heldByDigest)
      if (endsAt <= now) this.#heldByDigest.delete(digest)
    this.#makeRoom(principal)
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

  #makeRoom(principal: Principal): void {
    const holder = holderOf(principal)
    const own = [...this.#heldByDigest].filter(([, held]) => holderOf(held.principal) === holder)
    const [oldest] = own
    if (oldest === undefined || own.length < limits.perHolder) return
    this.#heldByDigest.delete(oldest[0])
    this.#evicted++
  }
}

/** On an open boat there are no credentials, and everyone on its machine is the same holder. */
const holderOf = ({ credential, name }: Principal): string =>
  credential === undefined ? `open ${name}` : `credential ${credential}`
