/** Events of a connection. Nothing comes after `closed`. */
export interface LinkEvents {
  /** @param ownAddress the boat's own address in the connection */
  opened(ownAddress: string | undefined): void
  text(message: string): void
  bytes(frame: Uint8Array): void
  pinged(): void
  pong(): void
  closed(reason: string): void
}

/** A connection to a gateway, or an attempt at one. */
export interface Link {
  send(data: string | Uint8Array): void
  ping(): void
  /** Ends it immediately when the other side does not answer. Nothing is reported afterwards. */
  close(): void
  /** Bytes on the network so far, in both directions, with everything that TLS adds. */
  readonly bytes: number
  /** Bytes that wait to be sent. */
  readonly waiting: number
}

/** @param isThrifty every byte counts: by satellite */
export type Dial = (events: LinkEvents, isThrifty: boolean) => Link
