import { degrees, type Radians } from '@marinedata/model'

/** Keys of a control head. Those for wind and track differ between sources, so they are left out. */
export const keys = { auto: 0x01, standby: 0x02, '-1': 0x05, '-10': 0x06, '+1': 0x07, '+10': 0x08 } as const
export type Key = keyof typeof keys

/** The changes of the heading that have keys, positive to starboard. */
const stepKeys: readonly (readonly [step: Radians, key: Key])[] = [
  [degrees(-10), '-10'],
  [degrees(-1), '-1'],
  [degrees(1), '+1'],
  [degrees(10), '+10'],
]
export const steps: readonly Radians[] = stepKeys.map(([step]) => step)

const sameStep = 1e-3

/** The key of a step, if there is one. */
export const keyOf = (change: number): Key | undefined =>
  stepKeys.find(([step]) => Math.abs(step - change) <= sameStep)?.[1]

/** The formatter of the sentences of a converter, `$STALK`. */
export const sentenceTopic = 'ALK'

const seatalkIn126720 = [0x3b, 0x9f, 0xf0, 0x81] as const
const keystroke = 0x86
const status = 0x84

const inverse = (key: number): number => ~key & 0xff

const keyMessage = (key: Key, length: number): Uint8Array => {
  const payload = new Uint8Array(length)
  payload.set([...seatalkIn126720, keystroke, 0x21, keys[key], inverse(keys[key])])
  return payload
}

/** A key on SeaTalkNG: 126720. */
export const keyCommand = (key: Key): Uint8Array => keyMessage(key, 22)

/** A key for a pilot on SeaTalk 1, behind a converter of Raymarine: a shorter 126720. */
export const converterKeyCommand = (key: Key): Uint8Array => keyMessage(key, 16)

const hexOf = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

const checksumOf = (body: string): string =>
  hexOf(Buffer.from(body, 'latin1').reduce((sum, letter) => sum ^ letter, 0))

/** A key on SeaTalk 1, as a converter between SeaTalk 1 and NMEA 0183 takes it. */
export const keySentence = (key: Key): string => {
  const body = `STALK,${hexOf(keystroke)},11,${hexOf(keys[key])},${hexOf(inverse(keys[key]))}`
  return `$${body}*${checksumOf(body)}`
}

/** Report of a pilot on SeaTalk 1: datagram 84. */
export interface PilotDatagram {
  readonly mode: 'standby' | 'auto' | 'wind' | 'track'
  /** Heading of the boat, magnetic. */
  readonly heading: Radians
  /** That it holds, magnetic; of no use in standby. */
  readonly held: Radians
  readonly isOffCourse: boolean
  readonly isWindShifted: boolean
}

const bits = { auto: 0x02, wind: 0x04, track: 0x08, offCourse: 0x04, windShift: 0x08 }

const modeOf = (flags: number): PilotDatagram['mode'] => {
  if ((flags & bits.track) !== 0) return 'track'
  if ((flags & bits.wind) !== 0) return 'wind'
  return (flags & bits.auto) !== 0 ? 'auto' : 'standby'
}

/** @param bytes after 84: U6 VW XY 0Z 0M; undefined when it is too short */
const readStatus = (bytes: Iterable<number>): PilotDatagram | undefined => {
  const [first = 0, second = 0, course = 0, flags = 0, alarms] = bytes
  if (alarms === undefined) return undefined
  const quarter = first >> 4
  const odd = ((quarter >> 2) & 1) + (quarter >> 3)
  return {
    mode: modeOf(flags),
    heading: degrees((quarter & 3) * 90 + (second & 0x3f) * 2 + odd),
    held: degrees((second >> 6) * 90 + course / 2),
    isOffCourse: (alarms & bits.offCourse) !== 0,
    isWindShifted: (alarms & bits.windShift) !== 0,
  }
}

/** The status of a pilot in 126720; undefined when it is about something else. */
export const readDatagram = (payload: Uint8Array): PilotDatagram | undefined => {
  const isStatus = [...seatalkIn126720, status].every((byte, index) => payload[index] === byte)
  return isStatus ? readStatus(payload.slice(5)) : undefined
}

/** The status of a pilot in a sentence of a converter; undefined when it is about something else. */
export const readSentence = (line: string): PilotDatagram | undefined => {
  const [, body = '', checksum] = /^\$(STALK,84(?:,[0-9A-F]{1,2}){5,8})\*([0-9A-F]{2})$/i.exec(line) ?? []
  if (checksum?.toUpperCase() !== checksumOf(body)) return undefined
  const [, , ...bytes] = body.split(',')
  return readStatus(bytes.map((text) => Number.parseInt(text, 16)))
}
