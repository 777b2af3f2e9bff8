export const alphabet = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789:;<=>?'

/** More than five of the longest sentences can contain. */
const mostGroups = 1_024
const invalid = 255

/** The six bits of each payload character, by its code. */
const groupByCode = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 48 && code <= 87) return code - 48
  return code >= 96 && code <= 119 ? code - 56 : invalid
})

/**
 * The bits of an AIS message. The object is used again for the next message: a receiver hears thousands of them, and
 * nothing refers to the bits after they are decoded.
 */
export class SixBits {
  readonly #groups = new Uint8Array(mostGroups)
  #length = 0

  /** In bits. */
  get length(): number {
    return this.#length
  }

  /**
   * Replaces the message.
   *
   * @param fill number of fill bits at the end
   * @returns false for invalid characters and for a message that is too long
   */
  load(payload: string, fill: number): boolean {
    const groups = this.#groups
    this.#length = 0
    if (payload.length > mostGroups) return false
    for (let index = 0; index < payload.length; index++) {
      const group = groupByCode[payload.charCodeAt(index)] ?? invalid
      if (group === invalid) return false
      groups[index] = group
    }
    this.#length = payload.length * 6 - fill
    return true
  }

  /** NaN beyond the end of the message. */
  unsigned(at: number, bits: number): number {
    const end = at + bits
    if (end > this.#length) return Number.NaN
    const groups = this.#groups
    const last = Math.trunc((end - 1) / 6)
    let index = Math.trunc(at / 6)
    let value = (groups[index] ?? 0) & (0x3f >> (at % 6))
    while (index < last) value = value * 64 + (groups[++index] ?? 0)
    // Not shifted: with the rest of its last group a number can have more than 32 bits.
    return Math.floor(value / (1 << (last * 6 + 6 - end)))
  }

  /** NaN beyond the end of the message. */
  signed(at: number, bits: number): number {
    const value = this.unsigned(at, bits)
    return value >= 2 ** (bits - 1) ? value - 2 ** bits : value
  }

  /** Text up to `@`, without trailing blanks. */
  text(at: number, letters: number): string {
    let text = ''
    for (let letter = 0; letter < letters; letter++) {
      const group = this.unsigned(at + letter * 6, 6)
      if (Number.isNaN(group) || group === 0) break
      text += alphabet[group] ?? ''
    }
    return text.trimEnd()
  }
}
