import { alphabet } from './six-bits.ts'

/** The characters of a message in a sentence. */
export interface Payload {
  readonly text: string
  /** Number of fill bits at the end. */
  readonly fill: number
}

const numberByLetter: ReadonlyMap<string, number> = new Map(
  alphabet.split('').map((letter, number) => [letter, number]),
)
const blank = ' '
const accents = /\p{Mark}/gu

/** The letters that AIS has: capitals without accents. `@` would end the text. */
const plainText = (text: string): string => text.normalize('NFD').replaceAll(accents, '').toUpperCase()

const characterOf = (group: number): string => String.fromCharCode(group < 40 ? group + 48 : group + 56)

/** The bits of a message to send. All are zero until they are written. */
export class BitWriter {
  readonly mmsi: string
  #bits: number[]

  /** @param length in bits */
  constructor(mmsi: string, length: number) {
    this.mmsi = mmsi
    this.#bits = Array.from({ length }, () => 0)
  }

  /** Writes a whole number; negative ones as two's complement. */
  write(at: number, bits: number, value: number): void {
    let rest = value < 0 ? value + 2 ** bits : value
    for (let bit = at + bits - 1; bit >= at; bit--) {
      this.#bits[bit] = rest % 2
      rest = Math.floor(rest / 2)
    }
  }

  /** Writes a text; letters that AIS does not have are blanks, and what is too long is cut off. */
  writeText(at: number, letters: number, text: string): void {
    const plain = plainText(text).slice(0, letters)
    for (const [index, letter] of plain.split('').entries())
      this.write(at + index * 6, 6, numberByLetter.get(letter === '@' ? blank : letter) ?? 32)
  }

  /** Adds letters at the end, then zeros to whole bytes, as messages have in the air. */
  appendText(text: string): void {
    const at = this.#bits.length
    const end = Math.ceil((at + text.length * 6) / 8) * 8
    this.#bits = [...this.#bits, ...Array.from({ length: end - at }, () => 0)]
    this.writeText(at, text.length, text)
  }

  get payload(): Payload {
    const fill = (6 - (this.#bits.length % 6)) % 6
    let text = ''
    for (let at = 0; at < this.#bits.length; at += 6) {
      let group = 0
      for (let bit = at; bit < at + 6; bit++) group = group * 2 + (this.#bits[bit] ?? 0)
      text += characterOf(group)
    }
    return { text, fill }
  }
}
