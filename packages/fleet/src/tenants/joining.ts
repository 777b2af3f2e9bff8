import { MarineDataError } from '@marinedata/model'
import {
  isJoiningProved,
  isLeavingProved,
  keyOfText,
  type Hello,
  type JoinAnswer,
  type JoinRequest,
  type LeaveRequest,
} from '@marinedata/uplink-protocol'
import type { BoatOwner, JoinedBoat } from '#store/joined-boat.ts'
import { tokenOf, type VesselToken } from '#subjects.ts'
import { needsBegin, ownershipOf } from '#store/ownership.ts'
import type { Boat, JoinCode } from './records.ts'
import { changedMeanwhile, digestOf, type TenantRegistry } from './tenant-registry.ts'

export interface JoiningOptions {
  readonly registry: TenantRegistry
  /** The name that boats dial. */
  readonly host: string
  /** Called when a boat has left, so that every gateway closes its connection. */
  readonly left: (vessel: VesselToken) => void
}

/** Boats join with a code and leave with their key. */
export class Joining {
  readonly #options: JoiningOptions

  constructor(options: JoiningOptions) {
    this.#options = options
  }

  /** A boat that has joined: its key, and whose it is. */
  async boatOf(vessel: string): Promise<JoinedBoat | undefined> {
    const token = tokenOf(vessel)
    const { registry } = this.#options
    const { value: boat } = token === undefined ? {} : await registry.boats.get(token)
    if (boat?.vessel !== vessel) return undefined
    const ownership = ownershipOf(boat)
    return {
      key: keyOfText(boat.key),
      owner: { tenant: boat.tenant, ...ownership },
      ...(needsBegin(ownership) && { begin: (log, head) => this.#begin(vessel, log, head) }),
    }
  }

  /**
   * A repeated request, after a lost answer, is answered in the same way.
   * @param address of the caller, for the audit
   * @throws MarineDataError `wrong-secret`, `invalid-value`, `name-taken`, `boat-changed`
   */
  async join(request: JoinRequest, address: string): Promise<JoinAnswer> {
    const token = tokenOf(request.vessel)
    if (token === undefined)
      throw new MarineDataError('invalid-value', 'A boat with this identifier cannot join a fleet')
    try {
      return await this.#join(request, { token, address })
    } catch (error) {
      const reason = error instanceof MarineDataError ? error.code : 'internal'
      await this.#audit('join-refused', { tenant: '', address, vessel: request.vessel, details: { reason } })
      throw error
    }
  }

  /** @throws MarineDataError `wrong-secret`, `boat-changed` */
  async leave(request: LeaveRequest, address: string): Promise<void> {
    const token = tokenOf(request.vessel) ?? ''
    const { boats } = this.#options.registry
    const { value: boat, revision } =
      token === '' ? { value: undefined, revision: 0 } : await boats.get(token)
    const { vessel } = request
    if (boat === undefined || !isLeavingProved(request, this.#options.host, keyOfText(boat.key))) {
      await this.#audit('leave-refused', { tenant: boat?.tenant ?? '', address, vessel })
      throw new MarineDataError('wrong-secret', 'The signature does not belong to a boat of this fleet')
    }
    await this.#audit('leave', { tenant: boat.tenant, address, vessel })
    await this.#options.registry.deleteBoat(token, { boat, revision })
    this.#options.left(token)
  }

  /** @throws MarineDataError `boat-changed` */
  async #begin(vessel: string, log: string, head: Hello['head']): Promise<BoatOwner> {
    const { boats } = this.#options.registry
    const token = tokenOf(vessel) ?? ''
    const { value: boat, revision } = await boats.get(token)
    if (boat === undefined) throw changedMeanwhile()
    // The segment that is being recorded began before.
    const began = { log, events: head.events, segments: head.segments + 1 }
    const ownership = { ...ownershipOf(boat), began }
    if ((await boats.put(token, { ...boat, ownership }, revision)) === undefined) throw changedMeanwhile()
    return { tenant: boat.tenant, ...ownership }
  }

  async #join(
    request: JoinRequest,
    { token, address }: { readonly token: VesselToken; readonly address: string },
  ): Promise<JoinAnswer> {
    if (!isProvedBy(request, this.#options.host)) throw wrongCode()
    const { boats } = this.#options.registry
    const tenant = await this.#takeCode(request)
    const { value: old, revision } = await boats.get(token)
    if (old !== undefined && old.tenant !== tenant)
      throw new MarineDataError('name-taken', 'The boat has joined with another owner. It must leave first')
    const { vessel, key, name } = request
    const isRepeated = old?.key === key
    await this.#audit('join', { tenant, address, vessel, details: { name, isRepeated } })
    const joinedAt = isRepeated ? old.joinedAt : new Date().toISOString()
    const kept = await this.#keptOf(old, { token, tenant })
    const boat = { vessel, key, tenant, name, joinedAt, ...kept }
    if ((await boats.put(token, boat, revision)) === undefined) throw changedMeanwhile()
    // A connection with an old key must not go on.
    if (!isRepeated) this.#options.left(token)
    return await this.#answerOf(tenant)
  }

  /** The record that a boat keeps when it joins again, or begins with. */
  async #keptOf(
    old: Boat | undefined,
    { token, tenant }: { readonly token: VesselToken; readonly tenant: string },
  ): Promise<Pick<Boat, 'ownership' | 'silentAfter'>> {
    if (old === undefined) return { ownership: await this.#options.registry.beginOwnership(token, tenant) }
    const { silentAfter } = old
    return { ownership: ownershipOf(old), ...(silentAfter !== undefined && { silentAfter }) }
  }

  async #answerOf(tenant: string): Promise<JoinAnswer> {
    const { value } = await this.#options.registry.tenants.get(tenant)
    return { fleet: value?.name ?? tenant }
  }

  /** Marks the code as used by this boat, before it joins: two boats cannot use it. Returns the tenant. */
  async #takeCode({ code, vessel, key }: JoinRequest): Promise<string> {
    const { codes } = this.#options.registry
    const digest = digestOf(code)
    const { value, revision } = await codes.get(digest)
    if (value === undefined || Date.parse(value.expiresAt) < Date.now()) throw wrongCode()
    const { usedBy } = value
    if (usedBy !== undefined) {
      if (usedBy.vessel === vessel && usedBy.key === key) return value.tenant
      throw wrongCode()
    }
    const used: JoinCode = { ...value, usedBy: { vessel, key } }
    if ((await codes.put(digest, used, revision)) === undefined) throw wrongCode()
    return value.tenant
  }

  async #audit(
    operation: string,
    {
      tenant,
      address,
      vessel,
      details,
    }: {
      readonly tenant: string
      readonly address: string
      readonly vessel: string
      readonly details?: Record<string, unknown>
    },
  ): Promise<void> {
    await this.#options.registry.audit.record({
      tenant,
      operation,
      actor: address,
      subject: vessel,
      ...(details !== undefined && { details }),
    })
  }
}

const isProvedBy = (request: JoinRequest, host: string): boolean => {
  try {
    return isJoiningProved(request, host)
  } catch {
    // The text is no key.
    return false
  }
}

const wrongCode = (): MarineDataError =>
  new MarineDataError('wrong-secret', 'The code is wrong, used or expired. Ask for a new one')
