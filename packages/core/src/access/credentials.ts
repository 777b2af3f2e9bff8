import type { Clock } from '#clock.ts'
import {
  checkOf,
  MarineDataError,
  SourceName,
  sourceSpaces,
  type Actor,
  type Credential,
  type Identity,
  type TokenInAddress,
  type TokenRole,
} from '@marinedata/model'
import { checkTokenName } from './names.ts'
import type { Principal } from './principal.ts'
import type { AccessEvent, AccessRecords, AccessStore, StoredCredential, Secrets } from './records.ts'
import { TrustedTime } from './trusted-time.ts'

export interface CredentialsOptions {
  readonly clock: Clock
  readonly store: AccessStore
  readonly secrets: Secrets
}

/** The properties of a credential to create. */
export interface NewCredential {
  readonly kind: 'session' | 'token'
  readonly name: string
  readonly role: TokenRole
  readonly paths?: readonly string[]
  readonly days?: number
  /** For the addresses of the family only. */
  readonly isForFamily?: boolean
}

export interface CreatedCredential {
  readonly credential: Credential
  /** The secret. Returned once: only its digest is stored. */
  readonly token: string
}

export const tokenPrefix = 'mdt_'
/** The digest covers the prefix, so that no other secret can pass as one of the family. */
export const familyTokenPrefix = 'mdf_'
const dayMs = 86_400_000
const limits = { credentials: 1_000, sessionsOfPerson: 32 }

interface ActiveCredential {
  readonly stored: StoredCredential
  readonly principal: Principal
}

interface LastUse {
  readonly at: string
  readonly from: string
}

/** Creates, finds, lists and revokes sessions and tokens. */
export class Credentials {
  readonly #options: CredentialsOptions
  readonly #activeByDigest = new Map<string, ActiveCredential>()
  readonly #activeById = new Map<string, ActiveCredential>()
  readonly #useById = new Map<string, LastUse>()
  /** Ids of credentials whose last use is not saved yet. */
  readonly #unsavedUse = new Set<string>()
  readonly #time: TrustedTime
  #changes = -1

  constructor(options: CredentialsOptions) {
    this.#options = options
    this.#time = new TrustedTime(options.clock)
    this.reload()
  }

  /** The principal of a token; undefined when the token is unknown or expired. */
  find(token: string, from: string): Principal | undefined {
    const active = this.#activeByDigest.get(this.#options.secrets.digest(token))
    if (active === undefined || this.#isExpired(active)) return undefined
    this.#useById.set(active.stored.id, { at: this.#options.clock.timestamp(), from })
    this.#unsavedUse.add(active.stored.id)
    return active.principal
  }

  /** Whether an authenticated principal may stay connected: its credential is still valid, with the same rights. */
  isGood(principal: Principal): boolean {
    if (principal.credential === undefined) return true
    const active = this.#activeById.get(principal.credential)
    return active?.principal === principal && !this.#isExpired(active)
  }

  /** Returns the token's rights in a stream address, or undefined if the address does not accept it. */
  tokenInAddress({ credential }: Principal): TokenInAddress | undefined {
    return credential === undefined ? undefined : this.#activeById.get(credential)?.stored.tokenInAddress
  }

  list(): Credential[] {
    return [...this.#activeById.values()].map(({ stored }) => this.#publicView(stored))
  }

  /** Creates a credential within a transaction of the store. The token is returned here and stored nowhere. */
  add(records: AccessRecords, requested: NewCredential): CreatedCredential {
    const { secrets } = this.#options
    if (requested.kind === 'token') checkTokenName(requested.name, records, this.now())
    this.#evictOldest(records, requested)
    const prefix = requested.isForFamily === true ? familyTokenPrefix : tokenPrefix
    const token = prefix + secrets.random()
    const createdAt = this.now()
    const { days } = requested
    const stored: StoredCredential = {
      id: secrets.random().slice(0, 16),
      kind: requested.kind,
      name: requested.name,
      role: requested.role,
      paths: requested.paths,
      // The owner can allow more.
      tokenInAddress: requested.isForFamily === true ? 'read' : undefined,
      digest: secrets.digest(token),
      createdAt,
      expiresAt: days === undefined ? undefined : daysLater(createdAt, days),
      usedAt: undefined,
      usedFrom: undefined,
    }
    records.addCredential(stored)
    return { credential: this.#publicView(stored), token }
  }

  /** Checks that a new token can have this name. @throws MarineDataError `invalid-value` or `name-taken` */
  checkTokenName(name: string): void {
    checkTokenName(name, this.#options.store, this.now())
  }

  /**
   * Decides what a token of the family may do in the address of a stream. Its streams end and can be opened again.
   * @throws MarineDataError `not-found`, or `invalid-value` for a token that is not accepted in an address
   */
  setTokenInAddress(id: string, tokenInAddress: TokenInAddress, actor: Actor): void {
    const { stored } = this.#active(id)
    if (stored.tokenInAddress === undefined)
      throw new MarineDataError(
        'invalid-value',
        `"${stored.name}" is no app of the Signal K family. Its token is never accepted in an address`,
      )
    const details = { id, tokenInAddress }
    const event = { actor, operation: 'token-in-address-changed', subject: stored.name, details }
    this.change(event, (records) => {
      records.removeCredential(id)
      records.addCredential({ ...stored, tokenInAddress })
    })
  }

  /** @throws MarineDataError `not-found` */
  revoke(id: string, actor: Actor): void {
    const { name, role } = this.#active(id).stored
    this.change({ actor, operation: 'revoked', subject: name, details: { id, role } }, (records) =>
      records.removeCredential(id),
    )
  }

  /** Runs a transaction of the store, then reloads: the changes apply immediately. */
  change<T>(event: Omit<AccessEvent, 'at'>, step: (records: AccessRecords) => T): T {
    const result = this.#options.store.change({ at: this.now(), ...event }, step)
    this.reload()
    return result
  }

  /** The trusted present time as an ISO date-time. */
  now(): string {
    return this.#time.now()
  }

  /** Whether an expiry time is in the future. A time decades away was set by a wrong clock and counts as expired. */
  isUnexpired(expiresAt: string): boolean {
    return expiresAt > this.now() && this.#time.isPlausible(expiresAt)
  }

  /** Reloads when another process has changed the store. Called periodically. Returns whether it reloaded. */
  refresh(): boolean {
    if (this.#options.store.changes() === this.#changes) return false
    this.reload()
    return true
  }

  /** Reads all credentials from the store. A principal whose rights are unchanged keeps its object identity. */
  reload(): void {
    const { store } = this.#options
    // Read before the credentials: the next refresh then sees any change that another process makes during the read.
    const changes = store.changes()
    const personIdByName = new Map(store.people().map(({ name, id }) => [name, id]))
    const before = new Map(this.#activeById)
    this.#activeByDigest.clear()
    this.#activeById.clear()
    for (const stored of store.credentials()) {
      const identity = identityOf(stored, personIdByName)
      if (identity === undefined) continue
      const old = before.get(stored.id)
      const active =
        old !== undefined && hasSameRights(old.stored, stored)
          ? { ...old, stored }
          : activate(stored, identity)
      this.#activeByDigest.set(stored.digest, active)
      this.#activeById.set(stored.id, active)
      this.#time.learn(stored.createdAt)
    }
    for (const id of this.#useById.keys()) if (!this.#activeById.has(id)) this.#useById.delete(id)
    this.#changes = changes
  }

  /** Saves the last uses. Called periodically and not on every use, to spare the disk. */
  saveUse(): void {
    const uses = [...this.#useById].filter(([id]) => this.#unsavedUse.has(id))
    if (uses.length === 0) return
    this.#options.store.saveUse(uses.map(([id, use]) => ({ id, ...use })))
    this.#unsavedUse.clear()
  }

  #active(id: string): ActiveCredential {
    const active = this.#activeById.get(id)
    if (active !== undefined) return active
    throw new MarineDataError(
      'not-found',
      `Unknown token or session "${id}". It may have been revoked already`,
    )
  }

  #publicView({
    id,
    kind,
    name,
    role,
    paths,
    tokenInAddress,
    createdAt,
    expiresAt,
    ...stored
  }: StoredCredential): Credential {
    const { at: usedAt, from: usedFrom } = this.#useById.get(id) ?? {
      at: stored.usedAt,
      from: stored.usedFrom,
    }
    return {
      id,
      kind,
      name,
      role,
      ...(paths !== undefined && { paths: [...paths] }),
      ...(tokenInAddress !== undefined && { tokenInAddress }),
      createdAt,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(usedAt !== undefined && { usedAt }),
      ...(usedFrom !== undefined && { usedFrom }),
    }
  }

  #isExpired({ stored: { expiresAt } }: ActiveCredential): boolean {
    return expiresAt !== undefined && !this.isUnexpired(expiresAt)
  }

  /**
   * Evicts the person's oldest session beyond the limit, and the oldest expired credential when the store is full.
   */
  #evictOldest(records: AccessRecords, { kind, name }: NewCredential): void {
    const all = records.credentials()
    const sessions = all.filter((stored) => stored.kind === 'session' && stored.name === name)
    if (kind === 'session' && sessions.length >= limits.sessionsOfPerson)
      records.removeCredential(oldest(sessions).id)
    if (all.length < limits.credentials) return
    const expired = all.filter(({ expiresAt }) => expiresAt !== undefined && !this.isUnexpired(expiresAt))
    if (expired.length === 0)
      throw new MarineDataError(
        'storage-full',
        `The limit of ${limits.credentials} tokens and sessions is reached. Revoke some first`,
      )
    records.removeCredential(oldest(expired).id)
  }
}

/** Adds days to an ISO date-time. */
export const daysLater = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * dayMs).toISOString()

const oldest = (credentials: readonly StoredCredential[]): StoredCredential =>
  credentials.reduce((one, other) => (other.createdAt < one.createdAt ? other : one))

const hasSameRights = (one: StoredCredential, other: StoredCredential): boolean =>
  one.role === other.role &&
  one.name === other.name &&
  one.tokenInAddress === other.tokenInAddress &&
  String(one.paths) === String(other.paths)

const sourceName = checkOf<string>(SourceName)
export const isSourceName = (name: string): boolean => sourceName.accepts(name)

/** The holder of a credential; undefined for a session whose person was removed. */
const identityOf = (
  { id, kind, name, role }: StoredCredential,
  personIdByName: ReadonlyMap<string, string>,
): Identity | undefined => {
  if (kind === 'token') return { kind: role === 'device' ? 'device' : 'token', id, name }
  const personId = personIdByName.get(name)
  return personId === undefined ? undefined : { kind: 'person', id: personId, name }
}

const activate = (stored: StoredCredential, identity: Identity): ActiveCredential => ({
  stored,
  principal: {
    ...identity,
    roles: [stored.role],
    source:
      stored.kind === 'token' && isSourceName(stored.name)
        ? `${sourceSpaces.device}.${stored.name}`
        : `${sourceSpaces.stream}.${stored.id}`,
    ...(stored.paths !== undefined && { paths: stored.paths }),
    credential: stored.id,
  },
})
