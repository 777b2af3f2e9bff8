import type { AlertChannel, Principal } from '@marinedata/core'
import {
  actorKey,
  actorText,
  alertCallLimits,
  MarineDataError,
  type AlertCall,
  type AlertChannelReport,
  type AlertQuiet,
  type Identity,
  type PushDevice,
  type PushDeviceRequest,
  type PushMessage,
} from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PushOutcome, PushService } from './push-service.ts'

/** A browser that receives pushes, as it is saved. */
interface StoredDevice extends PushDeviceRequest {
  readonly id: string
  readonly owner: Identity
  /** The credential that registered it; absent in open mode. */
  readonly credential?: string | undefined
}

export interface PushDevicesOptions {
  readonly service: Pick<PushService, 'send' | 'checkEndpoint' | 'publicKey'>
  readonly store: { load(): string | undefined; save(devices: string): Promise<void> }
  readonly calls: {
    addChannel(channel: AlertChannel): void
    removeChannel(id: string): void
    receive(channel: string, report: AlertChannelReport): void
  }
  /** Whether a credential still exists and may acknowledge alerts. */
  readonly isGood: (credential: string | undefined) => boolean
  /** The path of a device's receipts. */
  readonly receiptPath: (id: string) => string
  readonly onFault: (error: unknown) => void
}

/** A phone may get its connection back during the call. */
const retries = { most: 20, firstMs: 1_000, longestMs: 30_000 }

const channelOf = (id: string): string => `push.${id}`

/** The browsers that receive pushes. Each is a separate channel, named after its owner. */
export class PushDevices implements Disposable {
  readonly #options: PushDevicesOptions
  readonly #deviceById = new Map<string, StoredDevice>()
  /** Ends the attempts of a call, by device and call. */
  readonly #sendingByKey = new Map<string, AbortController>()
  /** The state of the last call of each device, for its end. */
  readonly #callById = new Map<string, AlertCall>()
  readonly #closing = new AbortController()

  constructor(options: PushDevicesOptions) {
    this.#options = options
    const saved = options.store.load()
    // Only `#save` writes this.
    const devices = saved === undefined ? [] : (JSON.parse(saved) as StoredDevice[])
    for (const device of devices) this.#add(device)
  }

  get key(): string {
    return this.#options.service.publicKey
  }

  of(identity: Identity): PushDevice[] {
    return [...this.#deviceById.values()]
      .filter(({ owner }) => actorKey(owner) === actorKey(identity))
      .map(({ id, name, after = 0 }) => ({ id, name, after }))
  }

  /** Registers a browser or replaces its subscription. Resolves when it is saved. @throws MarineDataError */
  async put(id: string, request: PushDeviceRequest, principal: Principal): Promise<void> {
    this.#options.service.checkEndpoint(request.endpoint)
    const known = this.#owned(id, principal)
    if (known === undefined && this.#deviceById.size >= alertCallLimits.pushDevices)
      throw new MarineDataError(
        'storage-full',
        `At most ${alertCallLimits.pushDevices} devices can receive pushes. Remove one first`,
      )
    const { kind, id: owner, name, credential } = principal
    this.#add({ ...request, id, owner: { kind, id: owner, name }, ...(credential && { credential }) })
    await this.#save()
  }

  /** Removes a browser; does nothing when it is unknown. @throws MarineDataError `forbidden` */
  async remove(id: string, identity: Identity): Promise<void> {
    if (this.#owned(id, identity) === undefined) return
    this.#drop(id)
    await this.#save()
  }

  /** The browser has shown a push. @throws MarineDataError `forbidden` */
  delivered(id: string, call: string, identity: Identity): void {
    const device = this.#owned(id, identity)
    if (device !== undefined) this.#report(device, call, { state: 'delivered' })
  }

  /** Removes the devices of people who signed out or lost their rights. Called periodically. */
  removeRevoked(): void {
    const revoked = [...this.#deviceById.values()].filter(
      ({ credential }) => !this.#options.isGood(credential),
    )
    for (const { id } of revoked) this.#drop(id)
    if (revoked.length > 0) this.#saveLater()
  }

  [Symbol.dispose](): void {
    this.#closing.abort()
  }

  #owned(id: string, identity: Identity): StoredDevice | undefined {
    const known = this.#deviceById.get(id)
    if (known !== undefined && actorKey(known.owner) !== actorKey(identity))
      throw new MarineDataError('forbidden', `The device "${id}" belongs to "${actorText(known.owner)}"`)
    return known
  }

  #add(device: StoredDevice): void {
    const { id, name, owner, after = 0 } = device
    const who = actorText(owner)
    this.#deviceById.set(id, device)
    this.#options.calls.addChannel({
      id: channelOf(id),
      label: name,
      to: who,
      after,
      sounds: false,
      call: (call) => this.#call(id, call),
      quiet: (quiet) => this.#quiet(id, quiet),
    })
  }

  #drop(id: string): void {
    this.#deviceById.delete(id)
    this.#callById.delete(id)
    this.#options.calls.removeChannel(channelOf(id))
    for (const [key, sending] of this.#sendingByKey) if (key.startsWith(`${id} `)) sending.abort()
  }

  async #call(id: string, call: AlertCall): Promise<void> {
    this.#callById.set(id, call)
    const title = `${call.test ? 'TEST ' : ''}${call.state.toUpperCase()}${call.boat === null ? '' : ` · ${call.boat}`}`
    void this.#sendRepeatedly(id, call.id, { kind: 'call', title, body: call.message, state: call.state })
    await Promise.resolve()
  }

  async #quiet(id: string, { id: callId, by }: AlertQuiet): Promise<void> {
    this.#sendingByKey.get(`${id} ${callId}`)?.abort()
    const call = this.#callById.get(id)
    if (call?.id !== callId) return
    this.#callById.delete(id)
    const title = by === undefined ? 'Alarm ended' : `Acknowledged by ${by}`
    const message = { kind: 'quiet', title, body: call.message, state: call.state } as const
    await this.#send(id, this.#message(id, callId, message), this.#closing.signal)
  }

  #message(
    device: string,
    call: string,
    message: Pick<PushMessage, 'kind' | 'title' | 'body' | 'state'>,
  ): PushMessage {
    return { ...message, call, device, receipt: this.#options.receiptPath(device) }
  }

  /** Tries until the push service accepts the call, or it has ended. */
  async #sendRepeatedly(
    id: string,
    call: string,
    content: Pick<PushMessage, 'kind' | 'title' | 'body' | 'state'>,
  ): Promise<void> {
    const key = `${id} ${call}`
    this.#sendingByKey.get(key)?.abort()
    const sending = new AbortController()
    this.#sendingByKey.set(key, sending)
    const signal = AbortSignal.any([sending.signal, this.#closing.signal])
    const message = this.#message(id, call, content)
    for (let attempt = 0; attempt < retries.most && !signal.aborted; attempt++) {
      const outcome = await this.#send(id, message, signal)
      const device = this.#deviceById.get(id)
      if (signal.aborted || device === undefined) break
      if (outcome.state !== 'gone') this.#report(device, call, outcome)
      if (outcome.state !== 'failed' || !outcome.mayRetry) break
      const delayMs = Math.min(retries.longestMs, retries.firstMs * 2 ** attempt)
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    if (this.#sendingByKey.get(key) === sending) this.#sendingByKey.delete(key)
  }

  async #send(id: string, message: PushMessage, signal: AbortSignal): Promise<PushOutcome> {
    const device = this.#deviceById.get(id)
    if (device === undefined) return { state: 'gone' }
    const outcome = await this.#options.service.send(device, message, signal)
    if (outcome.state === 'gone' && this.#deviceById.get(id) === device) {
      this.#report(device, message.call, {
        state: 'failed',
        reason: 'This device no longer receives pushes. Turn them on again there',
      })
      this.#drop(id)
      this.#saveLater()
    }
    return outcome
  }

  #report(
    { id, owner }: StoredDevice,
    call: string,
    { state, reason }: { readonly state: AlertChannelReport['state']; readonly reason?: string },
  ): void {
    const to = actorText(owner)
    this.#options.calls.receive(channelOf(id), {
      call,
      to,
      state,
      ...(reason !== undefined && { reason: reason.slice(0, 256) }),
    })
  }

  #save(): Promise<void> {
    return this.#options.store.save(JSON.stringify([...this.#deviceById.values()]))
  }

  #saveLater(): void {
    this.#save().catch(this.#options.onFault)
  }
}
