import { framesOf, type Field, type MessageDefinition } from '#codec/database.ts'
import { decode, type Fields, type Message } from '#codec/decode.ts'
import { encode } from '#codec/encode.ts'
import { FastPacketAssembler } from '#transport/fast-packet.ts'
import { isDeepStrictEqual } from 'node:util'
import { differences, type AnalyzerFields, type Difference } from './analyzer-fields.ts'
import type { AnalyzedMessage, GoldenSample } from './corpus.ts'

/** The result of a comparison with another decoder. */
export interface Comparison {
  readonly messages: number
  readonly fields: number
  /** Differences that have a reason, by reason. */
  readonly excused: Readonly<Record<string, number>>
  /** Differences that have none. */
  readonly different: readonly (Difference | string)[]
}

const isUnread = (value: unknown): boolean =>
  value === undefined ||
  value instanceof Uint8Array ||
  (typeof value === 'string' && /^(0x|[0-9A-F]{2}( |$))/.test(value))

/** Differences that are not faults, and why. */
const reasons: readonly { readonly text: string; readonly fits: (difference: Difference) => boolean }[] = [
  {
    text: 'a lookup value without a meaning: we give the number, the analyzer nothing',
    fits: ({ type, ours, theirs }) => type === 'LOOKUP' && typeof ours === 'number' && theirs === undefined,
  },
  {
    text: 'a group function about a message that we do not read, or that the analyzer does not read',
    fits: ({ message, ours, theirs }) =>
      message.endsWith('GroupFunction') && (isUnread(ours) || isUnread(theirs)),
  },
  {
    text: 'the message ends within the number: we give nothing, the analyzer 0',
    fits: ({ message, ours, theirs }) => message === 'gnssSatsInView' && ours === undefined && theirs === 0,
  },
  {
    text: 'not available in 64 bits: the sample takes it for a value',
    fits: ({ message, ours, theirs }) =>
      message === 'gnssPositionData' && ours === undefined && Number(theirs) > 900,
  },
]

class Tally {
  readonly #excused: Record<string, number> = {}
  readonly #different: (Difference | string)[] = []
  #messages = 0
  #fields = 0

  get result(): Comparison {
    return {
      messages: this.#messages,
      fields: this.#fields,
      excused: this.#excused,
      different: this.#different,
    }
  }

  excuse(reason: string): void {
    this.#excused[reason] = (this.#excused[reason] ?? 0) + 1
  }

  fail(fault: Difference | string): void {
    this.#different.push(fault)
  }

  /** Compares all fields, or those that `isCompared` says. */
  compare(
    message: Message,
    theirs: AnalyzerFields,
    isCompared: (difference: Difference) => boolean = () => true,
  ): void {
    this.#messages++
    this.#fields += Object.keys(message.fields).length
    this.#fields += message.lists.flat().reduce((sum, row) => sum + Object.keys(row).length, 0)
    for (const difference of differences(message, theirs).filter(isCompared)) {
      const reason = reasons.find(({ fits }) => fits(difference))
      if (reason === undefined) this.fail(difference)
      else this.excuse(reason.text)
    }
  }
}

/** Compares with what canboat's analyzer printed for real messages. */
export const compareWithAnalyzer = (corpus: readonly AnalyzedMessage[]): Comparison => {
  const tally = new Tally()
  for (const { pgn, payload, id, fields } of corpus) {
    const message = decode(pgn, payload)
    if (message?.definition.id === id) tally.compare(message, fields)
    else if (message === undefined && id.startsWith('0x'))
      tally.excuse('a proprietary message that neither decoder knows')
    else tally.fail(`${pgn}: ${id} was taken for ${message?.definition.id}`)
  }
  return tally.result
}

const isRepeated = ({ repeats }: MessageDefinition, id: string): boolean =>
  repeats.some(({ fields }) => fields.some((field) => field.id === id))

/** The samples write out why there is no value, and call a bit without a name by its number. */
const meant = (value: unknown): unknown => {
  if (value === 'OutOfRange' || value === 'Reserved') return undefined
  return Array.isArray(value) ? value.map((bit) => bitValue(String(bit))) : value
}

const bitValue = (bit: string): string | number => {
  const [, number] = /^bit (\d+)$/.exec(bit) ?? []
  return number === undefined ? bit : 2 ** Number(number)
}

/** The samples number the rows of repeating fields: `prn`, `prn.2`, `prn.3`. */
const rowsOf = (definition: MessageDefinition, expects: AnalyzerFields): AnalyzerFields => {
  const fields: Record<string, unknown> = {}
  const rows: Record<string, unknown>[] = []
  for (const [key, value] of Object.entries(expects)) {
    const [id = '', row = '1'] = key.split('.')
    if (!isRepeated(definition, id)) fields[id] = meant(value)
    else (rows[Number(row) - 1] ??= {})[id] = meant(value)
  }
  return { ...fields, list: rows }
}

/** Some samples of fast packets are frames, others whole messages. */
const isFrame = (pgn: number, [index = 0, length = 0, ...rest]: Uint8Array): boolean =>
  framesOf(pgn) === 'fast' && index % 32 === 0 && length <= 6 && length <= rest.length && rest.length <= 6

const assembled = ({ pgn, parts }: GoldenSample): Uint8Array | undefined => {
  const [first = new Uint8Array()] = parts
  if (parts.length === 1 && !isFrame(pgn, first)) return first
  const assembler = new FastPacketAssembler()
  const header = { priority: 6, pgn, source: 1, destination: 255 }
  return parts.map((data) => assembler.add({ ...header, data }, 0)?.payload).at(-1)
}

/** Compares with the samples of canboat's database. */
export const compareWithGolden = (samples: readonly GoldenSample[]): Comparison => {
  const tally = new Tally()
  for (const sample of samples) {
    const payload = assembled(sample)
    const message = payload && decode(sample.pgn, payload)
    if (message?.definition.id === sample.id)
      tally.compare(message, rowsOf(message.definition, sample.expects), ({ field, row = 0 }) =>
        // A sample does not name all fields.
        Object.hasOwn(sample.expects, row === 0 ? field : `${field}.${row + 1}`),
      )
    else tally.fail(`${sample.pgn}: ${sample.id} was taken for ${message?.definition.id}`)
  }
  return tally.result
}

const isShort = ({ id, type, bits }: Field, fields: Fields): boolean => {
  const value = fields[id]
  return type === 'BINARY' && value instanceof Uint8Array && value.length < bits / 8
}

/** Whether the message ends before its declared end. */
const isTruncated = ({ definition, fields, lists }: Message): boolean =>
  definition.fields.some((field) => isShort(field, fields)) ||
  definition.repeats.some(
    ({ count }, index) => count !== undefined && fields[count.id] !== lists[index]?.length,
  )

/** A double has 53 bits, so the last digit of a position of 64 bits may change. */
const isSameValue = (ours: unknown, theirs: unknown): boolean =>
  typeof ours === 'number' && typeof theirs === 'number'
    ? Math.abs(ours - theirs) <= 2 ** -51 * Math.abs(ours)
    : isDeepStrictEqual(ours, theirs)

const isSameRow = (ours: Fields, theirs: Fields): boolean =>
  Object.keys(ours).every((id) => isSameValue(ours[id], theirs[id]))

/** Whether encoding a message and decoding it again gives the same message. */
export const survives = ({ definition, fields, lists }: Message): boolean => {
  const again = decode(definition.pgn, encode(definition, fields, lists))
  if (again?.definition !== definition) return false
  const [ours, theirs] = [lists.flat(), again.lists.flat()]
  return (
    isSameRow(fields, again.fields) &&
    ours.length === theirs.length &&
    ours.every((row, index) => isSameRow(row, theirs[index] ?? {}))
  )
}

/** The real messages that do not survive encoding and decoding, by message. */
export const findChangedByEncoding = (
  corpus: readonly AnalyzedMessage[],
): { readonly messages: number; readonly changed: Readonly<Record<string, number>> } => {
  const changed: Record<string, number> = {}
  let messages = 0
  for (const { pgn, payload } of corpus) {
    const message = decode(pgn, payload)
    if (message === undefined || isTruncated(message)) continue
    messages++
    const { id } = message.definition
    if (!survives(message)) changed[id] = (changed[id] ?? 0) + 1
  }
  return { messages, changed }
}
