/** A byte; 0 behind the end. */
export const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0

/** Reads little-endian fields from a payload. Bit 0 is the lowest bit of the first byte. */
export class BitReader {
  readonly bytes: Uint8Array
  readonly #end: number
  #at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#end = bytes.length * 8
  }

  get bitsLeft(): number {
    return this.#end - this.#at
  }

  /** The index of the next byte. Variable fields begin at a byte. */
  get byteAt(): number {
    return Math.ceil(this.#at / 8)
  }

  skip(bits: number): void {
    this.#at = Math.min(this.#end, this.#at + bits)
  }

  /** An unsigned number of at most 53 bits; the caller has checked that they are there. */
  unsigned(bits: number): number {
    const at = this.#at
    this.#at = at + bits
    return unsignedAt(this.bytes, at, bits)
  }

  /** The next bytes, at most as many as there are. */
  take(length: number): Uint8Array {
    const start = this.byteAt
    // A copy, also of a Buffer, whose `slice` is a view.
    const taken = new Uint8Array(this.bytes.subarray(start, start + length))
    this.#at = Math.min(this.#end, (start + length) * 8)
    return taken
  }
}

/** An unsigned number of at most 53 bits at any bit. */
export const unsignedAt = (bytes: Uint8Array, at: number, bits: number): number => {
  let index = at >>> 3
  const shift = at & 7
  let value = byteAt(bytes, index) >>> shift
  let have = 8 - shift
  let factor = 2 ** have
  while (have < bits) {
    value += byteAt(bytes, ++index) * factor
    factor *= 256
    have += 8
  }
  return have === bits ? value : value % 2 ** bits
}
