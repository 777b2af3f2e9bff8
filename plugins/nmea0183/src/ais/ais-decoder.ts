import type { MonotonicClock } from '#sentences/calendar.ts'
import type { Fields } from '#sentences/fields.ts'
import { gather, type Tally } from '#sentences/reading.ts'
import { messageOf, messagePaths, type AisMessage } from './ais-messages.ts'
import { beaconName, contextOf, mapOf } from './craft.ts'
import { MessageParts, type Part } from './message-parts.ts'
import { SixBits } from './six-bits.ts'

/** What is heard by radio: of whom, and what. */
export interface AisReport {
  readonly context: string
  readonly values: Readonly<Record<string, unknown>>
}

interface AisDecoderParts {
  readonly clock: MonotonicClock
  readonly ownMmsi: string | undefined
  readonly tally: Tally
}

/** Every path of others that may be written. */
export const aisPaths: readonly string[] = [
  ...new Set(['mmsi', 'name', 'sensors.ais.class', ...messagePaths]),
].toSorted()

const nothing: readonly AisReport[] = []
const greatestMmsi = 999_999_999
/** How many parts, which of them, of which message, the channel, the bits and how many of them only fill up. */
const partShape = /^([1-5]),([1-5]),([0-9]?),([^,]*),([^,]+),([0-5])$/

const partIn = (fields: Fields): Part | undefined => {
  const [, total, number, sequence, channel, payload = '', fill] = partShape.exec(fields.join(',')) ?? []
  const part = {
    message: `${total}/${sequence}/${channel}`,
    total: Number(total),
    number: Number(number),
    payload,
    fill: Number(fill),
  }
  const isLast = part.number === part.total
  // Parts find each other by the number of their message, and only the last one may be filled up.
  const isPart = isLast || (part.number < part.total && part.fill === 0)
  return isPart && (part.total === 1 || sequence !== '') ? part : undefined
}

/** Reads what a receiver for AIS heard. Only others are told of: where the own vessel is, its own instruments say. */
export class AisDecoder {
  readonly #parts: MessageParts
  readonly #ownMmsi: string | undefined
  readonly #tally: Tally
  #ownMmsiHeard = 0
  #ownReports = 0

  constructor({ clock, ownMmsi, tally }: AisDecoderParts) {
    this.#parts = new MessageParts(clock)
    this.#ownMmsi = ownMmsi
    this.#tally = tally
  }

  get ownMmsiHeard(): number {
    return this.#ownMmsiHeard
  }

  get ownReports(): number {
    return this.#ownReports
  }

  get unfinished(): number {
    return this.#parts.letGo
  }

  decode(type: string, fields: Fields): readonly AisReport[] {
    if (type === 'VDO') this.#ownReports++
    return type === 'VDM' ? this.#hear(fields) : nothing
  }

  #hear(fields: Fields): readonly AisReport[] {
    const part = partIn(fields)
    if (part === undefined) return this.#refuse()
    const parts = part.total === 1 ? [part] : this.#parts.add(part)
    if (parts === undefined) return nothing
    const payload = parts.map((each) => each.payload).join('')
    return this.#report(SixBits.from(payload, parts.at(-1)?.fill ?? 0))
  }

  #report(bits: SixBits | undefined): readonly AisReport[] {
    if (bits === undefined) return this.#refuse()
    const message = messageOf(bits)
    if (message === undefined) return nothing
    const number = bits.unsigned(8, 30)
    if (bits.length < message.bits || number > greatestMmsi) return this.#refuse()
    const mmsi = String(number).padStart(9, '0')
    if (mmsi === this.#ownMmsi) {
      this.#ownMmsiHeard++
      return nothing
    }
    if (!message.of.includes(mapOf(mmsi))) return this.#refuse()
    return this.#told(mmsi, message, bits)
  }

  #told(mmsi: string, message: AisMessage, bits: SixBits): readonly AisReport[] {
    const values = gather(message.values, bits, this.#tally)
    if (Object.keys(values).length === 0) return nothing
    const name = beaconName(mmsi)
    if (name !== undefined) values['name'] = name
    if (message.class !== undefined && mapOf(mmsi) === 'vessels') values['sensors.ais.class'] = message.class
    return [{ context: contextOf(mmsi), values: { mmsi, ...values } }]
  }

  #refuse(): readonly AisReport[] {
    this.#tally.refused++
    return nothing
  }
}
