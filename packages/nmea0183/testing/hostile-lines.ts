import { SentenceDecoder } from '#decoding/decode.ts'
import { overboardIn } from '#decoding/overboard-sentence.ts'
import { parseSentence } from '#lines/sentence.ts'
import { readTags } from '#lines/tag-block.ts'
import { withChecksum } from '@marinedata/ais'
import type { Numbers } from './busy-coast.ts'
import { HeldClock } from './decode-trial.ts'

/** What a flood of wrong lines did. */
export interface HostileResult {
  readonly lines: number
  /** Lines that are valid sentences in spite of their content. */
  readonly sentences: number
  readonly values: number
  /** Numbers that are not finite. */
  readonly notFinite: number
}

const longest = 200

const randomText = (numbers: Numbers, limit: number): string =>
  String.fromCharCode(...Array.from({ length: numbers.below(limit) }, () => numbers.below(256)))

const fieldTexts = [
  '',
  '0',
  '-0',
  '1e999',
  '9'.repeat(40),
  '.',
  '-',
  'NaN',
  '__proto__',
  'A',
  'V',
  'N',
  '360',
  '99.9',
]

/** A changed field with a correct checksum passes the parser and reaches the decoder. */
const withOtherField = (line: string, numbers: Numbers): string => {
  const fields = line.slice(1, line.indexOf('*')).split(',')
  const at = 1 + numbers.below(Math.max(1, fields.length - 1))
  fields[at] = fieldTexts[numbers.below(fieldTexts.length)] ?? ''
  return withChecksum(fields.join(','), line[0])
}

/** A changed character with a correct checksum. */
const withOtherCharacter = (line: string, numbers: Numbers): string => {
  const body = line.slice(1, line.indexOf('*'))
  const at = numbers.below(body.length)
  const other = String.fromCharCode(32 + numbers.below(95))
  return withChecksum(body.slice(0, at) + other + body.slice(at + 1), line[0])
}

const mutations: readonly ((line: string, numbers: Numbers) => string)[] = [
  (_line, numbers) => randomText(numbers, longest),
  (_line, numbers) => withChecksum(randomText(numbers, longest), numbers.below(2) === 0 ? '$' : '!'),
  (line, numbers) => line.slice(0, numbers.below(line.length)),
  (line, numbers) => `\\${randomText(numbers, 40)}\\${line}`,
  withOtherField,
  withOtherField,
  withOtherCharacter,
  withOtherCharacter,
]

const countNotFinite = (value: unknown): number => {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, member) => sum + countNotFinite(member), 0)
}

/** Sends many wrong lines through parsing and decoding. Throws when one of them does. */
export const feedHostileLines = (
  count: number,
  numbers: Numbers,
  corpus: readonly string[],
): HostileResult => {
  const clock = new HeldClock()
  const decoder = new SentenceDecoder(clock)
  let [sentences, values, notFinite] = [0, 0, 0]
  for (let lines = 0; lines < count; lines++) {
    const mutate = mutations[numbers.below(mutations.length)]
    const line = mutate?.(corpus[numbers.below(corpus.length)] ?? '', numbers) ?? ''
    readTags(line)
    clock.pass(0.1)
    const sentence = parseSentence(line)
    if ('fault' in sentence) continue
    sentences++
    notFinite += countNotFinite(overboardIn(sentence))
    for (const reading of decoder.decode(sentence)) {
      values += Object.keys(reading.values).length
      notFinite += countNotFinite(reading.values)
    }
  }
  return { lines: count, sentences, values, notFinite }
}
