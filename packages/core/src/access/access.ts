import type { Clock } from '#clock.ts'
import { MarineDataError, type TokenMade, type TokenRequest } from '@marinedata/model'
import { Attempts } from './attempts.ts'
import { Claim } from './claim.ts'
import { Credentials } from './credentials.ts'
import { newToken, Pairings } from './pairings.ts'
import { People, type By } from './people.ts'
import type { Principal } from './principal.ts'
import type { AccessStore, Secrets } from './records.ts'
import { Tickets } from './tickets.ts'

export interface AccessOptions {
  readonly clock: Clock
  readonly store: AccessStore
  readonly secrets: Secrets
}

/** Who is known to the boat, and how they prove it. */
export class Access {
  readonly claim: Claim
  readonly credentials: Credentials
  readonly people: People
  readonly pairings: Pairings
  readonly tickets: Tickets
  readonly #attempts: Attempts

  constructor({ clock, store, secrets }: AccessOptions) {
    const attempts = new Attempts(clock)
    const claim = new Claim(store, secrets)
    const credentials = new Credentials({ clock, store, secrets })
    this.#attempts = attempts
    this.claim = claim
    this.credentials = credentials
    this.people = new People({ store, secrets, credentials, attempts, claim })
    this.pairings = new Pairings({ clock, secrets, credentials, attempts })
    this.tickets = new Tickets(clock, secrets)
  }

  /**
   * Whose token this is. A good one is always found; whoever sends many wrong ones is no longer told that they are.
   * @throws MarineDataError `unauthenticated` or `too-many-requests`
   */
  recognise(token: string, from: string): Principal {
    const principal = this.credentials.find(token, from)
    if (principal !== undefined) return principal
    this.#attempts.take({ token: from })
    throw new MarineDataError('unauthenticated', 'The token is not known, was revoked, or has run out')
  }

  /**
   * Who holds this ticket; it is used up by asking.
   * @throws MarineDataError `unauthenticated` or `too-many-requests`
   */
  admit(ticket: string, from: string): Principal {
    const principal = this.tickets.take(ticket)
    if (principal !== undefined && this.credentials.isGood(principal)) return principal
    this.#attempts.take({ token: from })
    throw new MarineDataError('unauthenticated', 'The ticket is not known, was used, or is too old')
  }

  /** @throws MarineDataError `invalid-value` or `name-taken` */
  makeToken(request: TokenRequest, by: By): TokenMade {
    const wanted = newToken(request)
    const { name, role, paths } = wanted
    const deed = { ...by, deed: 'token-made', subject: name, details: { role, paths } }
    return this.credentials.change(deed, (records) => this.credentials.add(records, wanted))
  }
}
