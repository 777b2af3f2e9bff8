import type { Clock } from '#clock.ts'
import { MarineDataError, type Actor, type TokenMade, type TokenRequest } from '@marinedata/model'
import { AttemptLimiter } from './attempt-limiter.ts'
import { Claim } from './claim.ts'
import { Credentials } from './credentials.ts'
import { newToken, Pairings } from './pairings.ts'
import { People } from './people.ts'
import type { Principal } from './principal.ts'
import type { AccessStore, Secrets } from './records.ts'
import { Tickets } from './tickets.ts'

export interface AccessOptions {
  readonly clock: Clock
  readonly store: AccessStore
  readonly secrets: Secrets
}

/** Authentication of people, devices and tokens. */
export class Access {
  readonly claim: Claim
  readonly credentials: Credentials
  readonly people: People
  readonly pairings: Pairings
  readonly tickets: Tickets
  readonly #attempts: AttemptLimiter

  constructor({ clock, store, secrets }: AccessOptions) {
    const attempts = new AttemptLimiter(clock)
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
   * Finds the principal of a token. A valid token always works. Unknown tokens are counted per address: after the
   * limit the address gets `too-many-requests` instead of `unauthenticated`.
   * @throws MarineDataError `unauthenticated` or `too-many-requests`
   */
  authenticate(token: string, from: string): Principal {
    const principal = this.credentials.find(token, from)
    if (principal !== undefined) return principal
    this.#attempts.consume({ token: from })
    throw new MarineDataError(
      'unauthenticated',
      'The token is unknown, revoked or expired. Sign in again or create a new token',
    )
  }

  /**
   * Finds the principal of a stream ticket. A ticket is valid once.
   * @throws MarineDataError `unauthenticated` or `too-many-requests`
   */
  redeemTicket(ticket: string, from: string): Principal {
    const principal = this.tickets.redeem(ticket)
    if (principal !== undefined && this.credentials.isGood(principal)) return principal
    this.#attempts.consume({ token: from })
    throw new MarineDataError(
      'unauthenticated',
      'The ticket is unknown, used or expired. Request a new ticket',
    )
  }

  /** @throws MarineDataError `invalid-value` or `name-taken` */
  createToken(request: TokenRequest, actor: Actor): TokenMade {
    const requested = newToken(request)
    const { name, role, paths } = requested
    const event = { actor, operation: 'token-made', subject: name, details: { role, paths } }
    return this.credentials.change(event, (records) => this.credentials.add(records, requested))
  }
}
