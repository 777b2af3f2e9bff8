import type { MarineDataClient, OperationKey, RequestOf } from '@marinedata/client'
import { Resource } from '#boat/requests.ts'
import type {
  AuditPage,
  Credential,
  FamilySwitchView,
  Invitation,
  InvitationMade,
  Pairing,
  Person,
  PersonRole,
  ShoreSessionView,
  TokenInAddress,
  TokenRole,
} from '@marinedata/model'

export const personRoles = ['viewer', 'crew', 'helm', 'owner'] as const satisfies readonly PersonRole[]
/** Roles of devices and programs. */
export const tokenRoles = [...personRoles, 'device'] as const satisfies readonly TokenRole[]

export interface Approval {
  /** Absent for a Signal K app, which does not show digits. */
  readonly digits?: string
  readonly role: TokenRole
  /** The paths that a device may write, with spaces or commas between them; without effect for other roles. */
  readonly paths: string
}

/** People, pairing requests, credentials, the audit log, and further access: remote users, and other apps. */
export interface AccessPage {
  readonly pairings: readonly Pairing[]
  readonly people: readonly Person[]
  readonly invitations: readonly Invitation[]
  readonly credentials: readonly Credential[]
  readonly audit: AuditPage
  readonly shore: ShoreSessionView
  readonly family: FamilySwitchView
}

/** An invitation as a link for one person. */
export interface InvitationLink extends InvitationMade {
  readonly link: string
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
    const body = {
      ...(digits !== undefined && { digits: digits.replaceAll(' ', '') }),
      role,
      ...(role === 'device' && { paths: paths.split(/[\s,]+/).filter((path) => path !== '') }),
    }
    await this.#change('POST access/pairings/{id}/approve', { params: { id }, body })
  }

  async reject({ id }: Pairing): Promise<void> {
    await this.#change('DELETE access/pairings/{id}', { params: { id } })
  }

  async setRole({ name }: Person, role: PersonRole): Promise<void> {
    await this.#change('PUT access/people/{name}', { params: { name }, body: { role } })
  }

  async remove({ name }: Person): Promise<void> {
    await this.#change('DELETE access/people/{name}', { params: { name } })
  }

  /** Whether an app's token may also change things when it is in the address of a stream. */
  async setTokenInAddress({ id }: Credential, tokenInAddress: TokenInAddress): Promise<void> {
    await this.#change('PUT access/credentials/{id}', { params: { id }, body: { tokenInAddress } })
  }

  async revoke({ id }: Credential): Promise<void> {
    await this.#change('DELETE access/credentials/{id}', { params: { id } })
  }

  /** Permits remote users to command the boat. */
  async openToShore(): Promise<void> {
    await this.#change('POST access/shore-session', { body: {} })
  }

  async closeToShore(): Promise<void> {
    await this.#change('DELETE access/shore-session')
  }

  /** Serves apps of the Signal K family, or not, from the next start of the server on. */
  async serveFamily(wanted: boolean): Promise<void> {
    await this.#change('PUT access/family', { body: { wanted } })
  }

  /** Creates an invitation link for one person, at the address by which other devices reach the boat. */
  async invite(role: PersonRole): Promise<InvitationLink> {
    const made = await this.#client.call('POST access/invitations', { body: { role } })
    await this.page.refresh()
    return { ...made, link: `${await this.#addressForOthers()}/join#i=${made.code}` }
  }

  async withdraw({ id }: Invitation): Promise<void> {
    await this.#change('DELETE access/invitations/{id}', { params: { id } })
  }

  async #addressForOthers(): Promise<string> {
    if (location.protocol === 'https:') return location.origin
    const { addresses } = await this.#client.call('GET server')
    const [first] = addresses
    return first ?? location.origin
  }

  async #load(): Promise<AccessPage> {
    const [pairings, people, invitations, credentials, shore, family, audit] = await Promise.all([
      this.#client.call('GET access/pairings'),
      this.#client.call('GET access/people'),
      this.#client.call('GET access/invitations'),
      this.#client.call('GET access/credentials'),
      this.#client.call('GET access/shore-session'),
      this.#client.call('GET access/family'),
      this.#audit(),
    ])
    return { pairings, people, invitations, credentials, shore, family, audit }
  }

  #audit(): Promise<AuditPage> {
    return this.#client.call('GET access/audit', { query: { limit: auditLength } })
  }

  async #change<Key extends OperationKey>(operation: Key, ...request: RequestOf<Key>): Promise<void> {
    await this.#client.call(operation, ...request)
    await this.page.refresh()
  }
}
