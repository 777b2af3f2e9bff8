import type { MarineDataClient } from '@marinedata/client'
import { Resource } from '#boat/requests.ts'
import type {
  AuditPage,
  Credential,
  InvitationMade,
  Pairing,
  Person,
  PersonRole,
  ServerInfo,
  TokenRole,
} from '@marinedata/model'

export const personRoles = ['viewer', 'crew', 'helm', 'owner'] as const satisfies readonly PersonRole[]
/** Roles of devices and programs. */
export const tokenRoles = [...personRoles, 'device'] as const satisfies readonly TokenRole[]

export interface Approval {
  /** Absent for an app of the Signal K family, which shows none. */
  readonly digits?: string
  readonly role: TokenRole
  /** The paths that a device may write, with spaces or commas between them; without effect for other roles. */
  readonly paths: string
}

/** People, pairing requests, credentials and the audit log. */
export interface AccessPage {
  readonly pairings: readonly Pairing[]
  readonly people: readonly Person[]
  readonly credentials: readonly Credential[]
  readonly audit: AuditPage
}

const auditLength = 20

/** Reads and changes people and devices; for the owner. */
export class AccessStore {
  readonly #client: MarineDataClient
  readonly page = new Resource(() => this.#load())

  constructor(client: MarineDataClient) {
    this.#client = client
  }

  async approve({ id }: Pairing, { digits, role, paths }: Approval): Promise<void> {
    await this.#change('POST', ['pairings', id, 'approve'], {
      ...(digits !== undefined && { digits: digits.replaceAll(' ', '') }),
      role,
      ...(role === 'device' && { paths: paths.split(/[\s,]+/).filter((path) => path !== '') }),
    })
  }

  async reject({ id }: Pairing): Promise<void> {
    await this.#change('DELETE', ['pairings', id])
  }

  async setRole({ name }: Person, role: PersonRole): Promise<void> {
    await this.#change('PUT', ['people', name], { role })
  }

  async remove({ name }: Person): Promise<void> {
    await this.#change('DELETE', ['people', name])
  }

  async revoke({ id }: Credential): Promise<void> {
    await this.#change('DELETE', ['credentials', id])
  }

  /** Creates an invitation link for one person, at the address by which other devices reach the boat. */
  async invite(role: PersonRole): Promise<InvitationMade & { readonly link: string }> {
    const made = await this.#client.call<InvitationMade>('POST', 'access/invitations', { body: { role } })
    return { ...made, link: `${await this.#addressForOthers()}/join#i=${made.code}` }
  }

  async #addressForOthers(): Promise<string> {
    if (location.protocol === 'https:') return location.origin
    const { addresses } = await this.#client.call<ServerInfo>('GET', 'server')
    const [first] = addresses
    return first ?? location.origin
  }

  async #load(): Promise<AccessPage> {
    const read = <T>(path: string): Promise<T> => this.#client.call<T>('GET', `access/${path}`)
    const [pairings, people, credentials, audit] = await Promise.all([
      read<Pairing[]>('pairings'),
      read<Person[]>('people'),
      read<Credential[]>('credentials'),
      this.#audit(),
    ])
    return { pairings, people, credentials, audit }
  }

  #audit(): Promise<AuditPage> {
    return this.#client.call<AuditPage>('GET', 'access/audit', { query: { limit: String(auditLength) } })
  }

  async #change(method: 'POST' | 'PUT' | 'DELETE', path: readonly string[], body?: object): Promise<void> {
    await this.#client.call(method, ['access', ...path], body === undefined ? {} : { body })
    await this.page.refresh()
  }
}
