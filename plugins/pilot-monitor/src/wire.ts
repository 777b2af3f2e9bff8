/** The messages that the plugin reads, by their topic on the bus: the PGN. */
export const topics = { garmin: '126720', control: '127237', furuno: '130827' } as const
export type Topic = (typeof topics)[keyof typeof topics]

export type Make = 'garmin' | 'furuno'
const makeByCode: ReadonlyMap<number, Make> = new Map([
  [229, 'garmin'],
  [1_855, 'furuno'],
])

/** The make of a device, by the manufacturer code in its NAME; undefined for all others. */
export const makeOf = (name: string): Make | undefined =>
  makeByCode.get(Number.parseInt(name.slice(8), 16) >>> 21)

const startsWith = (payload: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, at) => payload[at] === byte)

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Manufacturer 229, and sub-protocol 5904 in its wrapper. */
const garmin = [0xe5, 0x98, 0x10, 0x17, 0x04, 0x04] as const
const garminMode = [...garmin, 0x05, 0x0a, 0x00] as const
const garminHeading = [...garmin, 0x00, 0x0b, 0x00] as const
const garminModes: ReadonlyMap<number, 'standby' | 'shadow drive' | 'heading hold'> = new Map([
  [2, 'standby'],
  [3, 'shadow drive'],
  [5, 'heading hold'],
])
/** A full turn in radians; as a 32-bit number it is a little larger than as a 64-bit number. */
const fullTurn = Math.fround(2 * Math.PI)

export type GarminMode = 'standby' | 'shadow drive' | 'heading hold' | 'other'

/** State of a Garmin CCU: its mode, `other` for an unknown mode, or the heading to steer in radians. */
export type GarminStatus =
  | { readonly kind: 'mode'; readonly mode: GarminMode }
  | { readonly kind: 'heading'; readonly heading: number | undefined }

/** Undefined when the message is about something else. */
export const readGarmin = (payload: Uint8Array): GarminStatus | undefined => {
  if (payload.length >= 10 && startsWith(payload, garminMode))
    return { kind: 'mode', mode: garminModes.get(payload[9] ?? 0) ?? 'other' }
  if (payload.length < 13 || !startsWith(payload, garminHeading)) return undefined
  const heading = viewOf(payload).getFloat32(9, true)
  // Sentinel: 1000 rad and more is not a valid heading.
  return { kind: 'heading', heading: heading >= 0 && heading <= fullTurn ? heading : undefined }
}

/** Radians per unit. */
const step = 1e-4
const noNumber = 0xff_ff

/** Steering modes of 127237. In the first three somebody steers by hand. */
const steeringModes = ['standby', 'standby', 'standby', 'heading', 'heading', 'track'] as const
export type FurunoMode = (typeof steeringModes)[number] | 'other'

/** Content of 127237: the mode, and the exceeded limits. */
export interface FurunoControl {
  readonly mode: FurunoMode
  readonly exceeded: { readonly rudder: boolean; readonly heading: boolean; readonly track: boolean }
}

/** Undefined when the message is too short. */
export const readControl = (payload: Uint8Array): FurunoControl | undefined => {
  const [limits, modes] = payload
  if (limits === undefined || modes === undefined) return undefined
  const isExceeded = (bit: number): boolean => ((limits >> bit) & 0b11) === 1
  return {
    mode: steeringModes[modes & 0b111] ?? 'other',
    exceeded: { rudder: isExceeded(0), heading: isExceeded(2), track: isExceeded(4) },
  }
}

/** Manufacturer 1855, and the number of the message. */
const furunoStatus = [0x3f, 0x9f, 0x01] as const
const courseAt = 8

/** The course that a NavPilot steers, in radians; null without a course, and undefined for another message. */
export const readCourse = (payload: Uint8Array): number | null | undefined => {
  if (payload.length < courseAt + 2 || !startsWith(payload, furunoStatus)) return undefined
  const number = viewOf(payload).getUint16(courseAt, true)
  return number === noNumber ? null : number * step
}
