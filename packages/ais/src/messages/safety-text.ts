import type { BitWriter } from '#bits/bit-writer.ts'
import type { SixBits } from '#bits/six-bits.ts'
import { mmsiFrom } from '#craft/craft.ts'
import { maxSafetyTextLength, type SafetyText } from '@marinedata/model'
import { refused, type Reading } from '#reading.ts'
import type { BitField } from './bit-fields.ts'

const addressee = { at: 40, bits: 30 } as const

const memberOf = (value: unknown, name: keyof SafetyText): string => {
  const member: unknown =
    typeof value === 'object' && value !== null ? (value as Partial<SafetyText>)[name] : undefined
  return typeof member === 'string' ? member : ''
}

/** The text at the end of a message; undefined for an empty one. */
const readText = (bits: SixBits, at: number): string | undefined =>
  bits.text(at, maxSafetyTextLength).trim() || undefined

/** Writes a text that is too long for the message as an empty one, which is not sent. */
const writeText = (to: BitWriter, value: unknown, longest: number): void => {
  const text = memberOf(value, 'text')
  to.appendText(text.length > longest ? '' : text)
}

/** The text of message 14. */
export const broadcastText: BitField = {
  read: (bits): Reading<SafetyText> => {
    const text = readText(bits, 40)
    return text === undefined ? undefined : { text }
  },
  write: (to, value) => writeText(to, value, maxSafetyTextLength),
}

/** The text of message 12, with the station that it is for. */
export const addressedText: BitField = {
  read: (bits): Reading<SafetyText> => {
    const [text, to] = [readText(bits, 72), mmsiFrom(bits.unsigned(addressee.at, addressee.bits))]
    if (text === undefined) return undefined
    return to === undefined ? refused : { text, to }
  },
  write: (to, value) => {
    to.write(addressee.at, addressee.bits, Number(memberOf(value, 'to')))
    writeText(to, value, maxSafetyTextLength - 5)
  },
}
