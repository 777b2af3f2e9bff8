import type { Frame, Packet } from '#transport/frame.ts'

/** What a gateway sent. A gateway sends either frames or whole messages. */
export interface GatewayEvents {
  /** A frame. `isEcho`: one that we sent, which proves that it was sent. */
  frame?(frame: Frame, isEcho: boolean): void
  /** A whole message. */
  packet?(packet: Packet): void
  /** Text about the gateway itself. */
  text?(text: string): void
  /** Bytes that are no message: a wrong checksum, or half a line. */
  rejected?(): void
}

/** Reads what a gateway sends, in pieces of any size. */
export interface GatewayReader {
  read(bytes: Uint8Array): void
}
