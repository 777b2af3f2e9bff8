import type { Fields } from '#codec/decode.ts'
import { mmsiFrom, refused, type Reading } from '@marinedata/ais'
import { maxSafetyTextLength, type SafetyText } from '@marinedata/model'
import { numberIn } from './rules.ts'

/** The characters that AIS can send. A gateway that sends others has not received them. */
const radioText = /^[ -_a-z]*$/

/** The text of a message up to `@`, where AIS ends it. Refused: characters or a length that AIS does not have. */
const textIn = (fields: Fields): Reading<string> => {
  const given = fields['safetyRelatedText']
  const text = typeof given === 'string' ? given.split('@', 1)[0]?.trim() : undefined
  if (text === undefined || text === '') return undefined
  return text.length <= maxSafetyTextLength && radioText.test(text) ? text.toUpperCase() : refused
}

/** A text for all stations. */
export const broadcastText = (fields: Fields): Reading<SafetyText> => {
  const text = textIn(fields)
  return typeof text === 'string' ? { text } : text
}

/** A text for one station. */
export const addressedText = (fields: Fields): Reading<SafetyText> => {
  const text = textIn(fields)
  if (typeof text !== 'string') return text
  const to = mmsiFrom(numberIn(fields, 'destinationId') ?? Number.NaN)
  return to === undefined ? refused : { text, to }
}
