import { byteAt } from './bit-reader.ts'
const maxPayloadBytes = 1_785

/** Writes little-endian fields one after the other. Unwritten bits are ones: not available. */
export class BitWriter {
  readonly #bytes = new Uint8Array(maxPayloadBytes).fill(0xff)
  #at = 0

  /** The bytes that were begun. */
  get payload(): Uint8Array {
    return this.#bytes.slice(0, Math.ceil(this.#at / 8))
  }

  /** @throws RangeError when the message gets longer than any message may be */
  unsigned(value: number, bits: number): void {
    if (this.#at + bits > maxPayloadBytes * 8) throw new RangeError('The message is too long')
    let rest = value
    for (let left = bits; left > 0;) {
      const shift = this.#at % 8
      const count = Math.min(8 - shift, left)
      this.#write(shift, count, rest % 2 ** count)
      rest = Math.floor(rest / 2 ** count)
      this.#at += count
      left -= count
    }
  }

  bytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.unsigned(byte, 8)
  }

  /** Fills the byte with zeros. */
  alignToByte(): void {
    this.unsigned(0, (8 - (this.#at % 8)) % 8)
  }

  #write(shift: number, count: number, value: number): void {
    const index = this.#at >>> 3
    const mask = (2 ** count - 1) << shift
    this.#bytes[index] = (byteAt(this.#bytes, index) & ~mask) | (value << shift)
  }
}
