import {
  MarineDataError,
  passphraseLimits,
  type Actor,
  type Identity,
  type Invitation,
  type InvitationMade,
  type InvitationRequest,
  type JoinRequest,
  type PassphraseChange,
  type Person,
  type PersonRole,
  type SignInRequest,
} from '@marinedata/model'
import type { CountedAttempt, AttemptLimiter } from './attempt-limiter.ts'
import { normalizeCode, type Claim } from './claim.ts'
import { daysLater, type Credentials, type CreatedCredential } from './credentials.ts'
import { checkHolderName } from './names.ts'
import { anonymous, type Principal } from './principal.ts'
import type { AccessRecords, AccessStore, StoredInvitation, StoredPerson, Secrets } from './records.ts'

export interface PeopleOptions {
  readonly store: AccessStore
  readonly secrets: Secrets
  readonly credentials: Credentials
  readonly attempts: AttemptLimiter
  readonly claim: Claim
}

const sessionDays = 30
const invitationDays = 1
const limits = { people: 100, addresses: 8 }

/** Registration, sign-in, roles and removal of people. */
export class People {
  readonly #options: PeopleOptions

  constructor(options: PeopleOptions) {
    this.#options = options
  }

  list(): Person[] {
    return this.#options.store.people().map(({ name, role, createdAt }) => ({ name, role, createdAt }))
  }

  /**
   * Registers the first owner. If calls overlap, exactly one succeeds.
   * @throws MarineDataError `already-claimed`, `wrong-secret`, `too-many-requests` or `invalid-value`
   */
  async claim({ code, name, passphrase }: JoinRequest, from: string): Promise<CreatedCredential> {
    const { claim, secrets, credentials } = this.#options
    claim.check(code)
    checkHolderName(name)
    checkPassphrase(passphrase, name)
    const sealed = await secrets.seal(passphrase)
    const id = this.#newId()
    const actor: Actor = { kind: 'person', id, name, address: from }
    return credentials.change({ operation: 'claimed', actor, subject: name }, (records) => {
      // Checked again within the transaction: another call may have finished while the pass-phrase was hashed.
      if (records.people().some(({ role }) => role === 'owner'))
        throw new MarineDataError(
          'already-claimed',
          'Another person has just become the owner. Ask the owner for an invitation',
        )
      return this.#addPerson(records, { id, name, role: 'owner', sealed, from })
    })
  }

  /** @throws MarineDataError `wrong-secret`, `too-many-requests`, `name-taken`, `invalid-value` or `tls-required` */
  async join(
    { code, name, passphrase }: JoinRequest,
    from: string,
    isGuarded = true,
  ): Promise<CreatedCredential> {
    const { attempts, secrets, credentials } = this.#options
    checkHolderName(name)
    checkPassphrase(passphrase, name)
    const attempt = attempts.consume({ address: from })
    const sealed = await refundOnError(attempt, secrets.seal(passphrase))
    // An owner who registers again after a recovery keeps the identity.
    const id = this.#options.store.person(name)?.id ?? this.#newId()
    const actor: Actor = { kind: 'person', id, name, address: from }
    return credentials.change({ operation: 'joined', actor, subject: name }, (records) => {
      const invitation = records.takeInvitation(secrets.digest(normalizeCode(code)))
      if (invitation === undefined || !credentials.isUnexpired(invitation.expiresAt))
        throw new MarineDataError(
          'wrong-secret',
          'The invitation is unknown, used or expired. Ask the owner for a new one',
        )
      attempt.refund()
      if (invitation.isRecovery) removeOwner(records, name)
      requireSecureLineForOwner(invitation.role, isGuarded)
      return this.#addPerson(records, { id, name, role: invitation.role, sealed, from })
    })
  }

  /** @throws MarineDataError `wrong-secret`, `too-many-requests` or `tls-required` */
  signIn(request: SignInRequest, from: string, isGuarded = true): Promise<CreatedCredential> {
    return this.#signIn(request, from, { isGuarded })
  }

  /** Signs a person in for the addresses of the family only. Throws as `signIn` does. */
  signInToFamily(request: SignInRequest, from: string, isGuarded: boolean): Promise<CreatedCredential> {
    return this.#signIn(request, from, { isGuarded, isForFamily: true })
  }

  async #signIn(
    { name, passphrase }: SignInRequest,
    from: string,
    { isGuarded, isForFamily = false }: { readonly isGuarded: boolean; readonly isForFamily?: boolean },
  ): Promise<CreatedCredential> {
    const { credentials } = this.#options
    const person = await this.#verify({ name, passphrase }, actorAt(anonymous, from))
    const event = {
      operation: 'signed-in',
      actor: actorAt({ kind: 'person', ...person }, from),
      subject: person.name,
    }
    return credentials.change(event, (records) => {
      const now = rereadVerified(records, person)
      requireSecureLineForOwner(now.role, isGuarded)
      const before = now.addresses.filter((address) => address !== from)
      records.putPerson({ ...now, addresses: [from, ...before].slice(0, limits.addresses) })
      return credentials.add(records, {
        kind: 'session',
        name: person.name,
        role: now.role,
        days: sessionDays,
        isForFamily,
      })
    })
  }

  /** Changes the pass-phrase and ends the person's other sessions. */
  async changePassphrase(
    { current, passphrase }: PassphraseChange,
    principal: Principal,
    from: string,
  ): Promise<void> {
    const { secrets, credentials } = this.#options
    const { name, credential } = principal
    const actor = actorAt(principal, from)
    const person = await this.#verify({ name, passphrase: current }, actor)
    checkPassphrase(passphrase, name)
    const sealed = await secrets.seal(passphrase)
    credentials.change({ operation: 'passphrase-changed', actor, subject: name }, (records) => {
      records.putPerson({ ...rereadVerified(records, person), sealed })
      for (const session of sessionsOf(records, person.name))
        if (session.id !== credential) records.removeCredential(session.id)
    })
  }

  /**
   * Creates an invitation. The code is returned here; only its digest is stored.
   * @param isRecovery lets an owner who forgot the pass-phrase register again under the same name
   */
  invite(
    { role, days = invitationDays }: InvitationRequest,
    actor: Actor,
    isRecovery = false,
  ): InvitationMade {
    const { secrets, credentials } = this.#options
    const code = secrets.code()
    const digest = secrets.digest(code)
    const now = credentials.now()
    const expiresAt = daysLater(now, days)
    credentials.change({ actor, operation: 'invited', subject: role, details: { expiresAt } }, (records) => {
      records.dropInvitations(now)
      records.addInvitation({ digest, role, expiresAt, isRecovery })
    })
    return { id: this.#idOf({ digest }), code, role, expiresAt }
  }

  /** The invitations that can still be used. */
  invitations(): Invitation[] {
    const { store, credentials } = this.#options
    return store
      .invitations()
      .filter(({ expiresAt }) => credentials.isUnexpired(expiresAt))
      .map((stored) => ({ id: this.#idOf(stored), role: stored.role, expiresAt: stored.expiresAt }))
  }

  /** Withdraws an invitation: its code becomes invalid. @throws MarineDataError `not-found` */
  withdraw(id: string, actor: Actor): void {
    const stored = this.#options.store.invitations().find((invitation) => this.#idOf(invitation) === id)
    if (stored === undefined) throw noInvitation()
    const event = { actor, operation: 'invitation-withdrawn', subject: stored.role }
    this.#options.credentials.change(event, (records) => {
      // Somebody may have used it since.
      if (records.takeInvitation(stored.digest) === undefined) throw noInvitation()
    })
  }

  /** Changes the role of a person and of all their sessions. @throws MarineDataError `not-found` or `last-owner` */
  setRole(name: string, role: PersonRole, actor: Actor): void {
    this.#options.credentials.change(
      { actor, operation: 'role-changed', subject: name, details: { role } },
      (records) => {
        const person = known(records, name)
        if (role !== 'owner') checkNotLastOwner(records, person)
        records.putPerson({ ...person, role })
        for (const session of sessionsOf(records, person.name)) {
          records.removeCredential(session.id)
          records.addCredential({ ...session, role })
        }
      },
    )
  }

  /** @throws MarineDataError `not-found` or `last-owner` */
  remove(name: string, actor: Actor): void {
    this.#options.credentials.change({ actor, operation: 'person-removed', subject: name }, (records) => {
      const person = known(records, name)
      checkNotLastOwner(records, person)
      records.removePerson(person.name)
      for (const session of sessionsOf(records, person.name)) records.removeCredential(session.id)
    })
  }

  /** An id that says nothing about the code. */
  #idOf({ digest }: Pick<StoredInvitation, 'digest'>): string {
    return this.#options.secrets.digest(digest)
  }

  /** Verifies name and pass-phrase. Takes equally long for unknown names, counts the attempt and audits a failure. */
  async #verify({ name, passphrase }: SignInRequest, actor: Actor): Promise<StoredPerson> {
    const { store, attempts, secrets, credentials } = this.#options
    const { address: from } = actor
    const person = store.person(name)
    const isKnownAddress = person?.addresses.includes(from) === true
    const account = (person?.name ?? name).toLowerCase()
    // Guesses from unknown addresses share one budget of the account. Known addresses have another, so that such
    // guesses do not lock the person out.
    const attempt = attempts.consume({
      address: from,
      ...(isKnownAddress ? { home: `${from} ${account}` } : { account }),
    })
    const sealedPassphrase = { sealed: person?.sealed, hasPriority: isKnownAddress }
    const isRight = await refundOnError(attempt, secrets.verify(passphrase, sealedPassphrase))
    if (person !== undefined && isRight) {
      attempt.refund()
      return person
    }
    // An unknown name may be a pass-phrase typed into the wrong field: only existing names go into the audit.
    const subject = person?.name ?? 'unknown'
    store.note({ at: credentials.now(), operation: 'sign-in-refused', actor, subject })
    throw new MarineDataError('wrong-secret', 'Wrong name or pass-phrase')
  }

  #newId(): string {
    return this.#options.secrets.random().slice(0, 16)
  }

  #addPerson(
    records: AccessRecords,
    {
      id,
      name,
      role,
      sealed,
      from,
    }: Omit<StoredPerson, 'createdAt' | 'addresses'> & { readonly from: string },
  ): CreatedCredential {
    const { credentials } = this.#options
    if (records.people().length >= limits.people)
      throw new MarineDataError(
        'storage-full',
        `The limit of ${limits.people} people is reached. Remove someone first`,
      )
    if (records.person(name) !== undefined)
      throw new MarineDataError('name-taken', `The name "${name}" is taken. Choose another name`)
    records.putPerson({ id, name, role, sealed, createdAt: credentials.now(), addresses: [from] })
    return credentials.add(records, { kind: 'session', name, role, days: sessionDays })
  }
}

const actorAt = ({ kind, id, name }: Identity, address: string): Actor => ({ kind, id, name, address })

/**
 * Refunds the attempt when the check itself fails, for example because too many are pending: that was no wrong guess.
 */
const refundOnError = async <T>(attempt: CountedAttempt, checking: Promise<T>): Promise<T> => {
  try {
    return await checking
  } catch (error) {
    attempt.refund()
    throw error
  }
}

/** Reads the person again within the transaction: the record may have changed while the pass-phrase was verified. */
const rereadVerified = (
  records: AccessRecords,
  { name, sealed }: Pick<StoredPerson, 'name' | 'sealed'>,
): StoredPerson => {
  const now = records.person(name)
  if (now?.sealed === sealed) return now
  throw new MarineDataError('wrong-secret', 'The pass-phrase has changed. Sign in with the new one')
}

const known = (records: AccessRecords, name: string): StoredPerson => {
  const person = records.person(name)
  if (person !== undefined) return person
  throw new MarineDataError('not-found', `Unknown person "${name}"`)
}

const noInvitation = (): MarineDataError =>
  new MarineDataError('not-found', 'There is no such invitation: it was used or withdrawn, or has expired')

/** Removes an owner who registers again with a recovery invitation, with all sessions. */
const removeOwner = (records: AccessRecords, name: string): void => {
  const person = records.person(name)
  if (person?.role !== 'owner') return
  for (const session of sessionsOf(records, person.name)) records.removeCredential(session.id)
  records.removePerson(person.name)
}

const sessionsOf = (records: AccessRecords, name: string) =>
  records.credentials().filter((credential) => credential.kind === 'session' && credential.name === name)

const checkNotLastOwner = (records: AccessRecords, { name, role }: StoredPerson): void => {
  if (role !== 'owner') return
  const others = records.people().filter((person) => person.role === 'owner' && person.name !== name)
  if (others.length === 0)
    throw new MarineDataError('last-owner', `"${name}" is the only owner. Make another person owner first`)
}

/**
 * Owners need a secure line: an intercepted pass-phrase would give full access. Other roles may sign in without, so
 * that phones work without setup.
 */
const requireSecureLineForOwner = (role: PersonRole, isGuarded: boolean): void => {
  if (role === 'owner' && !isGuarded)
    throw new MarineDataError(
      'tls-required',
      'Owners must sign in over https or on the server itself: this connection is not encrypted. Change the pass-phrase if it was sent here, or pair this device instead',
    )
}

/** Requires length without the person's name, and a minimum of different characters. */
const checkPassphrase = (passphrase: string, name: string): void => {
  const { minLength, differentLetters } = passphraseLimits
  const letters = passphrase.toLowerCase()
  const rest = letters.replaceAll(name.toLowerCase(), '').trim()
  if (rest.length >= minLength / 2 && new Set(letters).size >= differentLetters) return
  throw new MarineDataError('invalid-value', 'The pass-phrase is too easy to guess. Add some words')
}
