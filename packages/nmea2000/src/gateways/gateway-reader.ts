import { headerOf, type Frame, type Packet } from '#transport/frame.ts'

/** Events of a gateway, which sends either frames or whole messages. */
export interface GatewayEvents {
  /** A frame. `isEcho`: our own frame, which proves that it was sent. */
  frame?(frame: Frame, isEcho: boolean): void
  /** A whole message. */
  packet?(packet: Packet): void
  /** Text about the gateway itself. */
  text?(text: string): void
  /** An answer of the gateway to a command, in binary form. */
  answer?(answer: Uint8Array): void
  /** Bytes that are no message: a wrong checksum, or half a line. */
  rejected?(): void
}

/** Reads what a gateway sends, in pieces of any size. */
export interface GatewayReader {
  read(bytes: Uint8Array): void
}

/** The frame with this identifier; undefined when it cannot be one. */
export const frameFrom = (id: number, data: Uint8Array | undefined): Frame | undefined =>
  id >= 0 && id < 2 ** 29 && data !== undefined && data.length <= 8 ? { ...headerOf(id), data } : undefined
