import type { MonotonicClock } from '#sentences/calendar.ts'
import type { Fields } from '#sentences/fields.ts'
import { gather, type Tally } from '#sentences/reading.ts'
import { messageOf, messagePaths, type AisMessage } from './ais-messages.ts'
import { beaconName, contextOf, mapOf } from './craft.ts'
import { MessageParts, type Part } from './message-parts.ts'
import { SixBits } from './six-bits.ts'

/** A decoded AIS message: the context and its values. */
export interface AisReport {
  readonly context: string
  readonly values: Readonly<Record<string, unknown>>
}

interface AisDecoderParts {
  readonly clock: MonotonicClock
  readonly ownMmsi: string | undefined
  readonly tally: Tally
}

/** Every path of other vessels that the decoder can write. */
export const aisPaths: readonly string[] = [
  ...new Set(['mmsi', 'name', 'sensors.ais.class', ...messagePaths]),
].toSorted()

const nothing: readonly AisReport[] = []
const greatestMmsi = 999_999_999
/** Fields of a sentence: number of parts, part, message id, channel, payload and fill bits. */
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
  // Parts are matched by their message id. Only the last part may have fill bits.
  const isPart = isLast || (part.number < part.total && part.fill === 0)
  return isPart && (part.total === 1 || sequence !== '') ? part : undefined
}

/** Decodes AIS messages. Publishes other vessels only: the own position comes from the own instruments. */
export class AisDecoder {
  readonly #parts: MessageParts
  readonly #ownMmsi: string | undefined
  readonly #tally: Tally
  #ownMmsiReceived = 0
  #ownReports = 0

  constructor({ clock, ownMmsi, tally }: AisDecoderParts) {
    this.#parts = new MessageParts(clock)
    this.#ownMmsi = ownMmsi
    this.#tally = tally
  }

  get ownMmsiReceived(): number {
    return this.#ownMmsiReceived
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
      this.#ownMmsiReceived++
      return nothing
    }
    if (!message.of.includes(mapOf(mmsi))) return this.#refuse()
    return this.#createReports(mmsi, message, bits)
  }

  #createReports(mmsi: string, message: AisMessage, bits: SixBits): readonly AisReport[] {
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
