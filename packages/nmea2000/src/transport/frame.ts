/** Sent to every device. */
export const broadcastAddress = 255
/** The source address of a device without an address. */
export const nullAddress = 254

/** The contents of a CAN identifier: type, sender and receiver. */
export interface Header {
  /** 0 is the most urgent, 7 the least. */
  readonly priority: number
  readonly pgn: number
  readonly source: number
  /** 255 for all devices. */
  readonly destination: number
}

/** One CAN frame with at most 8 bytes. */
export interface Frame extends Header {
  readonly data: Uint8Array
}

/** One whole message, however many frames it took. */
export interface Packet extends Header {
  readonly payload: Uint8Array
}

/** PGNs below this format have a destination in the identifier. */
const firstBroadcastFormat = 240

/** Whether messages of this PGN have a destination; others go to every device. */
export const isAddressable = (pgn: number): boolean => ((pgn >>> 8) & 0xff) < firstBroadcastFormat

/** Reads a 29-bit CAN identifier. */
export const headerOf = (id: number): Header => {
  const format = (id >>> 16) & 0xff
  const specific = (id >>> 8) & 0xff
  const page = (id >>> 24) & 3
  const isAddressed = format < firstBroadcastFormat
  return {
    priority: (id >>> 26) & 7,
    pgn: page * 65_536 + format * 256 + (isAddressed ? 0 : specific),
    source: id & 0xff,
    destination: isAddressed ? specific : broadcastAddress,
  }
}

/** The 29-bit CAN identifier of a header. */
export const canIdOf = ({ priority, pgn, source, destination }: Header): number =>
  (((priority << 26) | (pgn << 8) | source) >>> 0) + (isAddressable(pgn) ? destination * 256 : 0)
