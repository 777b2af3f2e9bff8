import type { Link, MaySend, Peer } from '@marinedata/inputs'
import type { Sentence } from '@marinedata/nmea0183'
import type { Log } from '@marinedata/plugin-api'
import { SentenceFilter } from './sentence-filter.ts'
import type { Sends } from './sends.ts'

export interface OutputOptions {
  /** The input on whose link it sends, or a name of its own. */
  readonly id: string
  readonly sends: Sends
  /** Where its datagrams go: datagrams from there are not sent back. */
  readonly farHost?: string | undefined
  /** Sources whose values it may send. */
  readonly maySend: MaySend
  readonly log: Pick<Log, 'warn'>
}

/** The text is made only when someone looks. */
export type OnSent = (text: () => string) => void

const warningMs = 60_000

/** One place to which sentences are sent, while it has an open link. */
export class Output {
  readonly id: string
  readonly farHost: string | undefined
  readonly maySend: MaySend
  /** Types of the sentences that are made for it. */
  readonly made: ReadonlySet<string>
  /** Whether sentences of other plugins are sent to it. */
  readonly servesPlugins: boolean
  readonly #passesOn: boolean
  readonly #filter: SentenceFilter
  readonly #log: Pick<Log, 'warn'>
  #lost = 0
  #warnedAt = -Infinity
  /** The open link; undefined while there is none. */
  link: Link | undefined
  /** Called with each sentence that was sent. */
  onSent: OnSent = () => undefined

  constructor({ id, sends, farHost, maySend, log }: OutputOptions) {
    this.id = id
    this.farHost = farHost
    this.maySend = maySend
    this.made = new Set(sends.made)
    this.servesPlugins = sends.plugins ?? false
    this.#passesOn = sends.received ?? true
    this.#filter = new SentenceFilter(sends)
    this.#log = log
  }

  wantsReceived(sentence: Sentence): boolean {
    return this.link !== undefined && this.#passesOn && this.#filter.passes(sentence)
  }

  /** Returns whether the link took it. */
  send(bytes: Buffer, except: Peer | undefined): boolean {
    const { link } = this
    if (link === undefined) return false
    if (!link.write(bytes, { except })) {
      this.#countLost()
      return false
    }
    // A server may have no client but the sender.
    if (link.clients === undefined || link.clients > (except === undefined ? 0 : 1))
      this.onSent(() => bytes.toString('latin1').trimEnd())
    return true
  }

  #countLost(): void {
    this.#lost++
    const now = performance.now()
    if (now - this.#warnedAt < warningMs) return
    this.#warnedAt = now
    this.#log.warn(`${this.id}: the receiver is too slow and has lost ${this.#lost} sentences`)
  }
}
