import type { Access, Caller, Principal } from '@marinedata/core'
import { MarineDataError, type ProblemCode, type Scope } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { Door, Entrance, Gate, Visitor } from '../gate.ts'
import type { BrowserRules, RequestLine } from './browser-rules.ts'
import { sessionCookiesOf } from './cookies.ts'
import type { FamilyCredentials } from './family-credentials.ts'

export interface GateOptions {
  readonly rules: BrowserRules
  readonly authorise: (caller: Caller, scope: Scope) => void
  /** The principal of an unauthenticated client. */
  readonly stranger: Principal
}

/** The gate of open mode, as used for demonstrations: local clients may do everything, and others nothing. */
export class OpenGate implements Gate {
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#options = options
  }

  identify(request: IncomingMessage, { door }: Entrance = {}): Visitor {
    const { rules, stranger } = this.#options
    return { ...(door === 'page' ? rules.checkLine(request) : rules.check(request)), principal: stranger }
  }

  identifyStream(request: IncomingMessage): Visitor {
    return { ...this.#options.rules.checkStream(request), principal: this.#options.stranger }
  }

  authorise(caller: Caller, scope: Scope): void {
    this.#options.authorise(caller, scope)
  }

  isGood(): boolean {
    return true
  }
}

export interface ClosedGateOptions extends GateOptions {
  readonly access: Pick<Access, 'authenticate' | 'redeemTicket' | 'credentials'>
  /** The prefixes of all tokens. */
  readonly tokenPrefixes: readonly string[]
  readonly family: FamilyCredentials
}

const schemes = {
  own: /^Bearer ([A-Za-z0-9._~+/=-]{1,256})$/i,
  family: /^(?:Bearer|JWT) ([A-Za-z0-9._~+/=-]{1,256})$/i,
} as const satisfies Record<Door, RegExp>

/** The gate of a closed boat: clients authenticate by token, cookie or ticket. */
export class ClosedGate implements Gate {
  readonly #options: ClosedGateOptions

  constructor(options: ClosedGateOptions) {
    this.#options = options
  }

  identify(request: IncomingMessage, { door = 'own', isPublic = false }: Entrance = {}): Visitor {
    const { rules, stranger } = this.#options
    // Nothing that the browser adds counts for a page of a plugin, so it does not matter which page sends the request.
    if (door === 'page') return { ...rules.checkLine(request), principal: stranger }
    return this.#identify(request, door, isPublic)
  }

  #identify(request: IncomingMessage, door: Door, isPublic: boolean): Visitor {
    const { rules, stranger } = this.#options
    const line = rules.check(request)
    // An app gives its token to another app that it frames. A public address ignores it.
    if (!(door === 'family' && isPublic)) this.#refuseTokenInUrl(request.url)
    try {
      return { ...line, principal: this.#principalOf(request, line, door) }
    } catch (error) {
      // Browsers and devices send a token long after it was revoked. They must still find the boat, and sign in again.
      if (isPublic && error instanceof MarineDataError && ignored.has(error.code))
        return { ...line, principal: stranger }
      throw error
    }
  }

  identifyStream(request: IncomingMessage, door: Door = 'own'): Visitor {
    const { rules } = this.#options
    const line = rules.checkStream(request)
    const { searchParams } = new URL(request.url ?? '/', 'http://boat')
    if (door === 'own') this.#refuseTokenInUrl(request.url)
    const token = tokenOf(request, door)
    if (token !== undefined) return { ...line, principal: this.#authenticate(token, line, door) }
    const principal =
      door === 'own'
        ? this.#principalOfTicket(request, line, searchParams.get('ticket'))
        : this.#principalOfApp(request, line, searchParams.get('token'))
    return { ...line, principal }
  }

  authorise(caller: Caller, scope: Scope): void {
    this.#options.authorise(caller, scope)
  }

  isGood({ principal }: Caller): boolean {
    const { access, family } = this.#options
    return access.credentials.isGood(family.originalOf(principal))
  }

  #principalOf(request: IncomingMessage, line: RequestLine, door: Door): Principal {
    const { stranger } = this.#options
    const token = tokenOf(request, door)
    if (token !== undefined) return this.#authenticate(token, line, door)
    return this.#principalOfCookie(request, line, door) ?? stranger
  }

  #authenticate(token: string, { address }: RequestLine, door: Door): Principal {
    const { access, family } = this.#options
    if (door === 'family') return family.authenticate(token, address)
    if (family.secretOf(token) === undefined) return access.authenticate(token, address)
    throw new MarineDataError('unauthenticated', 'This token was made for the addresses below /signalk only')
  }

  /** The first cookie that is good. Others are ignored, not rejected: the browser sends them also to sign in. */
  #principalOfCookie(request: IncomingMessage, line: RequestLine, door: Door): Principal | undefined {
    // Pages of other origins use separate tokens; the cookie is only for the server's pages.
    if (this.#options.rules.isAllowedOrigin(request)) return undefined
    for (const cookie of sessionCookiesOf(request.headers.cookie, line.isEncrypted, door)) {
      const principal = this.#findCookie(cookie, line, door)
      if (principal !== undefined) return principal
    }
    return undefined
  }

  #findCookie(cookie: string, { address }: RequestLine, door: Door): Principal | undefined {
    const { access, family } = this.#options
    if (door === 'family') return family.findCookie(cookie, address)
    return family.secretOf(cookie) === undefined ? access.credentials.find(cookie, address) : undefined
  }

  #principalOfTicket(request: IncomingMessage, line: RequestLine, ticket: string | null): Principal {
    const { access, stranger } = this.#options
    this.#requireOrigin(request, line, 'own')
    return ticket === null ? stranger : access.redeemTicket(ticket, line.address)
  }

  /** Apps open the stream with the cookie of their sign-in, else with the token in the address. */
  #principalOfApp(request: IncomingMessage, line: RequestLine, token: string | null): Principal {
    const { family, stranger } = this.#options
    this.#requireOrigin(request, line, 'family')
    const signedIn = this.#principalOfCookie(request, line, 'family')
    if (signedIn !== undefined) return signedIn
    return token === null || token === '' ? stranger : family.authenticateAddress(token, line.address)
  }

  #requireOrigin({ headers }: IncomingMessage, { isEncrypted }: RequestLine, door: Door): void {
    if (headers.origin === undefined && sessionCookiesOf(headers.cookie, isEncrypted, door).length > 0)
      throw new MarineDataError(
        'cross-origin',
        'A stream with a session cookie needs the Origin header, which browsers send',
      )
  }

  /** URLs appear in logs, histories and on screens, so a token in a URL is no longer secret. */
  #refuseTokenInUrl(url = ''): void {
    if (this.#options.tokenPrefixes.some((prefix) => url.includes(prefix)))
      throw new MarineDataError(
        'bad-request',
        'The URL contains a token. Send the token in the Authorization header, and revoke this one.',
      )
  }
}

/** Errors of credentials, which do not concern a public address. */
const ignored: ReadonlySet<ProblemCode> = new Set(['unauthenticated', 'too-many-requests'])

const tokenOf = ({ headers: { authorization } }: IncomingMessage, door: Door): string | undefined => {
  if (authorization === undefined) return undefined
  const token = schemes[door].exec(authorization)?.[1]
  if (token !== undefined) return token
  throw new MarineDataError(
    'unauthenticated',
    'The Authorization header is not valid. Send "Bearer" and a token.',
  )
}
