import type { Clock } from '#clock.ts'
import {
  checkOf,
  MarineDataError,
  SourceName,
  sourceSpaces,
  type Credential,
  type TokenRole,
} from '@marinedata/model'
import { checkTokenName } from './names.ts'
import type { Principal } from './principal.ts'
import type { AccessDeed, AccessRecords, AccessStore, KeptCredential, Secrets } from './records.ts'
import { TrustedTime } from './trusted-time.ts'

export interface CredentialsOptions {
  readonly clock: Clock
  readonly store: AccessStore
  readonly secrets: Secrets
}

/** What is asked of a new credential. */
export interface NewCredential {
  readonly kind: 'session' | 'token'
  readonly name: string
  readonly role: TokenRole
  readonly paths?: readonly string[]
  readonly days?: number
}

export interface MadeCredential {
  readonly credential: Credential
  /** Known from now on to nobody but its holder. */
  readonly token: string
}

export const tokenPrefix = 'mdt_'
const dayMs = 86_400_000
const limits = { credentials: 1_000, sessionsOfPerson: 32 }

interface Holding {
  readonly kept: KeptCredential
  readonly principal: Principal
}

interface Use {
  readonly at: string
  readonly from: string
}

/** All secrets that are good: made, found, listed and revoked. */
export class Credentials {
  readonly #options: CredentialsOptions
  readonly #holdingByDigest = new Map<string, Holding>()
  readonly #holdingById = new Map<string, Holding>()
  readonly #useById = new Map<string, Use>()
  /** Used since that was last kept. */
  readonly #unkeptUse = new Set<string>()
  readonly #time: TrustedTime
  #changes = -1

  constructor(options: CredentialsOptions) {
    this.#options = options
    this.#time = new TrustedTime(options.clock)
    this.reload()
  }

  /** Whose token this is; undefined when it is nobody's, or no longer good. */
  find(token: string, from: string): Principal | undefined {
    const holding = this.#holdingByDigest.get(this.#options.secrets.digest(token))
    if (holding === undefined || this.#isExpired(holding)) return undefined
    this.#useById.set(holding.kept.id, { at: this.#options.clock.timestamp(), from })
    this.#unkeptUse.add(holding.kept.id)
    return holding.principal
  }

  /** Whether someone who was let in may stay: the credential is still good, and for the same. */
  isGood(principal: Principal): boolean {
    if (principal.credential === undefined) return true
    const holding = this.#holdingById.get(principal.credential)
    return holding?.principal === principal && !this.#isExpired(holding)
  }

  list(): Credential[] {
    return [...this.#holdingById.values()].map(({ kept }) => this.#told(kept))
  }

  /** Makes a credential within a step of the store; the token is given here and kept nowhere. */
  add(records: AccessRecords, wanted: NewCredential): MadeCredential {
    const { secrets } = this.#options
    if (wanted.kind === 'token') checkTokenName(wanted.name, records, this.now())
    this.#makeRoom(records, wanted)
    const token = tokenPrefix + secrets.random()
    const createdAt = this.now()
    const { days } = wanted
    const kept: KeptCredential = {
      id: secrets.random().slice(0, 16),
      kind: wanted.kind,
      name: wanted.name,
      role: wanted.role,
      paths: wanted.paths,
      digest: secrets.digest(token),
      createdAt,
      expiresAt: days === undefined ? undefined : daysLater(createdAt, days),
      usedAt: undefined,
      usedFrom: undefined,
    }
    records.addCredential(kept)
    return { credential: this.#told(kept), token }
  }

  /** Whether a token could be called this now. @throws MarineDataError `invalid-value` or `name-taken` */
  checkTokenName(name: string): void {
    checkTokenName(name, this.#options.store, this.now())
  }

  /** @throws MarineDataError `not-found` */
  revoke(id: string, by: Pick<AccessDeed, 'who' | 'from'>): void {
    const holding = this.#holdingById.get(id)
    if (holding === undefined) throw new MarineDataError('not-found', `There is no token or session "${id}"`)
    const { name, role } = holding.kept
    this.change({ ...by, deed: 'revoked', subject: name, details: { id, role } }, (records) =>
      records.removeCredential(id),
    )
  }

  /** A step of the store, after which what it changed is in force. */
  change<T>(deed: Omit<AccessDeed, 'at'>, step: (records: AccessRecords) => T): T {
    const result = this.#options.store.change({ at: this.now(), ...deed }, step)
    this.reload()
    return result
  }

  /** Now, as an ISO date-time. */
  now(): string {
    return this.#time.now()
  }

  /** Whether something that runs out then is still good. What a wrong clock has put off for decades is not. */
  isStillGood(expiresAt: string): boolean {
    return expiresAt > this.now() && this.#time.isBelievable(expiresAt)
  }

  /** To be called often: takes up what another process has changed. True when there was something. */
  refresh(): boolean {
    if (this.#options.store.changes() === this.#changes) return false
    this.reload()
    return true
  }

  /** Reads all of them anew; whoever's rights are the same stays the same principal. */
  reload(): void {
    const { store } = this.#options
    // Asked before anything is read: what another process changes from now on is taken up by the next refresh.
    const changes = store.changes()
    const before = new Map(this.#holdingById)
    this.#holdingByDigest.clear()
    this.#holdingById.clear()
    for (const kept of store.credentials()) {
      const old = before.get(kept.id)
      const holding = old !== undefined && isSameRight(old.kept, kept) ? { ...old, kept } : holdingOf(kept)
      this.#holdingByDigest.set(kept.digest, holding)
      this.#holdingById.set(kept.id, holding)
      this.#time.learn(kept.createdAt)
    }
    for (const id of this.#useById.keys()) if (!this.#holdingById.has(id)) this.#useById.delete(id)
    this.#changes = changes
  }

  /** Keeps what was seen of their use; not on every use, as nobody steers by it. */
  keepUse(): void {
    const uses = [...this.#useById].filter(([id]) => this.#unkeptUse.has(id))
    if (uses.length === 0) return
    this.#options.store.keepUse(uses.map(([id, use]) => ({ id, ...use })))
    this.#unkeptUse.clear()
  }

  #told({ id, kind, name, role, paths, createdAt, expiresAt, ...kept }: KeptCredential): Credential {
    const { at: usedAt, from: usedFrom } = this.#useById.get(id) ?? { at: kept.usedAt, from: kept.usedFrom }
    return {
      id,
      kind,
      name,
      role,
      ...(paths !== undefined && { paths: [...paths] }),
      createdAt,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(usedAt !== undefined && { usedAt }),
      ...(usedFrom !== undefined && { usedFrom }),
    }
  }

  #isExpired({ kept: { expiresAt } }: Holding): boolean {
    return expiresAt !== undefined && !this.isStillGood(expiresAt)
  }

  /** The person's oldest session goes for a new one; what has run out goes when there is no more room. */
  #makeRoom(records: AccessRecords, { kind, name }: NewCredential): void {
    const all = records.credentials()
    const sessions = all.filter((kept) => kept.kind === 'session' && kept.name === name)
    if (kind === 'session' && sessions.length >= limits.sessionsOfPerson)
      records.removeCredential(oldest(sessions).id)
    if (all.length < limits.credentials) return
    const useless = all.filter(({ expiresAt }) => expiresAt !== undefined && !this.isStillGood(expiresAt))
    if (useless.length === 0)
      throw new MarineDataError('storage-full', `There are ${limits.credentials} tokens; revoke some first`)
    records.removeCredential(oldest(useless).id)
  }
}

/** An ISO date-time so many days after another. */
export const daysLater = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * dayMs).toISOString()

const oldest = (credentials: readonly KeptCredential[]): KeptCredential =>
  credentials.reduce((one, other) => (other.createdAt < one.createdAt ? other : one))

const isSameRight = (one: KeptCredential, other: KeptCredential): boolean =>
  one.role === other.role && one.name === other.name && String(one.paths) === String(other.paths)

const sourceName = checkOf<string>(SourceName)
export const isSourceName = (name: string): boolean => sourceName.accepts(name)

/** Devices and tokens have a name space of their own: a token called Anna is not the person Anna. */
const tokenActor = (name: string): string => `${sourceSpaces.device}.${name}`

const holdingOf = (kept: KeptCredential): Holding => ({
  kept,
  principal: {
    name: kept.kind === 'session' ? kept.name : tokenActor(kept.name),
    label: kept.name,
    roles: [kept.role],
    source:
      kept.kind === 'token' && isSourceName(kept.name)
        ? tokenActor(kept.name)
        : `${sourceSpaces.stream}.${kept.id}`,
    ...(kept.paths !== undefined && { paths: kept.paths }),
    credential: kept.id,
  },
})
