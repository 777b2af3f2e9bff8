import { AisDecoder, aisPaths } from '#ais/ais-decoder.ts'
import { Calendar, type MonotonicClock } from './calendar.ts'
import type { Fields } from './fields.ts'
import { gnssSentences } from './gnss-sentences.ts'
import type { MomentReader } from './moment.ts'
import { gather, refused, type Tally } from './reading.ts'
import { datetimePath, isBelieved, pathsOf, type SentenceKind } from './sentence-kind.ts'
import type { Sentence } from './sentence.ts'
import { steeringSentences } from './steering-sentences.ts'
import { transducerSentences } from './transducer-sentences.ts'
import { waterSentences } from './water-sentences.ts'
import { windSentences } from './wind-sentences.ts'

/** What one sentence says: SI units, radians, degrees for positions. */
export interface DecodedValues {
  /** Whom it is about; the own vessel when absent. */
  readonly context?: string
  /** ISO 8601 in UTC, when the sentence says when it was measured. */
  readonly timestamp?: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface DecoderOptions {
  /** The own vessel's number: whatever the radio says of it is not told. */
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

/** Every path of the own vessel that may be written. */
export const ownPaths: readonly string[] = [...new Set([...kinds.values()].flatMap(pathsOf))].toSorted()

export { aisPaths }

const nothing: readonly DecodedValues[] = []
/** The talker of a maker's own sentences: their types are not those of the standard, even when they look alike. */
const maker = 'P'

/** Turns the sentences of one line into values. Each line has its own: dates and parts of messages are kept in between. */
export class SentenceDecoder {
  readonly #calendar: Calendar
  readonly #ais: AisDecoder
  readonly #tally: Tally = { refused: 0, withheld: 0 }

  constructor(clock: MonotonicClock, { ownMmsi }: DecoderOptions = {}) {
    this.#calendar = new Calendar(clock)
    this.#ais = new AisDecoder({ clock, ownMmsi, tally: this.#tally })
  }

  /** Values that could not be, since the beginning. */
  get refused(): number {
    return this.#tally.refused
  }

  /** Sentences that said of themselves that they are not valid, or not real. */
  get withheld(): number {
    return this.#tally.withheld
  }

  /** Messages from the radio that carry the own vessel's number: somebody else uses it. */
  get ownMmsiHeard(): number {
    return this.#ais.ownMmsiHeard
  }

  /** What the own transponder sends of the own vessel (VDO): it is no instrument, and is not told. */
  get ownReports(): number {
    return this.#ais.ownReports
  }

  /** Messages from the radio of which a part never came. */
  get unfinished(): number {
    return this.#ais.unfinished
  }

  /** Nothing for a sentence that is not known, and for one that says nothing that can be believed. */
  decode({ talker, type, fields, isEncapsulated }: Sentence): readonly DecodedValues[] {
    if (isEncapsulated) return this.#ais.decode(type, fields)
    const kind = talker === maker ? undefined : kinds.get(type)
    return kind === undefined ? nothing : this.#read(kind, fields)
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
    const values = gather(table.values, fields, this.#tally)
    const timestamp = table.moment && this.#timestampOf(table.moment, fields)
    if (timestamp !== undefined && table.moment?.isDated === true) values[datetimePath] = timestamp
    if (Object.keys(values).length === 0) return nothing
    return [timestamp === undefined ? { values } : { timestamp, values }]
  }

  #timestampOf({ read }: MomentReader, fields: Fields): string | undefined {
    const moment = read(fields)
    if (moment === refused) this.#tally.refused++
    return moment === refused || moment === undefined ? undefined : this.#calendar.timestampOf(moment)
  }
}
