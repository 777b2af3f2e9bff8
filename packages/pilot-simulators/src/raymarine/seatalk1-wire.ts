import { isSame } from '../bus/bus-pilot.ts'

/** PGN with SeaTalk 1 inside. */
export const keyPgn = 126_720
const head = [0x3b, 0x9f, 0xf0, 0x81]
const keystroke = 0x86

/** A key of a control head: a state, or a change of the heading in degrees. */
export type SeatalkKey = 'auto' | 'standby' | 1 | -1 | 10 | -10

const keys: ReadonlyMap<number, SeatalkKey> = new Map<number, SeatalkKey>([
  [0x01, 'auto'],
  [0x02, 'standby'],
  [0x05, -1],
  [0x06, -10],
  [0x07, 1],
  [0x08, 10],
])

/** A key with its inverse; undefined when they do not match. */
const keyOf = (key = 0, inverse = 0): SeatalkKey | undefined =>
  (key ^ inverse) === 0xff ? keys.get(key) : undefined

/** The key in 126720, if there is one. */
export const keyIn = (payload: Uint8Array): SeatalkKey | undefined =>
  isSame(payload, 0, [...head, keystroke, 0x21]) ? keyOf(payload[6], payload[7]) : undefined

const checksumOf = (body: string): string => {
  let sum = 0
  for (const letter of body) sum ^= letter.charCodeAt(0)
  return hexOf(sum)
}

const hexOf = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

/** The key in a sentence of a converter, if there is one. */
export const keyInSentence = (line: string): SeatalkKey | undefined => {
  const [, body = '', key = '', inverse = '', sum] =
    /^\$(STALK,86,11,([0-9A-F]{2}),([0-9A-F]{2}))\*([0-9A-F]{2})$/.exec(line.trim()) ?? []
  return sum === checksumOf(body) ? keyOf(Number.parseInt(key, 16), Number.parseInt(inverse, 16)) : undefined
}

export interface DatagramState {
  readonly mode: 'standby' | 'auto'
  /** In degrees. */
  readonly heading: number
  readonly held: number
}

/** Datagram 84 of a pilot, from its second byte on. The course has half degrees, the heading whole ones. */
export const datagramOf = ({ mode, heading, held }: DatagramState): readonly number[] => {
  const whole = Math.round(heading) % 360
  const [quarter, rest] = [Math.floor(whole / 90), whole % 90]
  const half = Math.round(held * 2) % 720
  const first = ((quarter | (rest % 2 === 1 ? 0x4 : 0)) << 4) | 0x06
  const second = (Math.floor(half / 180) << 6) | Math.floor(rest / 2)
  return [first, second, half % 180, mode === 'auto' ? 0x42 : 0x40, 0, 0, 0, 0]
}

/** The datagram in 126720. */
export const datagramMessage = (state: DatagramState): Uint8Array =>
  Uint8Array.from([...head, 0x84, ...datagramOf(state)])

/** The datagram as a sentence of a converter. */
export const datagramSentence = (state: DatagramState): string => {
  const body = `STALK,${[0x84, ...datagramOf(state)].map(hexOf).join(',')}`
  return `$${body}*${checksumOf(body)}`
}
