/** The largest whole number whose zigzag form, and whose differences, are exact in a float64. */
export const largestStep = 2 ** 51

/** Writes whole numbers as variable-length bytes, low bits first. */
export class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }

  /** A whole number from 0 to 2^53. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    // Shifts work on 32 bits only.
    while (rest > 0x7fff_ffff) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  /** A whole number with a sign: small ones of both signs take one byte. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  float(value: number): void {
    this.#reserve(8)
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true)
    this.#length += 8
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** What was written. Valid until the next write. */
  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

/**
 * Reads what `ByteWriter` wrote. It never throws: beyond the end, or at a number that is too large, `isIntact` becomes
 * false and every further number is 0.
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at: number
  readonly #end: number
  #isIntact = true

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = Math.min(end, bytes.length)
  }

  get isIntact(): boolean {
    return this.#isIntact
  }

  get at(): number {
    return this.#at
  }

  /** Bytes that are left. Bounds what a count may claim, before memory is reserved for it. */
  get left(): number {
    return this.#end - this.#at
  }

  #fail(): number {
    this.#isIntact = false
    this.#at = this.#end
    return 0
  }

  varint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      if (this.#at >= this.#end) return this.#fail()
      const byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 127) * scale
      if (value > 2 ** 53) return this.#fail()
      if (byte < 128) return value
      scale *= 128
    }
  }

  zigzag(): number {
    const value = this.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  float(): number {
    if (this.left < 8) return this.#fail()
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, 8)
    this.#at += 8
    const value = view.getFloat64(0, true)
    return Number.isFinite(value) ? value : this.#fail()
  }
}
