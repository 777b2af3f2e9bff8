import { MarineDataError } from '@marinedata/model'
import {
  isJoiningProved,
  isLeavingProved,
  keyOfText,
  type JoinAnswer,
  type JoinRequest,
  type LeaveRequest,
} from '@marinedata/uplink-protocol'
import type { KeyObject } from 'node:crypto'
import { tokenOf, type VesselToken } from '#subjects.ts'
import type { JoinCode } from './records.ts'
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

  /** The key of a boat that has joined. */
  async keyOf(vessel: string): Promise<KeyObject | undefined> {
    const token = tokenOf(vessel)
    const boat = token === undefined ? undefined : (await this.#options.registry.boats.get(token)).value
    return boat?.vessel === vessel ? keyOfText(boat.key) : undefined
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
      throw new MarineDataError('wrong-secret', 'The signature is not that of a boat of this fleet')
    }
    await this.#audit('leave', { tenant: boat.tenant, address, vessel })
    await this.#options.registry.deleteBoat(token, revision)
    this.#options.left(token)
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
    const joinedAt = isRepeated ? old.joinedAt : new Date().toISOString()
    await this.#audit('join', { tenant, address, vessel, details: { name, isRepeated } })
    const kept = old?.silentAfter === undefined ? {} : { silentAfter: old.silentAfter }
    if ((await boats.put(token, { vessel, key, tenant, name, joinedAt, ...kept }, revision)) === undefined)
      throw changedMeanwhile()
    // A connection with an old key must not go on.
    if (!isRepeated) this.#options.left(token)
    return await this.#answerOf(tenant)
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
