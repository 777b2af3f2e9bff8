import type {
  AccessDeed,
  AccessRecords,
  AccessStore,
  KeptCredential,
  KeptInvitation,
  KeptPerson,
} from './records.ts'

/** What is known, all of it. */
interface Kept {
  readonly people: readonly KeptPerson[]
  readonly credentials: readonly KeptCredential[]
  readonly invitations: readonly KeptInvitation[]
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** People and credentials for as long as the process lives: for tests and for simulated nights. */
export class MemoryAccessStore implements AccessStore {
  readonly deeds: AccessDeed[] = []
  #kept: Kept = { people: [], credentials: [], invitations: [] }
  #changes = 0

  people(): KeptPerson[] {
    return [...this.#kept.people]
  }

  person(name: string): KeptPerson | undefined {
    return this.#kept.people.find((person) => isSameName(person.name, name))
  }

  credentials(): KeptCredential[] {
    return [...this.#kept.credentials]
  }

  change<T>(deed: AccessDeed, step: (records: AccessRecords) => T): T {
    const before = this.#kept
    try {
      const result = step(this.#records())
      this.deeds.push(deed)
      return result
    } catch (error) {
      this.#kept = before
      throw error
    }
  }

  /** The same, as another process does it. */
  changeElsewhere(step: (records: AccessRecords) => void): void {
    step(this.#records())
    this.#changes++
  }

  note(deed: AccessDeed): void {
    this.deeds.push(deed)
  }

  keepUse(uses: Parameters<AccessStore['keepUse']>[0]): void {
    const credentials = this.#kept.credentials.map((kept) => {
      const use = uses.find(({ id }) => id === kept.id)
      return use === undefined ? kept : { ...kept, usedAt: use.at, usedFrom: use.from }
    })
    this.#kept = { ...this.#kept, credentials }
  }

  changes(): number {
    return this.#changes
  }

  #records(): AccessRecords {
    const put = (change: Partial<Kept>): void => {
      this.#kept = { ...this.#kept, ...change }
    }
    const others = (name: string): KeptPerson[] =>
      this.people().filter((person) => !isSameName(person.name, name))
    return {
      people: () => this.people(),
      person: (name) => this.person(name),
      putPerson: (person) => put({ people: [...others(person.name), person] }),
      removePerson: (name) => put({ people: others(name) }),
      credentials: () => this.credentials(),
      addCredential: (kept) => put({ credentials: [...this.#kept.credentials, kept] }),
      removeCredential: (id) => put({ credentials: this.#kept.credentials.filter((kept) => kept.id !== id) }),
      dropInvitations: (until) =>
        put({ invitations: this.#kept.invitations.filter(({ expiresAt }) => expiresAt > until) }),
      addInvitation: (kept) => put({ invitations: [...this.#kept.invitations, kept] }),
      takeInvitation: (digest) => {
        const { invitations } = this.#kept
        put({ invitations: invitations.filter((kept) => kept.digest !== digest) })
        return invitations.find((kept) => kept.digest === digest)
      },
    }
  }
}
