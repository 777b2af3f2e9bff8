import { LineReader, type Link, type Peer, type Reader, type ReaderEvents } from '@marinedata/inputs'
import { parseSentence, type Sentence } from '@marinedata/nmea0183'
import { Nmea2000Detector } from './nmea2000-detector.ts'

/** Consumes the sentences of one far end, with the lines as received. */
export type OnSentence = (sentence: Sentence, line: string) => void

export interface SentenceReaderOptions {
  readonly link: Link
  readonly events: ReaderEvents
  /** Makes the consumer of the sentences of a far end. */
  readonly consumerFor: (from: Peer | undefined) => OnSentence
  readonly closed: () => void
}

/** Reads sentences from a link. Each far end has its own lines and its own consumer. */
export class SentenceReader implements Reader {
  readonly #options: SentenceReaderOptions
  readonly #detector: Nmea2000Detector
  readonly #alone: LineReader
  readonly #linesByPeer = new WeakMap<Peer, LineReader>()

  constructor(options: SentenceReaderOptions) {
    this.#options = options
    this.#detector = new Nmea2000Detector(() => options.events.foreign('NMEA 2000'))
    this.#alone = this.#lines(undefined)
  }

  read(bytes: Buffer, from?: Peer): void {
    const { link } = this.#options
    if (link.kind === 'serial') this.#detector.read(bytes)
    const lines = from === undefined ? this.#alone : this.#linesOf(from)
    lines.read(bytes)
    if (link.kind === 'udp') lines.end()
  }

  close(): void {
    this.#options.closed()
  }

  #linesOf(peer: Peer): LineReader {
    const known = this.#linesByPeer.get(peer)
    if (known !== undefined) return known
    const lines = this.#lines(peer)
    this.#linesByPeer.set(peer, lines)
    return lines
  }

  #lines(from: Peer | undefined): LineReader {
    const { link, events, consumerFor } = this.#options
    const consume = consumerFor(from)
    return new LineReader({
      isFirstPartial: link.kind === 'serial',
      onOverlong: () => events.damaged(),
      onLine: (line) => {
        const sentence = parseSentence(line)
        if ('fault' in sentence) return events.damaged()
        events.message(line)
        consume(sentence, line)
      },
    })
  }
}
