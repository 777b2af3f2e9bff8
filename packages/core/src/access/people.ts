import {
  MarineDataError,
  passphraseLimits,
  type InvitationMade,
  type InvitationRequest,
  type JoinRequest,
  type PassphraseChange,
  type Person,
  type PersonRole,
  type SignInRequest,
} from '@marinedata/model'
import type { Attempt, Attempts } from './attempts.ts'
import { plainCode, type Claim } from './claim.ts'
import { daysLater, type Credentials, type MadeCredential } from './credentials.ts'
import { checkHolderName } from './names.ts'
import type { Principal } from './principal.ts'
import type { AccessDeed, AccessRecords, AccessStore, KeptPerson, Secrets } from './records.ts'

export interface PeopleOptions {
  readonly store: AccessStore
  readonly secrets: Secrets
  readonly credentials: Credentials
  readonly attempts: Attempts
  readonly claim: Claim
}

/** Who does it, and from where, for the audit. */
export type By = Pick<AccessDeed, 'who' | 'from'>

const sessionDays = 30
const invitationDays = 1
const limits = { people: 100, addresses: 8 }

/** People: how they become known, prove it, and are given and lose their roles. */
export class People {
  readonly #options: PeopleOptions

  constructor(options: PeopleOptions) {
    this.#options = options
  }

  list(): Person[] {
    return this.#options.store.people().map(({ name, role, createdAt }) => ({ name, role, createdAt }))
  }

  /**
   * Makes the first owner; of any number who try at once, one succeeds.
   * @throws MarineDataError `already-claimed`, `wrong-secret`, `too-many-requests` or `invalid-value`
   */
  async claim({ code, name, passphrase }: JoinRequest, from: string): Promise<MadeCredential> {
    const { claim, secrets, credentials } = this.#options
    claim.check(code)
    checkHolderName(name)
    checkPassphrase(passphrase, name)
    const sealed = await secrets.seal(passphrase)
    return credentials.change({ deed: 'claimed', who: name, from, subject: name }, (records) => {
      // Looked at again within the step: others may have come first while this one was sealed.
      if (records.people().some(({ role }) => role === 'owner'))
        throw new MarineDataError('already-claimed', 'Someone else has just become the owner')
      return this.#welcome(records, { name, role: 'owner', sealed, from })
    })
  }

  /** @throws MarineDataError `wrong-secret`, `too-many-requests`, `name-taken`, `invalid-value` or `tls-required` */
  async join(
    { code, name, passphrase }: JoinRequest,
    from: string,
    isGuarded = true,
  ): Promise<MadeCredential> {
    const { attempts, secrets, credentials } = this.#options
    checkHolderName(name)
    checkPassphrase(passphrase, name)
    const attempt = attempts.take({ address: from })
    const sealed = await unlessBusy(attempt, secrets.seal(passphrase))
    return credentials.change({ deed: 'joined', who: name, from, subject: name }, (records) => {
      const invitation = records.takeInvitation(secrets.digest(plainCode(code)))
      if (invitation === undefined || !credentials.isStillGood(invitation.expiresAt))
        throw new MarineDataError('wrong-secret', 'The invitation is not known, was used, or has run out')
      attempt.giveBack()
      if (invitation.isRecovery) forgetOwner(records, name)
      keepOwnersUnheard(invitation.role, isGuarded)
      return this.#welcome(records, { name, role: invitation.role, sealed, from })
    })
  }

  /** @throws MarineDataError `wrong-secret`, `too-many-requests` or `tls-required` */
  async signIn({ name, passphrase }: SignInRequest, from: string, isGuarded = true): Promise<MadeCredential> {
    const { credentials } = this.#options
    const { name: who, sealed } = await this.#prove({ name, passphrase }, from)
    return credentials.change({ deed: 'signed-in', who, from, subject: who }, (records) => {
      const now = stillProven(records, { name, sealed })
      keepOwnersUnheard(now.role, isGuarded)
      const before = now.addresses.filter((address) => address !== from)
      records.putPerson({ ...now, addresses: [from, ...before].slice(0, limits.addresses) })
      return credentials.add(records, { kind: 'session', name: who, role: now.role, days: sessionDays })
    })
  }

  /** Signs the person out everywhere else. */
  async changePassphrase(
    { current, passphrase }: PassphraseChange,
    { name, credential }: Principal,
    from: string,
  ): Promise<void> {
    const { secrets, credentials } = this.#options
    const person = await this.#prove({ name, passphrase: current }, from)
    checkPassphrase(passphrase, name)
    const sealed = await secrets.seal(passphrase)
    credentials.change({ deed: 'passphrase-changed', who: name, from, subject: name }, (records) => {
      records.putPerson({ ...stillProven(records, person), sealed })
      for (const session of sessionsOf(records, person.name))
        if (session.id !== credential) records.removeCredential(session.id)
    })
  }

  /**
   * The code is given here and kept nowhere.
   * @param isRecovery for an owner who forgot the pass-phrase and may choose another
   */
  invite({ role, days = invitationDays }: InvitationRequest, by: By, isRecovery = false): InvitationMade {
    const { secrets, credentials } = this.#options
    const code = secrets.code()
    const now = credentials.now()
    const expiresAt = daysLater(now, days)
    credentials.change({ ...by, deed: 'invited', subject: role, details: { expiresAt } }, (records) => {
      records.dropInvitations(now)
      records.addInvitation({ digest: secrets.digest(code), role, expiresAt, isRecovery })
    })
    return { code, role, expiresAt }
  }

  /** What the person has open goes on, with the new role. @throws MarineDataError `not-found` or `last-owner` */
  setRole(name: string, role: PersonRole, by: By): void {
    this.#options.credentials.change(
      { ...by, deed: 'role-changed', subject: name, details: { role } },
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
  remove(name: string, by: By): void {
    this.#options.credentials.change({ ...by, deed: 'person-removed', subject: name }, (records) => {
      const person = known(records, name)
      checkNotLastOwner(records, person)
      records.removePerson(person.name)
      for (const session of sessionsOf(records, person.name)) records.removeCredential(session.id)
    })
  }

  /** Counts the try, takes as long for people that there are not, and notes what was wrong. */
  async #prove({ name, passphrase }: SignInRequest, from: string): Promise<KeptPerson> {
    const { store, attempts, secrets, credentials } = this.#options
    const person = store.person(name)
    const isAtHome = person?.addresses.includes(from) === true
    const account = (person?.name ?? name).toLowerCase()
    // Guesses from elsewhere use up one budget of the account; where its person has been, there is another.
    const attempt = attempts.take({
      address: from,
      ...(isAtHome ? { home: `${from} ${account}` } : { account }),
    })
    const lock = { sealed: person?.sealed, goesFirst: isAtHome }
    const isRight = await unlessBusy(attempt, secrets.opens(passphrase, lock))
    if (person !== undefined && isRight) {
      attempt.giveBack()
      return person
    }
    // The name as typed may be a pass-phrase in the wrong field: only names that exist are noted.
    const who = person?.name ?? 'unknown'
    store.note({ at: credentials.now(), deed: 'sign-in-refused', who, from, subject: who })
    throw new MarineDataError('wrong-secret', 'The name or the pass-phrase is not right')
  }

  #welcome(
    records: AccessRecords,
    { name, role, sealed, from }: Pick<KeptPerson, 'name' | 'role' | 'sealed'> & { readonly from: string },
  ): MadeCredential {
    const { credentials } = this.#options
    if (records.people().length >= limits.people)
      throw new MarineDataError('storage-full', `There are ${limits.people} people; remove someone first`)
    if (records.person(name) !== undefined)
      throw new MarineDataError('name-taken', `There is already someone called "${name}"`)
    records.putPerson({ name, role, sealed, createdAt: credentials.now(), addresses: [from] })
    return credentials.add(records, { kind: 'session', name, role, days: sessionDays })
  }
}

/** What comes of trying; when it does not even come to that, it was no wrong try either. */
const unlessBusy = async <T>(attempt: Attempt, trying: Promise<T>): Promise<T> => {
  try {
    return await trying
  } catch (error) {
    attempt.giveBack()
    throw error
  }
}

/** The person as of now, within a step: much may have been changed while the pass-phrase was tried. */
const stillProven = (
  records: AccessRecords,
  { name, sealed }: Pick<KeptPerson, 'name' | 'sealed'>,
): KeptPerson => {
  const now = records.person(name)
  if (now?.sealed === sealed) return now
  throw new MarineDataError('wrong-secret', 'That was changed while the pass-phrase was tried; try again')
}

const known = (records: AccessRecords, name: string): KeptPerson => {
  const person = records.person(name)
  if (person !== undefined) return person
  throw new MarineDataError('not-found', `There is nobody called "${name}"`)
}

/** Makes room for an owner who comes back with another pass-phrase; whatever was open in that name ends. */
const forgetOwner = (records: AccessRecords, name: string): void => {
  const person = records.person(name)
  if (person?.role !== 'owner') return
  for (const session of sessionsOf(records, person.name)) records.removeCredential(session.id)
  records.removePerson(person.name)
}

const sessionsOf = (records: AccessRecords, name: string) =>
  records.credentials().filter((credential) => credential.kind === 'session' && credential.name === name)

const checkNotLastOwner = (records: AccessRecords, { name, role }: KeptPerson): void => {
  if (role !== 'owner') return
  const others = records.people().filter((person) => person.role === 'owner' && person.name !== name)
  if (others.length === 0)
    throw new MarineDataError('last-owner', `"${name}" is the only owner; make someone else one first`)
}

/** Whoever overhears an owner could become one; others can do less with what they hear, and phones should just work. */
const keepOwnersUnheard = (role: PersonRole, isGuarded: boolean): void => {
  if (role === 'owner' && !isGuarded)
    throw new MarineDataError(
      'tls-required',
      'Owners sign in over https or on the boat’s own computer, as others could listen here. If they may have, change the pass-phrase there; a phone can be paired instead',
    )
}

/** Long is what counts; but not a name, nor the same few letters over and over. */
const checkPassphrase = (passphrase: string, name: string): void => {
  const { minLength, differentLetters } = passphraseLimits
  const letters = passphrase.toLowerCase()
  const rest = letters.replaceAll(name.toLowerCase(), '').trim()
  if (rest.length >= minLength / 2 && new Set(letters).size >= differentLetters) return
  throw new MarineDataError('invalid-value', 'That pass-phrase is too easy to guess; take some words more')
}
