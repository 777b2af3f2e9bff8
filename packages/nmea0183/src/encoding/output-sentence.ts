import { withChecksum } from '@marinedata/ais'
import type { LiveValues, OutputField } from './output-fields.ts'

/** Seconds between two sentences. */
export type Seconds = number

/** A sentence that is made from values of the own vessel. */
export interface OutputSentence {
  /** Distinguishes sentences of one type, such as `MWV-R`. */
  readonly id: string
  readonly type: string
  /** Every path that the sentence is made from. */
  readonly paths: readonly string[]
  /** Paths without which it is not sent. */
  readonly essential: readonly string[]
  readonly period: Seconds
  /** The sentence without its line end; undefined while an essential value is unknown. */
  readonly write: (values: LiveValues) => string | undefined
}

export interface SentenceLayout {
  readonly talker: string
  readonly type: string
  /** Default: the type. */
  readonly id?: string
  readonly period: Seconds
  readonly essential: readonly string[]
  /** Paths that decide whether it is sent, and when it is. */
  readonly when?: { readonly paths: readonly string[]; readonly holds: (values: LiveValues) => boolean }
  readonly fields: readonly OutputField[]
}

/** With its line end a sentence has at most 82 characters. */
const longest = 80

export const isKnown = (value: unknown): boolean => value !== undefined && value !== null

/** A sentence with its checksum; undefined when it is too long to be sent. */
export const sentenceText = (talker: string, type: string, texts: readonly string[]): string | undefined => {
  const text = withChecksum([talker + type, ...texts].join(','))
  return text.length <= longest ? text : undefined
}

/** Whether an essential value is known, and its fields are not empty because it is impossible. */
const hasEssential = (
  values: LiveValues,
  fields: readonly OutputField[],
  essential: readonly string[],
): boolean =>
  essential.every(
    (path) =>
      isKnown(values.get(path)) &&
      fields.every(({ paths, write }) => !paths.includes(path) || write(values)[0] !== ''),
  )

export const outputSentence = (layout: SentenceLayout): OutputSentence => {
  const { talker, type, id = type, period, essential, when, fields } = layout
  return {
    id,
    type,
    paths: [...new Set([...fields.flatMap(({ paths }) => paths), ...(when?.paths ?? [])])],
    essential,
    period,
    write: (values) => {
      if (when?.holds(values) === false || !hasEssential(values, fields, essential)) return undefined
      return sentenceText(
        talker,
        type,
        fields.flatMap(({ write }) => write(values)),
      )
    },
  }
}
