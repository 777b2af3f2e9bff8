import { AttemptLimiter, type Caller, type Clock, type Principal } from '@marinedata/core'
import { MarineDataError, type Scope } from '@marinedata/model'
import { authoriseCaller, type Gate, type Visitor } from 'marinedata/reading'
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Someone with a token. */
export interface KnownMember {
  readonly tenant: string
  readonly name: string
}

const bearer = /^Bearer (mdf_[A-Za-z0-9_-]{43})$/

/** Lets members of one tenant read. Writing is impossible: every member has the role of a viewer. */
export class MemberGate implements Gate {
  readonly #memberOf: (digest: string) => KnownMember | undefined
  readonly #attempts: AttemptLimiter

  /** @param memberOf the member with this digest of a token; undefined if it does not exist */
  constructor(memberOf: (digest: string) => KnownMember | undefined, clock: Clock) {
    this.#memberOf = memberOf
    this.#attempts = new AttemptLimiter(clock)
  }

  /** The tenant of a request. @throws MarineDataError `unauthenticated`, `too-many-requests` */
  tenantOf(request: IncomingMessage): string {
    return this.#find(request).member.tenant
  }

  identify(request: IncomingMessage): Visitor {
    const { digest, member, address } = this.#find(request)
    const principal: Principal = {
      kind: 'token',
      id: digest.slice(0, 16),
      name: member.name,
      roles: ['viewer'],
      source: `stream.${digest.slice(0, 8)}`,
      credential: digest,
    }
    // TLS ends here or at a proxy in front: a reader does not listen to the internet without it.
    const isEncrypted = request.socket instanceof TLSSocket
    return { principal, address, isEncrypted, isGuarded: true }
  }

  identifyStream(request: IncomingMessage): Visitor {
    return this.identify(request)
  }

  authorise(caller: Caller, scope: Scope): void {
    authoriseCaller(caller, scope)
  }

  isGood({ principal }: Caller): boolean {
    return principal.credential !== undefined && this.#memberOf(principal.credential) !== undefined
  }

  #find(request: IncomingMessage): { digest: string; member: KnownMember; address: string } {
    const address = (request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
    const token = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined)
      throw new MarineDataError('unauthenticated', 'Send the token of a member as "Authorization: Bearer …"')
    const digest = hash('sha256', token, 'hex')
    const member = this.#memberOf(digest)
    if (member !== undefined) return { digest, member, address }
    this.#attempts.consume({ token: address })
    throw new MarineDataError('unauthenticated', 'The token is unknown or has ended')
  }
}
