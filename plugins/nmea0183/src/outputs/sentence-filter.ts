import { Type, type Static } from '@marinedata/plugin-api'
import type { Sentence } from '@marinedata/nmea0183'

const names = (description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,12}$' }), { maxItems: 64, description }))

/** Members of an output that say which sentences pass. */
export const filterMembers = {
  only: names('if given, only these are sent: a formatter "VDM", a talker "GP", or both "GPRMC"'),
  never: names('these are not sent, written in the same way'),
}

const Filter = Type.Object(filterMembers)
type Filter = Static<typeof Filter>

type Named = Pick<Sentence, 'talker' | 'type'>

/** Decides which sentences an output sends. */
export class SentenceFilter {
  readonly #only: ReadonlySet<string> | undefined
  readonly #never: ReadonlySet<string>

  constructor({ only, never = [] }: Filter) {
    this.#only = only && new Set(only)
    this.#never = new Set(never)
  }

  passes(sentence: Named): boolean {
    return (this.#only === undefined || isIn(this.#only, sentence)) && !isIn(this.#never, sentence)
  }
}

const isIn = (list: ReadonlySet<string>, { talker, type }: Named): boolean =>
  list.size > 0 && (list.has(type) || list.has(talker) || list.has(`${talker}${type}`))
