import { withoutTags } from './tag-block.ts'

/** A valid sentence: talker, type and raw fields. */
export interface Sentence {
  /** Two letters; `P` for a proprietary sentence, whose type is what follows. */
  readonly talker: string
  readonly type: string
  readonly fields: readonly string[]
  /** Begins with `!`: the payload is encapsulated, as in AIS. */
  readonly isEncapsulated: boolean
}

export interface Fault {
  readonly fault: 'not-a-sentence' | 'checksum' | 'too-long'
}

/** The standard allows 82. Receivers with many digits and XDR exceed it, but none needs twice as much. */
const longestSentence = 164
const longestLine = 512

const notASentence: Fault = { fault: 'not-a-sentence' }
const wrongChecksum: Fault = { fault: 'checksum' }
const tooLong: Fault = { fault: 'too-long' }

const [dollar, exclamation, star, proprietary] = [36, 33, 42, 80]

/** Printable characters only: `*` ends the sentence, and `$`, `!` and `\` never occur inside. */
const isInside = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= 32 && code <= 126 && ![dollar, exclamation, star, 92].includes(code) ? 1 : 0,
)

/** The value of a hexadecimal digit; NaN for another character. */
const digitOf = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 0x20
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/** Letters and digits: five of them, or `P` and at least three. */
const isAddress = (text: string, end: number): boolean => {
  for (let index = 1; index < end; index++) {
    const code = text.charCodeAt(index)
    if (!((code >= 65 && code <= 90) || (code >= 48 && code <= 57))) return false
  }
  return end === 6 || (end > 4 && text.charCodeAt(1) === proprietary)
}

/** The texts between commas. Cut one by one, which takes less time than `split` for short texts. */
const fieldsIn = (text: string, from: number, end: number): string[] => {
  const fields: string[] = []
  let at = from
  for (let comma = text.indexOf(',', at); comma !== -1; comma = text.indexOf(',', at)) {
    fields.push(text.slice(at, comma))
    at = comma + 1
  }
  fields.push(text.slice(at, end))
  return fields
}

/** The text before the checksum, which is correct. */
const sentenceOf = (text: string, end: number): Sentence | Fault => {
  const comma = text.indexOf(',')
  const addressEnd = comma === -1 || comma > end ? end : comma
  if (!isAddress(text, addressEnd)) return notASentence
  const typeAt = text.charCodeAt(1) === proprietary ? 2 : 3
  return {
    talker: text.slice(1, typeAt),
    type: text.slice(typeAt, addressEnd),
    fields: addressEnd === end ? [] : fieldsIn(text, addressEnd + 1, end),
    isEncapsulated: text.charCodeAt(0) === exclamation,
  }
}

/** A bit above every checksum. */
const unprintable = 0x100

/** The checksum of the text before `end`, marked when a character may not occur there. */
const sumBefore = (text: string, end: number): number => {
  let sum = 0
  let marks = 0
  for (let index = 1; index < end; index++) {
    const code = text.charCodeAt(index)
    sum ^= code
    if (isInside[code] !== 1) marks = unprintable
  }
  return sum | marks
}

/** The sum that a sentence ends with; NaN when it does not end with two digits. */
const sumAfter = (text: string, at: number): number =>
  text.length === at + 3
    ? digitOf(text.charCodeAt(at + 1)) * 16 + digitOf(text.charCodeAt(at + 2))
    : Number.NaN

/**
 * Parses one line. A sentence without a checksum is refused like one with a wrong checksum, although the standard makes
 * it optional in places: without it a damaged digit is an undetected wrong depth.
 */
export const parseSentence = (line: string): Sentence | Fault => {
  if (line.length > longestLine) return tooLong
  const text = withoutTags(line.trimEnd())
  const start = text.charCodeAt(0)
  if (start !== dollar && start !== exclamation) return notASentence
  if (text.length > longestSentence) return tooLong
  const end = text.indexOf('*')
  const sum = sumBefore(text, end)
  if (end === -1 || sumAfter(text, end) !== (sum & 0xff)) return wrongChecksum
  return sum < unprintable ? sentenceOf(text, end) : notASentence
}
