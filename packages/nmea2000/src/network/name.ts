import { decode, type Fields } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'

/** The 64-bit NAME of ISO 11783, which identifies a device independent of its address. */
export interface DeviceName {
  /** Serial number within the manufacturer, 21 bits. */
  readonly uniqueNumber: number
  readonly manufacturerCode: number
  /** 0 to 7, and 0 to 31. */
  readonly deviceInstanceLower: number
  readonly deviceInstanceUpper: number
  readonly deviceFunction: number
  readonly deviceClass: number
  readonly systemInstance: number
  /** 4 is the marine industry. */
  readonly industryGroup: number
  /** Whether the device may take any free address. */
  readonly arbitraryAddressCapable: number
}

/** The NAME of the only device of its kind on a boat, which may take any free address. */
export const marineDeviceName = (
  device: Pick<DeviceName, 'uniqueNumber' | 'manufacturerCode' | 'deviceFunction' | 'deviceClass'>,
): DeviceName => ({
  deviceInstanceLower: 0,
  deviceInstanceUpper: 0,
  systemInstance: 0,
  industryGroup: 4,
  arbitraryAddressCapable: 1,
  ...device,
})

/** A NAME as 16 hexadecimal digits. Fixed length: the NAME that sorts first has the higher priority. */
export type NameText = string & { readonly name: 'NameText' }

const nameBytes = 8
const nameShape = /^[0-9a-f]{16}$/

/** Whether a text is a NAME. */
export const isNameText = (text: unknown): text is NameText =>
  typeof text === 'string' && nameShape.test(text)

/** The NAME in a payload that begins with one; undefined when it is too short. */
export const nameTextOf = (payload: Uint8Array): NameText | undefined => {
  if (payload.length < nameBytes) return undefined
  let text = ''
  for (let index = nameBytes - 1; index >= 0; index--)
    text += (payload[index] ?? 0).toString(16).padStart(2, '0')
  return text as NameText
}

/** The payload of a claim: the NAME, lowest byte first. */
export const nameBytesOf = (name: NameText): Uint8Array =>
  Uint8Array.from({ length: nameBytes }, (_, index) =>
    Number.parseInt(name.slice(14 - index * 2, 16 - index * 2), 16),
  )

/** @throws RangeError when a number does not fit */
export const nameTextFrom = (name: DeviceName): NameText => {
  const text = nameTextOf(encodeById('isoAddressClaim', { ...name, spare: 0 }))
  if (text === undefined) throw new RangeError('The NAME is too short')
  return text
}

/** The fields of a NAME. */
export const deviceNameOf = (name: NameText): Fields => decode(60_928, nameBytesOf(name))?.fields ?? {}

/** Whether a name wins an address against another. */
export const hasPriorityOver = (name: NameText, other: NameText): boolean => name < other
