import { sizes } from '@marinedata/uplink-protocol'

/** A boat with 2,000 values that all change sends less than half of this. */
const bytesPerMs = 1_000
/** Room for the longest frame. */
const burstBytes = sizes.unpackedBytes
/** A frame costs at least this much, however short it is. */
const leastBytes = 4_096

/** Limits how much JSON the live values of one boat may be: a short frame can unpack to 8 MB. */
export class LiveBudget {
  #bytes: number = burstBytes
  #refilledAt: number

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: number) {
    this.#refilledAt = now
  }

  isSpent(now: number): boolean {
    this.#bytes = Math.min(burstBytes, this.#bytes + (now - this.#refilledAt) * bytesPerMs)
    this.#refilledAt = now
    return this.#bytes <= 0
  }

  /** The size of a frame is known after it was unpacked, so one frame may exceed the budget. */
  spend(unpackedBytes: number): void {
    this.#bytes -= Math.max(leastBytes, unpackedBytes)
  }
}
