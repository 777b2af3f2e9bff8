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

// Printable characters only: `*` ends the sentence, and `$`, `!` and `\` never occur inside.
const shape = /^[$!](P[A-Z0-9]{3,}|[A-Z0-9]{5})(?:,([ "#%-)+-[\]-~]*))?$/
const checksum = /^[0-9A-Fa-f]{2}$/

/** A TAG block (NMEA 4.1) describes the line, not the boat. It is skipped. */
const withoutTagBlock = (line: string): string =>
  line.startsWith('\\') ? line.slice(line.lastIndexOf('\\') + 1) : line

const sumOf = (body: string): number => {
  let sum = 0
  for (let index = 1; index < body.length; index++) sum ^= body.charCodeAt(index)
  return sum
}

/** The text before the checksum, when the checksum is correct. */
const bodyOf = (text: string): string | undefined => {
  const star = text.indexOf('*')
  const [body, sum] = [text.slice(0, star), text.slice(star + 1)]
  const isWhole = star > 0 && checksum.test(sum) && Number.parseInt(sum, 16) === sumOf(body)
  return isWhole ? body : undefined
}

const sentenceOf = (body: string): Sentence | Fault => {
  const [, address, list] = shape.exec(body) ?? []
  if (address === undefined) return { fault: 'not-a-sentence' }
  const talkerLength = address.startsWith('P') ? 1 : 2
  return {
    talker: address.slice(0, talkerLength),
    type: address.slice(talkerLength),
    fields: list?.split(',') ?? [],
    isEncapsulated: body.startsWith('!'),
  }
}

/**
 * Parses one line. A sentence without a checksum is refused like one with a wrong checksum, although the standard makes
 * it optional in places: without it a damaged digit is an undetected wrong depth.
 */
export const parseSentence = (line: string): Sentence | Fault => {
  if (line.length > longestLine) return { fault: 'too-long' }
  const text = withoutTagBlock(line.trimEnd())
  if (!text.startsWith('$') && !text.startsWith('!')) return { fault: 'not-a-sentence' }
  if (text.length > longestSentence) return { fault: 'too-long' }
  const body = bodyOf(text)
  return body === undefined ? { fault: 'checksum' } : sentenceOf(body)
}
