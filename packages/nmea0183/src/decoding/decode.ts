import type { Sentence } from '#lines/sentence.ts'
import {
  AisDecoder,
  aisPaths,
  gather,
  ownMmsiPath,
  refused,
  type MonotonicClock,
  type Tally,
} from '@marinedata/ais'
import { dscCallPath } from '@marinedata/model'
import { Calendar } from './calendar.ts'
import { DscDecoder } from './dsc-decoder.ts'
import type { Fields } from './fields.ts'
import { gnssSentences } from './gnss-sentences.ts'
import type { MomentReader } from './moment.ts'
import { datetimePath, isBelieved, pathsOf, type SentenceKind } from './sentence-kind.ts'
import { steeringSentences } from './steering-sentences.ts'
import { transducerSentences } from './transducer-sentences.ts'
import { waterSentences } from './water-sentences.ts'
import { windSentences } from './wind-sentences.ts'

/** The values of one sentence: SI units, radians, degrees for positions. */
export interface DecodedValues {
  /** The context; default the own vessel. */
  readonly context?: string
  /** ISO 8601 in UTC, when the sentence contains the time of measurement. */
  readonly timestamp?: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface DecoderOptions {
  /** The own MMSI: AIS messages about it say nothing about the own vessel, and nothing about another one. */
  readonly ownMmsi?: string
}

const kinds: ReadonlyMap<string, SentenceKind> = new Map(
  Object.entries({
    ...gnssSentences,
    ...steeringSentences,
    ...windSentences,
    ...waterSentences,
    ...transducerSentences,
  }),
)

/** Every path of the own vessel that the decoder can write. */
export const ownPaths: readonly string[] = [...new Set([...kinds.values()].flatMap(pathsOf))].toSorted()

const nothing: readonly DecodedValues[] = []
/** Talker of proprietary sentences. Their types are not the standard ones, even when they look alike. */
const maker = 'P'

/** Every path of other stations that the decoder can write. */
export const otherPaths: readonly string[] = [...aisPaths, dscCallPath]

/** Decodes the sentences of one port. Each port has its own decoder, which remembers dates, message parts and calls. */
export class SentenceDecoder {
  readonly #calendar: Calendar
  readonly #ais: AisDecoder
  readonly #dsc: DscDecoder
  readonly #tally: Tally = { refused: 0, withheld: 0 }

  constructor(clock: MonotonicClock, { ownMmsi }: DecoderOptions = {}) {
    this.#calendar = new Calendar(clock)
    this.#ais = new AisDecoder({ clock, ownMmsi, tally: this.#tally })
    this.#dsc = new DscDecoder({ clock, ownMmsi, tally: this.#tally })
  }

  /** Number of refused values since the start. */
  get refused(): number {
    return this.#tally.refused
  }

  /** Sentences that report themselves as invalid or not real. */
  get withheld(): number {
    return this.#tally.withheld
  }

  /** AIS messages with the own MMSI: another vessel uses it. */
  get ownMmsiReceived(): number {
    return this.#ais.ownMmsiReceived
  }

  /**
   * Messages of the own transponder about the own vessel (VDO). They are not published: a transponder is no instrument.
   */
  get ownReports(): number {
    return this.#ais.ownReports
  }

  /** AIS messages with a missing part. */
  get unfinished(): number {
    return this.#ais.unfinished
  }

  /** Returns nothing for an unknown sentence and for one without valid values. */
  decode({ talker, type, fields, isEncapsulated }: Sentence): readonly DecodedValues[] {
    if (isEncapsulated) return this.#readAis(type, fields)
    if (talker === maker) return nothing
    const kind = kinds.get(type)
    if (kind !== undefined) return this.#read(kind, fields)
    if (type === 'DSC') return this.#dsc.call(fields)
    return type === 'DSE' ? this.#dsc.expansion(fields) : nothing
  }

  #readAis(type: string, fields: Fields): readonly DecodedValues[] {
    const reports = this.#ais.decode(type, fields)
    const position = this.#ais.takeOwnMmsiPosition()
    return position === undefined ? reports : [{ values: { [ownMmsiPath]: position } }]
  }

  #read(kind: SentenceKind, fields: Fields): readonly DecodedValues[] {
    const table = kind.tableFor(fields)
    if (table === undefined) {
      this.#tally.refused++
      return nothing
    }
    if (!isBelieved(table, fields)) {
      this.#tally.withheld++
      return nothing
    }
    const values = gather(table.readers, fields, this.#tally)
    const timestamp = table.moment && this.#timestampOf(table.moment, fields)
    if (timestamp === undefined) return values === undefined ? nothing : [{ values }]
    if (table.moment?.isDated === true)
      return [{ timestamp, values: { ...values, [datetimePath]: timestamp } }]
    return values === undefined ? nothing : [{ timestamp, values }]
  }

  #timestampOf({ read }: MomentReader, fields: Fields): string | undefined {
    const moment = read(fields)
    if (moment === refused) this.#tally.refused++
    return moment === refused || moment === undefined ? undefined : this.#calendar.timestampOf(moment)
  }
}
