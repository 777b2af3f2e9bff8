import { DecodeTrial, withChecksum } from '#sentences/decode-trial.ts'
import type { DecodedValues } from '#sentences/decode.ts'

/** A number and its width in bits. */
export type Bits = readonly (readonly [value: number, bits: number])[]

const letterOf = (group: number): string => String.fromCharCode(group < 40 ? group + 48 : group + 56)

/** Encodes a message as payload characters and the number of fill bits. */
export const packed = (bits: Bits): { readonly payload: string; readonly fill: number } => {
  const text = bits
    .map(([value, length]) => (value < 0 ? value + 2 ** length : value).toString(2).padStart(length, '0'))
    .join('')
  const fill = (6 - (text.length % 6)) % 6
  const groups = (text + '0'.repeat(fill)).match(/.{6}/g) ?? []
  return { payload: groups.map((group) => letterOf(Number.parseInt(group, 2))).join(''), fill }
}

/** A complete line with a message in one part. */
export const sent = (bits: Bits): string => {
  const { payload, fill } = packed(bits)
  return withChecksum(`AIVDM,1,1,,A,${payload},${fill}`, '!')
}

export interface ClassA {
  readonly type?: number
  readonly mmsi?: number
  readonly state?: number
  readonly rateOfTurn?: number
  readonly speed?: number
  readonly longitude?: number
  readonly latitude?: number
  readonly course?: number
  readonly heading?: number
}

/** A message in which only the MMSI is known. */
export const nothingKnown = {
  type: 1,
  mmsi: 230_012_345,
  state: 15,
  rateOfTurn: -128,
  speed: 1_023,
  longitude: 181 * 600_000,
  latitude: 91 * 600_000,
  course: 3_600,
  heading: 511,
} as const

/** A class A position report, in raw numbers. */
export const classA = (given: ClassA): string => {
  const report = { ...nothingKnown, ...given }
  return sent([
    [report.type, 6],
    [0, 2],
    [report.mmsi, 30],
    [report.state, 4],
    [report.rateOfTurn, 8],
    [report.speed, 10],
    [0, 1],
    [report.longitude, 28],
    [report.latitude, 27],
    [report.course, 12],
    [report.heading, 9],
    [60, 6],
    [0, 25],
  ])
}

/** The values of a single line. */
export const decoded = (...lines: readonly string[]): readonly DecodedValues[] => {
  const trial = new DecodeTrial()
  return lines.flatMap((line) => trial.hear(line))
}
