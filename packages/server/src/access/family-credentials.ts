import type { Access, Principal } from '@marinedata/core'
import { MarineDataError, type Role } from '@marinedata/model'

export interface FamilyCredentialsOptions {
  readonly access: Pick<Access, 'authenticate' | 'credentials'>
  /** The prefix of the secrets that were made for the family. */
  readonly prefix: string
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const head = encoded({ alg: 'none', typ: 'JWT' })

/**
 * A secret in the shape of a JSON Web Token, because apps read its time of expiry. Only the last part counts, and
 * nothing of the rest is believed.
 */
export const familyTokenOf = (secret: string, expiresAt: string | undefined): string =>
  `${head}.${encoded(expiresAt === undefined ? {} : { exp: Math.floor(Date.parse(expiresAt) / 1_000) })}.${secret}`

const notForAddress = (): MarineDataError =>
  new MarineDataError(
    'unauthenticated',
    'The token in the address was not made for /signalk. Sign in with the app, or let it ask for access.',
  )

/** Credentials of Signal K apps. They never grant an owner's rights. */
export class FamilyCredentials {
  readonly #options: FamilyCredentialsOptions
  readonly #helmByPrincipal = new WeakMap<Principal, Principal>()
  readonly #viewerByPrincipal = new WeakMap<Principal, Principal>()
  readonly #originals = new WeakMap<Principal, Principal>()

  constructor(options: FamilyCredentialsOptions) {
    this.#options = options
  }

  /** The secret of a token that was made for the family; undefined for other tokens. */
  secretOf(token: string): string | undefined {
    const secret = token.slice(token.lastIndexOf('.') + 1)
    return secret.startsWith(this.#options.prefix) ? secret : undefined
  }

  /** @throws MarineDataError `unauthenticated` or `too-many-requests` */
  authenticate(token: string, from: string): Principal {
    const secret = this.secretOf(token)
    const principal = this.#options.access.authenticate(secret ?? token, from)
    return secret === undefined ? principal : this.#withoutOwner(principal)
  }

  /** An expired cookie is ignored: the browser sends it with every request, including the one to sign in. */
  findCookie(cookie: string, from: string): Principal | undefined {
    const secret = this.secretOf(cookie)
    const principal = secret === undefined ? undefined : this.#options.access.credentials.find(secret, from)
    return principal && this.#withoutOwner(principal)
  }

  /**
   * The principal of a token in the address of a stream. Addresses are shown and stored in many places, so that it may
   * only read, unless the owner of the boat has decided otherwise for this token.
   * @throws MarineDataError `unauthenticated` or `too-many-requests`
   */
  authenticateAddress(token: string, from: string): Principal {
    if (this.secretOf(token) === undefined) throw notForAddress()
    const principal = this.authenticate(token, from)
    const allowed = this.#options.access.credentials.tokenInAddress(principal)
    if (allowed === undefined) throw notForAddress()
    return allowed === 'all' ? principal : this.#limited(principal, 'viewer', this.#viewerByPrincipal)
  }

  /** The principal as the credentials know it. */
  originalOf(principal: Principal): Principal {
    return this.#originals.get(principal) ?? principal
  }

  #withoutOwner(principal: Principal): Principal {
    if (!principal.roles.includes('owner')) return principal
    return this.#limited(principal, 'helm', this.#helmByPrincipal)
  }

  /** Equal for equal principals, because streams compare them. */
  #limited(principal: Principal, role: Role, limitedBy: WeakMap<Principal, Principal>): Principal {
    const known = limitedBy.get(principal)
    if (known !== undefined) return known
    const { kind, id, name, source, credential } = principal
    const limited: Principal = { kind, id, name, source, roles: [role], ...(credential && { credential }) }
    limitedBy.set(principal, limited)
    this.#originals.set(limited, this.originalOf(principal))
    return limited
  }
}
