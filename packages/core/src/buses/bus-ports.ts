import type { BusNode, BusState } from '@marinedata/model'

/** A received message: topic, NAME of the sender, NAME of the receiver, priority, milliseconds since 1970, payload. */
export type HeardMessage = readonly [
  topic: string,
  from: string | null,
  to: string | null,
  priority: number,
  time: number,
  payload: string,
]

/** A message to send, with its payload in base64. */
export interface SentMessage {
  readonly topic: string
  /** The NAME of the receiver; null for all devices. */
  readonly to: string | null
  readonly priority: number
  readonly payload: string
  /** The byte into which the owner writes the address of the receiver. */
  readonly addressAt?: number
  readonly urgent?: boolean
}

export interface SendLimits {
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** The topics that the users of a bus want, and which of them are passed on immediately. */
export interface WantedTopics {
  readonly topics: readonly string[]
  readonly urgent: readonly string[]
}

/** Devices that appeared or changed, and the NAMEs of those that are gone. */
export interface NodeChange {
  readonly nodes: readonly BusNode[]
  readonly gone: readonly string[]
}

/** The process of a plugin that offers buses. */
export interface BusOwner {
  readonly plugin: string
  wanted(bus: string, wanted: WantedTopics): void
  /** Resolves when the message is on the wire. */
  send(bus: string, message: SentMessage & { readonly user: string }, limits: SendLimits): Promise<void>
}

/** An opening of a bus, and how often it got the bus. */
export interface OfferNumber {
  readonly opening: number
  readonly offer: number
}

/** The process of a plugin that uses buses. */
export interface BusUser {
  readonly plugin: string
  /** Bytes that it has not read yet. */
  backlog(): number
  /** @param at the opening, and the number of the offer */
  offered(at: OfferNumber, state: BusState): void
  /** @param messages each already serialized */
  heard(opening: number, messages: readonly string[]): void
  nodes(opening: number, change: NodeChange): void
  lost(opening: number): void
}
