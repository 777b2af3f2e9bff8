import { MarineDataError } from '@marinedata/model'
import { hash, randomBytes, randomInt } from 'node:crypto'
import type { NatsConnection } from '@nats-io/transport-node'
import { AuditLog } from '#store/audit-log.ts'
import { checkBoatUsage, checkSilence, type BoatUsage, type Silence } from '#store/boat-records.ts'
import { Bucket } from '#store/bucket.ts'
import { tokenOf, type VesselToken } from '#subjects.ts'
import {
  endedOwnership,
  newOwnership,
  ownershipOf,
  type Ownership,
  type PastOwners,
  type PastOwnership,
} from '#store/ownership.ts'
import {
  checkBoat,
  checkJoinCode,
  checkMember,
  checkPastOwners,
  checkSilentAfter,
  checkTenant,
  type Boat,
  type JoinCode,
  type Member,
  type SilentAfter,
  type Tenant,
} from './records.ts'

const msPerDay = 86_400_000
const codeHours = { default: 24, longest: 168 } as const
/** Without letters that are mistaken for digits. */
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const digestOf = (secret: string): string => hash('sha256', secret, 'hex')

const newCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => codeLetters[randomInt(codeLetters.length)]).join(''),
  ).join('-')

/** Someone else was faster. */
export const changedMeanwhile = (): MarineDataError =>
  new MarineDataError('boat-changed', 'Someone else changed it at the same time. Try again')

export interface SilenceSetting {
  readonly tenant: string
  /** Absent: all boats of the tenant without a setting. */
  readonly vessel?: string
  readonly after: SilentAfter | undefined
}

interface Buckets {
  readonly tenants: Bucket<Tenant>
  readonly boats: Bucket<Boat>
  readonly codes: Bucket<JoinCode>
  readonly members: Bucket<Member>
  readonly silences: Bucket<Silence>
  readonly usage: Bucket<BoatUsage>
  readonly pastOwners: Bucket<PastOwners>
  readonly audit: AuditLog
}

/** Tenants, their boats, their members and the codes with which boats join. Every change is audited before it is made. */
export class TenantRegistry {
  readonly tenants: Bucket<Tenant>
  readonly boats: Bucket<Boat>
  readonly codes: Bucket<JoinCode>
  readonly members: Bucket<Member>
  readonly silences: Bucket<Silence>
  readonly usage: Bucket<BoatUsage>
  readonly pastOwners: Bucket<PastOwners>
  readonly audit: AuditLog

  private constructor({ tenants, boats, codes, members, silences, usage, pastOwners, audit }: Buckets) {
    this.tenants = tenants
    this.boats = boats
    this.codes = codes
    this.members = members
    this.silences = silences
    this.usage = usage
    this.pastOwners = pastOwners
    this.audit = audit
  }

  static async open(connection: NatsConnection): Promise<TenantRegistry> {
    return new TenantRegistry({
      tenants: await Bucket.open(connection, { name: 'tenants', check: checkTenant }),
      boats: await Bucket.open(connection, { name: 'boats', check: checkBoat }),
      codes: await Bucket.open(connection, { name: 'codes', check: checkJoinCode, ageMs: 8 * msPerDay }),
      members: await Bucket.open(connection, { name: 'members', check: checkMember }),
      silences: await Bucket.open(connection, { name: 'silences', check: checkSilence }),
      usage: await Bucket.open(connection, { name: 'usage', check: checkBoatUsage }),
      pastOwners: await Bucket.open(connection, { name: 'past-owners', check: checkPastOwners }),
      audit: await AuditLog.open(connection),
    })
  }

  /** Creates the buckets that do not exist. */
  async create(replicas: number): Promise<void> {
    const { tenants, boats, codes, members, silences, usage, pastOwners, audit } = this
    for (const part of [tenants, boats, codes, members, silences, usage, pastOwners, audit])
      await part.create(replicas)
  }

  /** @throws MarineDataError `invalid-value`, `name-taken` */
  async addTenant({ id, name }: Pick<Tenant, 'id' | 'name'>, actor: string): Promise<void> {
    const tenant: Tenant = { id, name, createdAt: new Date().toISOString() }
    if (!checkTenant.accepts(tenant))
      throw new MarineDataError('invalid-value', `"${id}" cannot be the identifier of a tenant`)
    await this.audit.record({ tenant: id, operation: 'tenant-add', actor, subject: id })
    const { value, revision } = await this.tenants.get(id)
    if (value !== undefined || (await this.tenants.put(id, tenant, revision)) === undefined)
      throw new MarineDataError('name-taken', `There is a tenant "${id}"`)
  }

  /**
   * A code with which one boat can join, once. Only its digest is stored.
   * @throws MarineDataError `not-found`, `invalid-value`
   */
  async createCode(tenant: string, actor: string, hours: number = codeHours.default): Promise<string> {
    await this.#requireTenant(tenant)
    if (!(hours > 0 && hours <= codeHours.longest))
      throw new MarineDataError('invalid-value', `A code is valid for ${codeHours.longest} hours at most`)
    const code = newCode()
    const digest = digestOf(code)
    await this.audit.record({ tenant, operation: 'code-create', actor, subject: digest.slice(0, 8) })
    const expiresAt = new Date(Date.now() + hours * 3_600_000).toISOString()
    await this.codes.put(digest, { tenant, createdBy: actor, expiresAt }, 0)
    return code
  }

  /**
   * A token for someone who may look at the boats of a tenant. Only its digest is stored.
   * @throws MarineDataError `not-found`, `invalid-value`
   */
  async createMember(
    { tenant, name }: { readonly tenant: string; readonly name: string },
    actor: string,
  ): Promise<string> {
    await this.#requireTenant(tenant)
    if (name === '' || name.length > 64)
      throw new MarineDataError('invalid-value', 'A name has 1 to 64 characters')
    const token = `mdf_${randomBytes(32).toString('base64url')}`
    await this.audit.record({ tenant, operation: 'member-add', actor, subject: name })
    await this.members.put(digestOf(token), { tenant, name, createdAt: new Date().toISOString() }, 0)
    return token
  }

  /** Ends all tokens with this name. Returns their number. */
  async removeMember(tenant: string, name: string, actor: string): Promise<number> {
    await this.audit.record({ tenant, operation: 'member-remove', actor, subject: name })
    let removed = 0
    for (const [digest, member] of await this.members.list()) {
      if (member.tenant !== tenant || member.name !== name) continue
      const { revision } = await this.members.get(digest)
      if (await this.members.remove(digest, revision)) removed++
    }
    return removed
  }

  /**
   * Says after which time without contact an alarm is raised, for a tenant or one of its boats; undefined for the default.
   * @throws MarineDataError `not-found`, `invalid-value`, `boat-changed`
   */
  async setSilence({ tenant, vessel, after }: SilenceSetting, actor: string): Promise<void> {
    if (after !== undefined && !checkSilentAfter.accepts(after))
      throw new MarineDataError('invalid-value', 'The time is 10 seconds at least and 31 days at most')
    await this.#requireTenant(tenant)
    await this.audit.record({
      tenant,
      operation: 'silence-set',
      actor,
      subject: vessel ?? tenant,
      details: { after },
    })
    const silentAfter = after === undefined ? {} : { silentAfter: after }
    const isDone =
      vessel === undefined
        ? await this.#change(this.tenants, tenant, ({ silentAfter: _old, ...rest }) => ({
            ...rest,
            ...silentAfter,
          }))
        : await this.#change(this.boats, tokenOf(vessel) ?? '', ({ silentAfter: _old, ...rest }) =>
            rest.tenant === tenant ? { ...rest, ...silentAfter } : undefined,
          )
    if (!isDone)
      throw new MarineDataError('not-found', `The tenant "${tenant}" has no boat "${vessel ?? ''}"`)
  }

  /**
   * The boats of a tenant, by their identifiers.
   * @throws MarineDataError `not-found`
   */
  async boatsOf(tenant: string): Promise<Boat[]> {
    await this.#requireTenant(tenant)
    const boats = [...(await this.boats.list()).values()].filter((boat) => boat.tenant === tenant)
    return boats.toSorted((one, other) => (one.vessel < other.vessel ? -1 : 1))
  }

  /**
   * Removes a boat that cannot leave itself: it was sold, sunk or stolen. Gateways must be notified. Returns its token.
   * @throws MarineDataError `not-found`, `boat-changed`
   */
  async removeBoat(tenant: string, vessel: string, actor: string): Promise<VesselToken> {
    const token = tokenOf(vessel)
    const { value: boat, revision } =
      token === undefined ? { value: undefined, revision: 0 } : await this.boats.get(token)
    if (token === undefined || boat?.tenant !== tenant)
      throw new MarineDataError('not-found', `The tenant "${tenant}" has no boat "${vessel}"`)
    await this.audit.record({ tenant, operation: 'boat-remove', actor, subject: vessel })
    await this.deleteBoat(token, { boat, revision })
    return token
  }

  /**
   * Ends the ownership of a boat, and deletes its key, its alarm and what it has reported.
   * @throws MarineDataError `boat-changed`
   */
  async deleteBoat(
    token: VesselToken,
    { boat, revision }: { readonly boat: Boat; readonly revision: number },
  ): Promise<void> {
    // Before the key: a boat whose ownership has no end would leave its records without an owner.
    await this.#endOwnership(token, boat)
    for (const bucket of [this.usage, this.silences]) {
      const reported = await bucket.get(token)
      if (reported.value !== undefined) await bucket.remove(token, reported.revision)
    }
    if (!(await this.boats.remove(token, revision))) throw changedMeanwhile()
  }

  /**
   * The ownership of a boat that joins with a tenant now.
   * @throws MarineDataError `invalid-value`
   */
  async beginOwnership(token: VesselToken, tenant: string): Promise<Ownership> {
    const { value } = await this.pastOwners.get(token)
    return newOwnership(value?.owners ?? [], tenant, Date.now())
  }

  /**
   * All times during which a vessel belonged to a tenant, the last one last. The present one has no end.
   * @throws MarineDataError `not-found`
   */
  async ownerships(tenant: string, vessel: string): Promise<(Ownership & Partial<PastOwnership>)[]> {
    const token = tokenOf(vessel)
    const { value: past } = token === undefined ? {} : await this.pastOwners.get(token)
    const { value: boat } = token === undefined ? {} : await this.boats.get(token)
    const present = boat?.tenant === tenant ? [ownershipOf(boat)] : []
    const ended = (past?.owners ?? []).filter((one) => one.tenant === tenant && one.id !== present[0]?.id)
    const all = [...ended, ...present]
    if (all.length === 0)
      throw new MarineDataError('not-found', `The tenant "${tenant}" never had a boat "${vessel}"`)
    return all
  }

  async #endOwnership(token: VesselToken, boat: Boat): Promise<void> {
    const { value, revision } = await this.pastOwners.get(token)
    const until = new Date(Math.max(Date.now(), Date.parse(ownershipOf(boat).since))).toISOString()
    const owners = endedOwnership(value?.owners ?? [], { ...ownershipOf(boat), tenant: boat.tenant, until })
    if ((await this.pastOwners.put(token, { owners }, revision)) === undefined) throw changedMeanwhile()
  }

  /** False when there is nothing to change. */
  async #change<T>(bucket: Bucket<T>, key: string, change: (value: T) => T | undefined): Promise<boolean> {
    if (key === '') return false
    const { value, revision } = await bucket.get(key)
    const changed = value === undefined ? undefined : change(value)
    if (changed === undefined) return false
    if ((await bucket.put(key, changed, revision)) === undefined) throw changedMeanwhile()
    return true
  }

  async #requireTenant(tenant: string): Promise<void> {
    const { value } = await this.tenants.get(tenant)
    if (value === undefined) throw new MarineDataError('not-found', `There is no tenant "${tenant}"`)
  }
}
