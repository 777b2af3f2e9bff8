import { MarineDataError, type WeatherSubject } from '@marinedata/model'
import type { RecordedLog } from '#plugin/boat.ts'
import type { Capabilities } from '#protocol/capabilities.ts'
import type { ServerVerbs } from '#protocol/verbs.ts'
import type { Handlers } from '#rpc/rpc-connection.ts'

/** @throws MarineDataError `not-declared` */
export const undeclared = (what: string): never => {
  throw new MarineDataError('not-declared', `The manifest does not declare ${what}`)
}

type OfferVerbs =
  | 'history/offer'
  | 'weather/offer'
  | 'course/offer'
  | 'log/head'
  | 'log/read'
  | 'log/events'
  | 'log/series'
  | 'log/start-epoch'

/** What the plugin offers to answer, and the boat's log that it may read. */
export class TestOffers {
  /** The questions about the weather that it answers; empty when it offers none. */
  weather: readonly WeatherSubject[] = []
  /** Whether it computes the course. */
  course = false
  /** Whether it answers questions about recorded values. */
  history = false
  readonly #capabilities: Capabilities
  readonly #log: RecordedLog | undefined

  constructor(capabilities: Capabilities, log: RecordedLog | undefined) {
    this.#capabilities = capabilities
    this.#log = log
  }

  handlers(): Pick<Handlers<ServerVerbs>, OfferVerbs> {
    const log = (): RecordedLog => this.#allowedLog()
    return {
      'history/offer': () => {
        if (!this.#capabilities.provides('history')) undeclared('"history" in "provides"')
        this.history = true
        return {}
      },
      'weather/offer': ({ subjects }) => {
        if (!this.#capabilities.provides('weather')) undeclared('"weather" in "provides"')
        this.weather = subjects
        return {}
      },
      'course/offer': () => {
        if (!this.#capabilities.provides('course')) undeclared('"course" in "provides"')
        this.course = true
        return {}
      },
      'log/head': () => log().head(),
      'log/read': async (question) => ({ segments: await log().segments(question) }),
      'log/events': async (question) => ({ events: await log().events(question) }),
      'log/series': async (question) => ({ series: await log().series(question) }),
      'log/start-epoch': ({ epoch }) => log().startEpoch(epoch),
    }
  }

  #allowedLog(): RecordedLog {
    if (!this.#capabilities.mayReadLog) undeclared('"log" in "reads"')
    if (this.#log !== undefined) return this.#log
    throw new MarineDataError('no-history-provider', 'No plugin provides history')
  }
}
