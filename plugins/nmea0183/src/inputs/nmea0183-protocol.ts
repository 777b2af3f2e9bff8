import {
  LineReader,
  type Link,
  type Peer,
  type Protocol,
  type Reader,
  type ReaderEvents,
} from '@marinedata/inputs'
import type { Boat } from '@marinedata/plugin-api'
import { parseSentence } from '@marinedata/nmea0183'
import { feedFrom, type Feed } from './feed.ts'
import { Nmea2000Detector } from './nmea2000-detector.ts'

/** By frequency of use: instruments, AIS and multiplexers, then the rest. */
const speeds = [4_800, 38_400, 9_600, 115_200, 19_200, 57_600, 230_400] as const

interface SentenceReaderOptions {
  readonly link: Link
  readonly events: ReaderEvents
  /** Makes the consumer of the sentences of one far end. */
  readonly feed: (from: Peer | undefined) => Feed
}

/** Reads sentences from a link. Each far end has its own lines and its own decoder. */
class SentenceReader implements Reader {
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
    this.#detector.read(bytes)
    const lines = from === undefined ? this.#alone : this.#linesOf(from)
    lines.read(bytes)
    if (this.#options.link.kind === 'udp') lines.end()
  }

  #linesOf(peer: Peer): LineReader {
    const lines = this.#linesByPeer.get(peer) ?? this.#lines(peer)
    this.#linesByPeer.set(peer, lines)
    return lines
  }

  #lines(from: Peer | undefined): LineReader {
    const { link, events, feed } = this.#options
    const consume = feed(from)
    return new LineReader({
      isFirstPartial: link.kind === 'serial',
      onOverlong: () => events.damaged(),
      onLine: (line) => {
        const sentence = parseSentence(line)
        if ('fault' in sentence) return events.damaged()
        events.message(line)
        consume(sentence)
      },
    })
  }
}

/** NMEA 0183 on any link. Publishes the values of an input with the input as the source. */
export const nmea0183Protocol = (boat: Boat): Protocol => ({
  name: 'NMEA 0183',
  speeds,
  // A server with nothing to report may be silent for as long as it likes.
  alwaysSends: false,
  open: (link, events, { id, isProbe }) =>
    new SentenceReader({ link, events, feed: () => (isProbe ? () => undefined : feedFrom(boat, id)) }),
})
