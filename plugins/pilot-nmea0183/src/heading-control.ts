import { degrees, toDegrees, wrapFull, type Radians } from '@marinedata/model'
import { parseSentence, sentenceText } from '@marinedata/nmea0183'

/** The sentences that the plugin reads and writes. */
export const topics = { status: 'HTD', command: 'HTC' } as const

export type Reference = 'T' | 'M'

/** State of the pilot: heading/track control data. */
export interface HeadingControl {
  /** Null when it steers in a way that is not known. */
  readonly mode: 'manual' | 'heading' | 'track' | null
  readonly target: Radians | null
  /** Heading of the boat, by the compass of the pilot. */
  readonly heading: Radians | null
  readonly reference: Reference
  /** Limits that are exceeded. */
  readonly exceeded: { readonly rudder: boolean; readonly heading: boolean; readonly track: boolean }
}

/** Stand-alone is heading control by the pilot's own settings. */
const modes: ReadonlyMap<string, 'manual' | 'heading' | 'track'> = new Map([
  ['M', 'manual'],
  ['S', 'heading'],
  ['H', 'heading'],
  ['T', 'track'],
])

const directionIn = (text: string | undefined): Radians | null => {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return value >= 0 && value <= 360 ? wrapFull(degrees(value)) : null
}

/** Reads HTD; undefined for other sentences. */
export const readHeadingControl = (line: string): HeadingControl | undefined => {
  const sentence = parseSentence(line)
  if ('fault' in sentence || sentence.type !== topics.status) return undefined
  const { fields } = sentence
  const [override, , , steering = ''] = fields
  const reference = fields[12]
  if (reference !== 'T' && reference !== 'M') return undefined
  return {
    // With the override somebody steers by hand.
    mode: override === 'A' ? 'manual' : (modes.get(steering) ?? null),
    target: directionIn(fields[9]),
    heading: directionIn(fields[16]),
    reference,
    exceeded: { rudder: fields[13] === 'V', heading: fields[14] === 'V', track: fields[15] === 'V' },
  }
}

const directionText = (angle: Radians | null): string => {
  if (angle === null) return ''
  const text = toDegrees(wrapFull(angle)).toFixed(1)
  return text === '360.0' ? '0.0' : text
}

export interface HeadingOrder {
  readonly mode: 'manual' | 'heading' | 'track'
  readonly heading: Radians | null
  readonly track: Radians | null
  readonly reference: Reference
}

const letters = { manual: 'M', heading: 'H', track: 'T' } as const

/** HTC: the first thirteen fields of HTD, as a command. */
export const headingControlLine = ({ mode, heading, track, reference }: HeadingOrder): string => {
  const limits = ['', '', '', '']
  const fields = [
    'V',
    '',
    '',
    letters[mode],
    'N',
    ...limits,
    directionText(heading),
    '',
    directionText(track),
  ]
  // It is always short enough.
  return sentenceText('EC', topics.command, [...fields, reference]) ?? ''
}
