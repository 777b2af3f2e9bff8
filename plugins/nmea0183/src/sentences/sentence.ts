/** A line that arrived whole: who said it, what kind it is, and its fields as they stand on the wire. */
export interface Sentence {
  /** Two letters; `P` alone for a maker's own sentence, whose type is then whatever follows. */
  readonly talker: string
  readonly type: string
  readonly fields: readonly string[]
  /** Begins with `!`: what it carries is packed, as AIS is. */
  readonly isEncapsulated: boolean
}

export interface Fault {
  readonly fault: 'not-a-sentence' | 'checksum' | 'too-long'
}

/** The standard ends at 82. Receivers with many digits and XDR go beyond, but none needs twice as much. */
const longestSentence = 164
const longestLine = 512

// Printable letters only: `*` ends the sentence, and `$`, `!` and `\` never stand inside.
const shape = /^[$!](P[A-Z0-9]{3,}|[A-Z0-9]{5})(?:,([ "#%-)+-[\]-~]*))?$/
const checksum = /^[0-9A-Fa-f]{2}$/

/** A TAG block (NMEA 4.1) tells of the line, not of the boat: it is skipped, whatever it says. */
const withoutTagBlock = (line: string): string =>
  line.startsWith('\\') ? line.slice(line.lastIndexOf('\\') + 1) : line

const sumOf = (body: string): number => {
  let sum = 0
  for (let index = 1; index < body.length; index++) sum ^= body.charCodeAt(index)
  return sum
}

/** What stands before the checksum, when that is right. */
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
 * Reads one line. A sentence without a checksum is refused like one whose checksum is wrong, although the standard
 * leaves it out here and there: on such a line a damaged digit is a wrong depth, and nothing would tell.
 */
export const parseSentence = (line: string): Sentence | Fault => {
  if (line.length > longestLine) return { fault: 'too-long' }
  const text = withoutTagBlock(line.trimEnd())
  if (!text.startsWith('$') && !text.startsWith('!')) return { fault: 'not-a-sentence' }
  if (text.length > longestSentence) return { fault: 'too-long' }
  const body = bodyOf(text)
  return body === undefined ? { fault: 'checksum' } : sentenceOf(body)
}
