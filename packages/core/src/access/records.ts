import type { Actor, PersonRole, TokenInAddress, TokenRole } from '@marinedata/model'

/** A person in the store. */
export interface StoredPerson {
  /** Random and constant. The name can be given to another person after a removal. */
  readonly id: string
  readonly name: string
  readonly role: PersonRole
  /** The salted hash of the pass-phrase. */
  readonly sealed: string
  readonly createdAt: string
  /**
   * Addresses from which the person has signed in, newest first. Guesses from other addresses do not lock these out.
   */
  readonly addresses: readonly string[]
}

/** A session or token in the store. Only the digest of its secret is stored. */
export interface StoredCredential {
  readonly id: string
  readonly kind: 'session' | 'token'
  /** The name of the person or the device. */
  readonly name: string
  readonly role: TokenRole
  readonly paths: readonly string[] | undefined
  /** For apps of the Signal K family only: what the token may do in the address of a stream. */
  readonly tokenInAddress: TokenInAddress | undefined
  readonly digest: string
  readonly createdAt: string
  readonly expiresAt: string | undefined
  readonly usedAt: string | undefined
  readonly usedFrom: string | undefined
}

/** An invitation in the store. */
export interface StoredInvitation {
  readonly digest: string
  readonly role: PersonRole
  readonly expiresAt: string
  /** For an owner who forgot the pass-phrase: it may also be used with the name of an existing owner. */
  readonly isRecovery: boolean
}

/** A change of access or a failed sign-in, for the audit. */
export interface AccessEvent {
  readonly actor: Actor
  readonly at: string
  /** The operation, such as `signed-in`. */
  readonly operation: string
  /** The person, device or role that was changed. */
  readonly subject: string
  readonly details?: unknown
}

/** The records within one transaction. */
export interface AccessRecords {
  people(): StoredPerson[]
  /** Finds a person by name, ignoring case. */
  person(name: string): StoredPerson | undefined
  putPerson(person: StoredPerson): void
  removePerson(name: string): void
  credentials(): StoredCredential[]
  addCredential(credential: StoredCredential): void
  removeCredential(id: string): void
  invitations(): StoredInvitation[]
  addInvitation(invitation: StoredInvitation): void
  /** Removes the invitations that expire at this time or before. */
  dropInvitations(until: string): void
  /** Returns and removes an invitation, so that it can be used once. */
  takeInvitation(digest: string): StoredInvitation | undefined
}

/** The store of people, credentials and invitations. */
export interface AccessStore extends Pick<
  AccessRecords,
  'people' | 'person' | 'credentials' | 'invitations'
> {
  /** Runs a transaction together with its audit entry; on disk when it returns. Rolled back when the step throws. */
  change<T>(event: AccessEvent, step: (records: AccessRecords) => T): T
  /** Writes only an audit entry, for events that change nothing, such as a wrong pass-phrase. */
  note(event: AccessEvent): void
  /** Saves when and from where credentials were last used. */
  saveUse(uses: readonly { readonly id: string; readonly at: string; readonly from: string }[]): void
  /** A counter that grows when another process has changed the store. */
  changes(): number
}

/** The hash that a pass-phrase is verified against. */
export interface SealedPassphrase {
  /** Undefined when there is no such person. */
  readonly sealed: string | undefined
  /** Runs before requests from unknown addresses. */
  readonly hasPriority?: boolean
}

/** Random numbers, digests and pass-phrase hashes. */
export interface Secrets {
  /** A random text of 256 bits, base64url. */
  random(): string
  /** Ten letters and digits that can be read aloud, 50 bits. */
  code(): string
  /** Six digits. */
  digits(): string
  /** SHA-256, base64url. */
  digest(text: string): string
  /** Compares in constant time. */
  isSame(one: string, other: string): boolean
  /** Hashes a pass-phrase. Slow on purpose; one at a time. */
  seal(passphrase: string): Promise<string>
  /** Verifies a pass-phrase. Without a hash it takes equally long and resolves to false. */
  verify(passphrase: string, sealedPassphrase: SealedPassphrase): Promise<boolean>
}
