/** The subprotocol of the WebSocket. Another version has another name. */
export const subprotocol = 'marinedata-uplink.1'

/** Deadlines in milliseconds. When one passes, the connection is closed and the boat connects again. */
export const deadlines = {
  dialMs: 15_000,
  /** From the connection to the acceptance. Without it, boats that were greeted during an outage would wait for ever. */
  helloMs: 10_000,
  ackMs: 20_000,
  publishMs: 3_000,
  longestAskMs: 30_000,
} as const

export const sizes = {
  /** Maximum body of a batch. One segment may be as long as this. */
  batchBytes: 262_144,
  /** New series of one batch. */
  batchSeries: 500,
  /** Maximum JSON in a body. */
  unpackedBytes: 8_388_608,
  liveBytes: 65_536,
  /** Maximum bytes of one frame. */
  tunnelBytes: 16_384,
  /** On their way in one direction of a tunnel. */
  tunnelWindow: 262_144,
  /** Maximum bytes of one read from a socket, by which the window may be exceeded. */
  tunnelOverrun: 65_536,
  tunnelGrant: 65_536,
  /**
   * Maximum queue of a connection that is written faster than the other end reads: more than all windows, batches and live
   * values.
   */
  waitingBytes: 8_388_608,
  /** Maximum control message. An `ask` carries a request, and its answer a page. */
  controlBytes: 65_536,
} as const

/** Tunnels of one boat at the same time. A browser opens six connections. */
export const mostTunnels = 16

/** Frames of a connection that wait to be sent: short ones take more memory than their bytes. */
export const mostWaitingFrames = 32_768

/** How often a batch with an unknown outcome is published again before the gateway closes the connection. */
export const publishAttempts = 5

/** Numbers are safe integers, so that JSON and JavaScript can hold them. */
export const highestNumber = Number.MAX_SAFE_INTEGER

const backOff = { firstMs: 1_000, longestMs: 300_000 } as const

/**
 * How long a boat waits before it dials again: a random part of a time that doubles with each failure, so that boats
 * that lost their gateway together do not come back together.
 * @param failures failed attempts since the last acceptance
 * @param random from 0 to below 1
 */
export const backOffMs = (failures: number, random: number): number => {
  const longest = Math.min(backOff.longestMs, backOff.firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(longest * random)
}
