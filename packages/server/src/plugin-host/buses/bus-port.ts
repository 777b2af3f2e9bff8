import type {
  BusOwner,
  BusUser,
  NodeChange,
  OfferNumber,
  SendLimits,
  SentMessage,
  WantedTopics,
} from '@marinedata/core'
import { MarineDataError, type BusState } from '@marinedata/model'
import { RawJson, type LaunchedPlugin } from '@marinedata/plugin-api/host'

/** The process that the messages go to. */
interface Receiver {
  readonly backlog: number
  readonly rpc: LaunchedPlugin['rpc']
}

/** One process of a plugin, as buses see it: as an owner, as a user, or as both. */
export class BusPort implements BusOwner, BusUser {
  readonly plugin: string
  #receiver: Receiver | undefined
  #isClosed = false

  constructor(plugin: string) {
    this.plugin = plugin
  }

  attach(receiver: Receiver): void {
    this.#receiver = receiver
  }

  /** The process is being stopped or has ended: it no longer offers or uses buses. */
  close(): void {
    this.#isClosed = true
  }

  /** @throws MarineDataError `shutting-down` when the process is being stopped */
  checkOpen(): void {
    if (this.#isClosed) throw new MarineDataError('shutting-down', 'The plugin is being stopped')
  }

  backlog(): number {
    return this.#receiver?.backlog ?? 0
  }

  wanted(bus: string, { topics, urgent }: WantedTopics): void {
    this.#receiver?.rpc.notify('bus/wanted', { bus, topics: [...topics], urgent: [...urgent] })
  }

  async send(
    bus: string,
    message: SentMessage & { readonly user: string },
    { deadlineMs, signal }: SendLimits,
  ): Promise<void> {
    if (this.#receiver === undefined)
      throw new MarineDataError('plugin-not-running', `Plugin "${this.plugin}" is not running`)
    const params = { bus, ...message, deadline: deadlineMs / 1_000 }
    await this.#receiver.rpc.request('bus/send', params, { deadlineMs, signal })
  }

  offered({ opening, offer }: OfferNumber, bus: BusState): void {
    this.#receiver?.rpc.notify('bus/offered', { opening, offer, bus })
  }

  heard(opening: number, messages: readonly string[]): void {
    this.#receiver?.rpc.notify(
      'bus/heard',
      new RawJson(`{"opening":${opening},"messages":[${messages.join(',')}]}`),
    )
  }

  nodes(opening: number, { nodes, gone }: NodeChange): void {
    this.#receiver?.rpc.notify('bus/nodes', { opening, nodes: [...nodes], gone: [...gone] })
  }

  lost(opening: number): void {
    this.#receiver?.rpc.notify('bus/lost', { opening })
  }
}
