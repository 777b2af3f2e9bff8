import { LiveDecoder, sizes, type ReceivedLive } from '@marinedata/uplink-protocol'

/** A boat with 2,000 values that all change sends less than half of this. */
const bytesPerMs = 1_000
/** Room for the longest frame. */
const burstBytes = sizes.unpackedBytes
/** A frame costs at least this much, however short it is. */
const leastBytes = 4_096

/** Reads the live values of one boat, and limits how much JSON they may be: a short frame can unpack to 8 MB. */
export class LiveReceiver {
  readonly #decoder = new LiveDecoder()
  #bytes: number = burstBytes
  #refilledAt = performance.now()

  /**
   * Undefined when the boat sends too much. The size of a frame is known after it was unpacked, so one may exceed the
   * limit.
   * @throws MarineDataError `invalid-message`
   */
  receive(body: Uint8Array): ReceivedLive | undefined {
    const now = performance.now()
    this.#bytes = Math.min(burstBytes, this.#bytes + (now - this.#refilledAt) * bytesPerMs)
    this.#refilledAt = now
    if (this.#bytes <= 0) return undefined
    const live = this.#decoder.decode(body)
    this.#bytes -= Math.max(leastBytes, live.unpackedBytes)
    return live
  }
}
