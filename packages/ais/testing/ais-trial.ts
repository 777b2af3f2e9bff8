import type { AisReport } from '#craft/craft.ts'
import type { Tally } from '#reading.ts'
import { AisDecoder } from '#sentences/ais-decoder.ts'
import { withChecksum } from '#sentences/checksum.ts'
import type { Milliseconds } from '#sentences/message-parts.ts'
import assert from 'node:assert/strict'

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

/** A clock that the test advances. */
class HeldClock {
  #time: Milliseconds = 1_000.5

  now(): Milliseconds {
    return this.#time
  }

  pass(time: Milliseconds): void {
    this.#time += time
  }
}

const shape = /^!AI(VD[MO]),?(.*)\*[0-9A-F]{2}$/

/** A decoder that is fed line by line. */
export class AisTrial {
  readonly clock = new HeldClock()
  readonly tally: Tally = { refused: 0, withheld: 0 }
  readonly decoder: AisDecoder

  constructor({ ownMmsi }: { readonly ownMmsi?: string } = {}) {
    this.decoder = new AisDecoder({ clock: this.clock, ownMmsi, tally: this.tally })
  }

  /** The reports of a line with a correct checksum. */
  hear(line: string): readonly AisReport[] {
    const [, type = '', list = ''] = shape.exec(line) ?? []
    assert.equal(withChecksum(line.slice(1, -3), '!'), line)
    return this.decoder.decode(type, list.split(','))
  }
}

/** The reports of some lines. */
export const decoded = (...lines: readonly string[]): readonly AisReport[] => {
  const trial = new AisTrial()
  return lines.flatMap((line) => trial.hear(line))
}

const rounded = (values: unknown): unknown =>
  JSON.parse(
    JSON.stringify(values, (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(9)) : value,
    ),
  )

/** Asserts equal members; numbers may differ in the last digits. */
export const assertSays = (
  readings: readonly { readonly values: Readonly<Record<string, unknown>> }[],
  expected: Readonly<Record<string, unknown>>,
): void => {
  assert.equal(readings.length, 1, 'it gives no reading, or several')
  assert.deepEqual(rounded(readings[0]?.values), rounded(expected))
}
