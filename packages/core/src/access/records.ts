import type { PersonRole, TokenRole } from '@marinedata/model'

/** A person, as kept. */
export interface KeptPerson {
  readonly name: string
  readonly role: PersonRole
  /** The pass-phrase, so that it can be compared but not read. */
  readonly sealed: string
  readonly createdAt: string
  /** Where this person has signed in from, newest first: others' guesses do not lock these out. */
  readonly addresses: readonly string[]
}

/** A secret that someone holds, as kept: its digest only. */
export interface KeptCredential {
  readonly id: string
  readonly kind: 'session' | 'token'
  /** Of the person or the device. */
  readonly name: string
  readonly role: TokenRole
  readonly paths: readonly string[] | undefined
  readonly digest: string
  readonly createdAt: string
  readonly expiresAt: string | undefined
  readonly usedAt: string | undefined
  readonly usedFrom: string | undefined
}

/** A place that is kept free for someone. */
export interface KeptInvitation {
  readonly digest: string
  readonly role: PersonRole
  readonly expiresAt: string
  /** For an owner who forgot the pass-phrase: it may also be used in the name of an owner. */
  readonly isRecovery: boolean
}

/** What was done to the access, for the audit. */
export interface AccessDeed {
  readonly at: string
  /** Such as `signed-in`. */
  readonly deed: string
  readonly who: string
  /** An address, or `shell`. */
  readonly from: string
  /** Whom or what it was done to. */
  readonly subject: string
  readonly details?: unknown
}

/** What is known and can be changed within one step. */
export interface AccessRecords {
  people(): KeptPerson[]
  /** Names that differ only in case are the same. */
  person(name: string): KeptPerson | undefined
  putPerson(person: KeptPerson): void
  removePerson(name: string): void
  credentials(): KeptCredential[]
  addCredential(credential: KeptCredential): void
  removeCredential(id: string): void
  addInvitation(invitation: KeptInvitation): void
  /** Removes those that ran out before, or just then. */
  dropInvitations(until: string): void
  /** Gives it and removes it: it can be used once. */
  takeInvitation(digest: string): KeptInvitation | undefined
}

/** Where all of it is kept. */
export interface AccessStore extends Pick<AccessRecords, 'people' | 'person' | 'credentials'> {
  /** Does all of it or nothing, with its entry in the audit; on disk when it returns. Nothing is kept when the step throws. */
  change<T>(deed: AccessDeed, step: (records: AccessRecords) => T): T
  /** Only the audit: for what changes nothing, such as a wrong pass-phrase. */
  note(deed: AccessDeed): void
  /** When and from where credentials were used last. */
  keepUse(uses: readonly { readonly id: string; readonly at: string; readonly from: string }[]): void
  /** Grows when another process has changed something. */
  changes(): number
}

/** What a pass-phrase is tried on. */
export interface Lock {
  /** Undefined when nobody has that name. */
  readonly sealed: string | undefined
  /** Someone who is at home there need not wait for strangers. */
  readonly goesFirst?: boolean
}

/** Chance and digests come from outside. */
export interface Secrets {
  /** Text that nobody can guess: 256 bits, base64url. */
  random(): string
  /** Ten letters and digits that can be read aloud: 50 bits. */
  code(): string
  /** Six digits. */
  digits(): string
  /** SHA-256, base64url. */
  digest(text: string): string
  /** Compares in a time that tells nothing. */
  isSame(one: string, other: string): boolean
  /** Slow on purpose; one at a time. */
  seal(passphrase: string): Promise<string>
  /** Without a seal it takes as long, and says no. */
  opens(passphrase: string, lock: Lock): Promise<boolean>
}
