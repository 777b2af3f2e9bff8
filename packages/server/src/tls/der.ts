/*
 * A DER encoder (ITU-T X.690): each element is a tag, a length and the content. It covers only the types of a
 * certificate. There is no decoder: Node parses certificates.
 */

/** DER tags; `constructed` is added to tags of elements that contain others. */
const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
  context: 0x80,
  constructed: 0x20,
} as const

/** The bytes of a number, most significant first, without leading zeros; at least one byte. */
const bigEndian = (value: number): number[] =>
  value < 0x100 ? [value] : [...bigEndian(Math.floor(value / 0x100)), value % 0x100]

const lengthBytes = (length: number): number[] => {
  if (length < 0x80) return [length]
  const bytes = bigEndian(length)
  return [0x80 | bytes.length, ...bytes]
}

const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(tags.sequence, ...parts)

/** A set with one element: with more, DER would require sorting. */
export const setOf = (part: Uint8Array): Buffer => element(tags.set, part)

/** TRUE. FALSE is always the default here, and DER omits defaults. */
export const truth = (): Buffer => element(tags.boolean, Buffer.from([0xff]))

/** @param value not negative; bytes are most significant first */
export const integer = (value: number | Uint8Array): Buffer => {
  const given = typeof value === 'number' ? bigEndian(value) : [...value]
  const significant = given.slice(given.findIndex((byte, at) => byte !== 0 || at === given.length - 1))
  // The first bit is the sign: a zero byte keeps the number positive.
  const isNegative = (significant[0] ?? 0) >= 0x80
  return element(tags.integer, Buffer.from(isNegative ? [0, ...significant] : significant))
}

/** Seven bits per byte, most significant first; all bytes but the last have the high bit set. */
const base128 = (value: number): number[] => {
  const higher = Math.floor(value / 0x80)
  return [...(higher === 0 ? [] : base128(higher).map((byte) => byte | 0x80)), value % 0x80]
}

/** @param dotted such as `1.2.840.10045.2.1` */
export const objectIdentifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return element(tags.objectIdentifier, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

/** @param unusedBits the number of unused bits at the end of the last byte */
export const bitString = (bytes: Uint8Array, unusedBits = 0): Buffer =>
  element(tags.bitString, Buffer.from([unusedBits]), bytes)

export const octetString = (bytes: Uint8Array): Buffer => element(tags.octetString, bytes)

export const utf8String = (text: string): Buffer => element(tags.utf8String, Buffer.from(text, 'utf8'))

/** A time in seconds: with a two-digit year until 2049 and a four-digit year after, as RFC 5280 requires. */
export const time = (moment: Date): Buffer => {
  const digits = moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return moment.getUTCFullYear() < 2050
    ? element(tags.utcTime, Buffer.from(digits.slice(2), 'latin1'))
    : element(tags.generalizedTime, Buffer.from(digits, 'latin1'))
}

/** An implicitly tagged element: the number replaces its own tag. */
export const tagged = (number: number, content: Uint8Array): Buffer => element(tags.context | number, content)

/** An explicitly tagged element, around other elements. */
export const taggedAround = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  element(tags.context | tags.constructed | number, ...parts)
