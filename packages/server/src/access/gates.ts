import type { Access, Caller, Principal } from '@marinedata/core'
import { MarineDataError, type Scope } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { Gate, Visitor } from '../gate.ts'
import type { BrowserRules } from './browser-rules.ts'
import { sessionCookieOf } from './cookies.ts'

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

  identify(request: IncomingMessage): Visitor {
    return { ...this.#options.rules.check(request), principal: this.#options.stranger }
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
  /** The prefix of every token. */
  readonly tokenPrefix: string
}

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,256})$/i

/** The gate of a closed boat: clients authenticate by token, cookie or ticket. */
export class ClosedGate implements Gate {
  readonly #options: ClosedGateOptions

  constructor(options: ClosedGateOptions) {
    this.#options = options
  }

  identify(request: IncomingMessage): Visitor {
    const { rules, access, stranger } = this.#options
    const line = rules.check(request)
    this.#refuseTokenInUrl(request)
    const token = bearerOf(request)
    if (token !== undefined) return { ...line, principal: access.authenticate(token, line.address) }
    // Pages of other origins use tokens of their own; the cookie is only for the server's own pages.
    const cookie = rules.isAllowedOrigin(request)
      ? undefined
      : sessionCookieOf(request.headers.cookie, line.isEncrypted)
    // An expired cookie is ignored, not rejected: the browser sends it with every request, including sign-in.
    const principal = cookie === undefined ? undefined : access.credentials.find(cookie, line.address)
    return { ...line, principal: principal ?? stranger }
  }

  identifyStream(request: IncomingMessage): Visitor {
    const { rules, access, stranger } = this.#options
    const line = rules.checkStream(request)
    this.#refuseTokenInUrl(request)
    const token = bearerOf(request)
    if (token !== undefined) return { ...line, principal: access.authenticate(token, line.address) }
    const { origin, cookie } = request.headers
    if (origin === undefined && sessionCookieOf(cookie, line.isEncrypted) !== undefined)
      throw new MarineDataError(
        'cross-origin',
        'A stream with a session cookie needs the Origin header, which browsers send',
      )
    const ticket = new URL(request.url ?? '/', 'http://boat').searchParams.get('ticket')
    return { ...line, principal: ticket === null ? stranger : access.redeemTicket(ticket, line.address) }
  }

  authorise(caller: Caller, scope: Scope): void {
    this.#options.authorise(caller, scope)
  }

  isGood({ principal }: Caller): boolean {
    return this.#options.access.credentials.isGood(principal)
  }

  /** URLs appear in logs, histories and on screens, so a token in a URL is no longer secret. */
  #refuseTokenInUrl({ url = '' }: IncomingMessage): void {
    if (url.includes(this.#options.tokenPrefix))
      throw new MarineDataError(
        'bad-request',
        'The URL contains a token. Send the token in the Authorization header, and revoke this one.',
      )
  }
}

const bearerOf = ({ headers: { authorization } }: IncomingMessage): string | undefined => {
  if (authorization === undefined) return undefined
  const token = bearer.exec(authorization)?.[1]
  if (token !== undefined) return token
  throw new MarineDataError(
    'unauthenticated',
    'The Authorization header is not valid. Send "Bearer" and a token.',
  )
}
