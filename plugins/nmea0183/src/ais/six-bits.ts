const alphabet = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789:;<=>?'

/** The six bits of a payload character; undefined for an invalid character. */
const groupOf = (code: number): number | undefined => {
  if (code >= 48 && code <= 87) return code - 48
  return code >= 96 && code <= 119 ? code - 56 : undefined
}

/** The bits of an AIS message. */
export class SixBits {
  readonly #groups: readonly number[]
  /** In bits. */
  readonly length: number

  private constructor(groups: readonly number[], fill: number) {
    this.#groups = groups
    this.length = groups.length * 6 - fill
  }

  /**
   * @param fill number of fill bits at the end
   * @returns undefined for invalid characters
   */
  static from(payload: string, fill: number): SixBits | undefined {
    const groups: number[] = []
    for (let index = 0; index < payload.length; index++) {
      const group = groupOf(payload.charCodeAt(index))
      if (group === undefined) return undefined
      groups.push(group)
    }
    return new SixBits(groups, fill)
  }

  /** NaN beyond the end of the message. */
  unsigned(at: number, bits: number): number {
    if (at + bits > this.length) return Number.NaN
    let value = 0
    for (let bit = at; bit < at + bits; bit++) {
      const group = this.#groups[Math.trunc(bit / 6)] ?? 0
      value = value * 2 + ((group >> (5 - (bit % 6))) & 1)
    }
    return value
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
