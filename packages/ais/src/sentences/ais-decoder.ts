import { SixBits } from '#bits/six-bits.ts'
import { createReport, mapOf, mmsiFrom, type AisReport } from '#craft/craft.ts'
import { messageOf, messagePaths, type AisMessage } from '#messages/ais-messages.ts'
import { gather, type Tally } from '#reading.ts'
import { MessageParts, type MonotonicClock, type Part } from './message-parts.ts'

interface AisDecoderOptions {
  readonly clock: MonotonicClock
  readonly ownMmsi: string | undefined
  readonly tally: Tally
}

/**
 * A path of the own vessel: where a received message says that its MMSI is. It is no position of the boat: it may be the
 * echo of the own transponder, or another vessel that uses the MMSI.
 */
export const ownMmsiPath = 'sensors.ais.ownMmsiPosition'

/** Every path of other vessels that the decoder can write. */
export const aisPaths: readonly string[] = [
  ...new Set(['mmsi', 'name', 'sensors.ais.class', ownMmsiPath, ...messagePaths]),
].toSorted()

const nothing: readonly AisReport[] = []

/** A single digit in a range; NaN for anything else. */
const digitOf = (text: string | undefined, least: number, most: number): number => {
  const digit = text?.length === 1 ? text.charCodeAt(0) - 48 : Number.NaN
  return digit >= least && digit <= most ? digit : Number.NaN
}

/** Parts are matched by their message id, so each part of a longer message needs one. */
const isSequence = (text: string, total: number): boolean =>
  text === '' ? total === 1 : digitOf(text, 0, 9) >= 0

/** Fields of a sentence: number of parts, part, message id, channel, payload and fill bits. */
const partIn = (fields: readonly string[]): Part | undefined => {
  const total = digitOf(fields[0], 1, 5)
  const number = digitOf(fields[1], 1, total)
  // Only the last part may have fill bits.
  const fill = digitOf(fields[5], 0, number === total ? 5 : 0)
  const [, , sequence = '', channel = '', payload = ''] = fields
  const isPart = fields.length === 6 && number > 0 && fill >= 0 && payload !== ''
  return isPart && isSequence(sequence, total)
    ? { sequence, channel, total, number, payload, fill }
    : undefined
}

/** Decodes AIS messages. Publishes other vessels only: the own position comes from the own instruments. */
export class AisDecoder {
  readonly #parts: MessageParts
  readonly #bits = new SixBits()
  readonly #ownMmsi: string | undefined
  readonly #tally: Tally
  #ownMmsiReceived = 0
  #ownReports = 0
  #ownMmsiPosition: unknown

  constructor({ clock, ownMmsi, tally }: AisDecoderOptions) {
    this.#parts = new MessageParts(clock)
    this.#ownMmsi = ownMmsi
    this.#tally = tally
  }

  /** Messages with the own MMSI: another vessel uses it. */
  get ownMmsiReceived(): number {
    return this.#ownMmsiReceived
  }

  /** The position in a message with the own MMSI since the last call. */
  takeOwnMmsiPosition(): unknown {
    const position = this.#ownMmsiPosition
    this.#ownMmsiPosition = undefined
    return position
  }

  /** Messages of the own transponder about the own vessel. */
  get ownReports(): number {
    return this.#ownReports
  }

  /** Messages with a missing part. */
  get unfinished(): number {
    return this.#parts.dropped
  }

  /** @param type of the sentence: VDM from others, VDO from the own transponder */
  decode(type: string, fields: readonly string[]): readonly AisReport[] {
    if (type === 'VDO') this.#ownReports++
    return type === 'VDM' ? this.#join(fields) : nothing
  }

  #join(fields: readonly string[]): readonly AisReport[] {
    const part = partIn(fields)
    if (part === undefined) return this.#refuse()
    if (part.total === 1) return this.#report(part.payload, part.fill)
    const parts = this.#parts.add(part)
    if (parts === undefined) return nothing
    return this.#report(parts.map((each) => each.payload).join(''), parts.at(-1)?.fill ?? 0)
  }

  #report(payload: string, fill: number): readonly AisReport[] {
    const bits = this.#bits
    if (!bits.load(payload, fill)) return this.#refuse()
    const message = messageOf(bits)
    if (message === undefined) return nothing
    const mmsi = bits.length < message.bits ? undefined : mmsiFrom(bits.unsigned(8, 30))
    if (mmsi === undefined) return this.#refuse()
    if (mmsi === this.#ownMmsi) {
      this.#ownMmsiReceived++
      this.#ownMmsiPosition = gather(message.readers, bits, this.#tally)?.['navigation.position']
      return nothing
    }
    return this.#createReports(mmsi, message)
  }

  #createReports(mmsi: string, message: AisMessage): readonly AisReport[] {
    if (!message.of.includes(mapOf(mmsi))) return this.#refuse()
    const values = gather(message.readers, this.#bits, this.#tally)
    return values === undefined ? nothing : [createReport(mmsi, message, values)]
  }

  #refuse(): readonly AisReport[] {
    this.#tally.refused++
    return nothing
  }
}
