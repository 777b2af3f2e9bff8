import type { Access, Caller, Principal } from '@marinedata/core'
import { MarineDataError, type Scope } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { Gate, Visitor } from '../gate.ts'
import type { BrowserRules } from './browser-rules.ts'
import { sessionCookieOf } from './cookies.ts'

export interface GateOptions {
  readonly rules: BrowserRules
  readonly authorise: (caller: Caller, scope: Scope) => void
  /** Whom the server takes a stranger for. */
  readonly stranger: Principal
}

/** Where everyone on this machine may do everything, as a demonstration needs it, and nobody else anything. */
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
  readonly access: Pick<Access, 'recognise' | 'admit' | 'credentials'>
  /** What every token begins with. */
  readonly tokenPrefix: string
}

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,256})$/i

/** Where everyone is a stranger who does not hold a secret that the boat knows. */
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
    if (token !== undefined) return { ...line, principal: access.recognise(token, line.address) }
    // Pages of other origins have tokens of their own, and never what a browser keeps for ours.
    const cookie = rules.isGuest(request)
      ? undefined
      : sessionCookieOf(request.headers.cookie, line.isEncrypted)
    // A browser sends a cookie that has run out with everything, signing in included: it just says nothing.
    const principal = cookie === undefined ? undefined : access.credentials.find(cookie, line.address)
    return { ...line, principal: principal ?? stranger }
  }

  identifyStream(request: IncomingMessage): Visitor {
    const { rules, access, stranger } = this.#options
    const line = rules.checkStream(request)
    this.#refuseTokenInUrl(request)
    const token = bearerOf(request)
    if (token !== undefined) return { ...line, principal: access.recognise(token, line.address) }
    const { origin, cookie } = request.headers
    if (origin === undefined && sessionCookieOf(cookie, line.isEncrypted) !== undefined)
      throw new MarineDataError('cross-origin', 'A browser says which page opens a stream')
    const ticket = new URL(request.url ?? '/', 'http://boat').searchParams.get('ticket')
    return { ...line, principal: ticket === null ? stranger : access.admit(ticket, line.address) }
  }

  authorise(caller: Caller, scope: Scope): void {
    this.#options.authorise(caller, scope)
  }

  isGood({ principal }: Caller): boolean {
    return this.#options.access.credentials.isGood(principal)
  }

  /** Addresses end up in logs, histories and on screens: a token that was in one is no secret any more. */
  #refuseTokenInUrl({ url = '' }: IncomingMessage): void {
    if (url.includes(this.#options.tokenPrefix))
      throw new MarineDataError(
        'bad-request',
        'A token belongs in the Authorization header, never in the address',
      )
  }
}

const bearerOf = ({ headers: { authorization } }: IncomingMessage): string | undefined => {
  if (authorization === undefined) return undefined
  const token = bearer.exec(authorization)?.[1]
  if (token !== undefined) return token
  throw new MarineDataError('unauthenticated', 'The Authorization header takes "Bearer" and a token')
}
