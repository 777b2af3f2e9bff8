import type {
  AccessEvent,
  AccessRecords,
  AccessStore,
  StoredCredential,
  StoredInvitation,
  StoredPerson,
} from './records.ts'

interface Contents {
  readonly people: readonly StoredPerson[]
  readonly credentials: readonly StoredCredential[]
  readonly invitations: readonly StoredInvitation[]
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** An access store in memory, for tests and simulations. */
export class MemoryAccessStore implements AccessStore {
  readonly events: AccessEvent[] = []
  #contents: Contents = { people: [], credentials: [], invitations: [] }
  #changes = 0

  people(): StoredPerson[] {
    return [...this.#contents.people]
  }

  person(name: string): StoredPerson | undefined {
    return this.#contents.people.find((person) => isSameName(person.name, name))
  }

  credentials(): StoredCredential[] {
    return [...this.#contents.credentials]
  }

  invitations(): StoredInvitation[] {
    return [...this.#contents.invitations]
  }

  change<T>(event: AccessEvent, step: (records: AccessRecords) => T): T {
    const before = this.#contents
    try {
      const result = step(this.#records())
      this.events.push(event)
      return result
    } catch (error) {
      this.#contents = before
      throw error
    }
  }

  /** Changes the records as another process would. */
  changeElsewhere(step: (records: AccessRecords) => void): void {
    step(this.#records())
    this.#changes++
  }

  note(event: AccessEvent): void {
    this.events.push(event)
  }

  saveUse(uses: Parameters<AccessStore['saveUse']>[0]): void {
    const credentials = this.#contents.credentials.map((stored) => {
      const use = uses.find(({ id }) => id === stored.id)
      return use === undefined ? stored : { ...stored, usedAt: use.at, usedFrom: use.from }
    })
    this.#contents = { ...this.#contents, credentials }
  }

  changes(): number {
    return this.#changes
  }

  #records(): AccessRecords {
    const put = (change: Partial<Contents>): void => {
      this.#contents = { ...this.#contents, ...change }
    }
    const others = (name: string): StoredPerson[] =>
      this.people().filter((person) => !isSameName(person.name, name))
    return {
      people: () => this.people(),
      person: (name) => this.person(name),
      putPerson: (person) => put({ people: [...others(person.name), person] }),
      removePerson: (name) => put({ people: others(name) }),
      credentials: () => this.credentials(),
      addCredential: (stored) => put({ credentials: [...this.#contents.credentials, stored] }),
      removeCredential: (id) =>
        put({ credentials: this.#contents.credentials.filter((stored) => stored.id !== id) }),
      invitations: () => this.invitations(),
      dropInvitations: (until) =>
        put({ invitations: this.#contents.invitations.filter(({ expiresAt }) => expiresAt > until) }),
      addInvitation: (stored) => put({ invitations: [...this.#contents.invitations, stored] }),
      takeInvitation: (digest) => {
        const { invitations } = this.#contents
        put({ invitations: invitations.filter((stored) => stored.digest !== digest) })
        return invitations.find((stored) => stored.digest === digest)
      },
    }
  }
}
