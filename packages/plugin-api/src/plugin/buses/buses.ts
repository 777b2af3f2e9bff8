import type { BusNode, BusState } from '@marinedata/model'
import type { CommandControl } from '../devices/device-kinds.ts'

/** A message that a bus received. */
export interface HeardBusMessage<Topic extends string = string> {
  /** On NMEA 2000 the PGN in decimal digits, on NMEA 0183 the sentence formatter. */
  readonly topic: Topic
  /** The NAME of the sender; null when it is not known. */
  readonly from: string | null
  /** The NAME of the receiver; null for all devices. */
  readonly to: string | null
  /** 0 is the highest. */
  readonly priority: number
  /** When it was received, in milliseconds since 1970. */
  readonly time: number
  readonly payload: Uint8Array
}

/** A message to send on a bus. */
export interface SentBusMessage<Topic extends string = string> {
  readonly topic: Topic
  /** The NAME of the receiver; null for all devices. */
  readonly to: string | null
  /** 0 is the highest. */
  readonly priority: number
  /** At most 223 bytes. */
  readonly payload: Uint8Array
  /**
   * For messages to all devices that contain the address of one: the owner writes the present address of `to` into
   * this byte of the payload.
   */
  readonly addressAt?: number
  /** Goes before all messages that are not urgent. */
  readonly urgent?: boolean
}

/** A bus as its owner offers it. */
export interface DeclaredBus<Kind extends string = string> extends Omit<BusState, 'kind' | 'canSend'> {
  readonly kind: Kind
  /** Whether messages can be sent; default false. */
  readonly canSend?: boolean
}

export interface BusOwnerHandlers {
  /**
   * Writes a message to the wire; resolves when it is written. Finds the address of the receiver at that moment.
   * @throws MarineDataError `device-not-found`, `not-claimed`, `busy`
   */
  send(message: SentBusMessage & { readonly user: string }, control: CommandControl): Promise<void> | void
  /** The topics that are wanted have changed. Others are ignored. */
  wanted?(topics: ReadonlySet<string>): void
}

/** A bus that the plugin offers. */
export interface OfferedBus {
  readonly id: string
  /** Changes its state. */
  update(change: {
    readonly canSend?: boolean
    readonly name?: string
    readonly address?: number
  }): Promise<void>
  /** Sets all devices on the bus. Changes are sent once a second; `source` is the name of a source within the plugin. */
  nodes(nodes: readonly BusNode[]): void
  /** Passes on a received message. Never waits: messages are sent in batches. */
  heard(message: Omit<HeardBusMessage, 'time'> & { readonly time?: number }): void
  /** Withdraws the bus. */
  close(): Promise<void>
}

/** Which bus is opened: the first one of a kind, or the one with this id. */
export interface BusRequest<Kind extends string = string, Topic extends string = string> {
  readonly kind: Kind
  readonly id?: string
  /** Topics that are passed on at once, without waiting for a batch. */
  readonly urgent?: readonly Topic[]
}

export interface BusUserHandlers<Topic extends string = string> {
  heard?(messages: readonly HeardBusMessage<Topic>[]): void
  /** The devices on the bus have changed: all of them. */
  nodes?(nodes: readonly BusNode[]): void
  /** The bus is available, or its state has changed. */
  offered?(state: BusState): void
  /** The bus is not available any more. `offered` follows when it is back. */
  lost?(): void
}

/** A bus that the plugin uses. */
export interface OpenedBus<Topic extends string = string> {
  /** The present state of the bus; undefined while it is not available. */
  readonly state: BusState | undefined
  /** The devices on the bus. */
  readonly nodes: readonly BusNode[]
  /**
   * Sends a message. Resolves when it is written to the wire.
   * @param message `deadline`: seconds after which it is not written any more; default 1, at most 5
   * @throws MarineDataError `not-declared`, `too-large`, `too-many-requests`, `bus-unavailable`, `not-claimed`,
   * `device-not-found`, `busy`, or `unconfirmed` when the deadline passed
   */
  send(message: SentBusMessage<Topic> & { readonly deadline?: number }): Promise<void>
  /** Ends the use of the bus. */
  close(): Promise<void>
}
