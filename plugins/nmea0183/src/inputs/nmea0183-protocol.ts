import type { Link, Peer, Protocol } from '@marinedata/inputs'
import type { Boat } from '@marinedata/plugin-api'
import type { Multiplexer, ReceivedSentence } from '#outputs/multiplexer.ts'
import { feedFrom } from './feed.ts'
import { SentenceReader, type OnSentence } from './sentence-reader.ts'
import { SourceNames } from './source-names.ts'

/** By frequency of use: instruments, AIS and multiplexers, then the rest. */
const speeds = [4_800, 38_400, 9_600, 115_200, 19_200, 57_600, 230_400] as const

/** Names a far end. Datagrams of one device may come from changing ports. */
const originOf = (id: string, link: Link, from: Peer | undefined): string => {
  if (from === undefined) return id
  return link.kind === 'udp' ? `${id} ${from.host}` : `${id} ${from.host} ${from.port}`
}

/** NMEA 0183 on any link: publishes the values of the sentences, and passes the sentences on to outputs. */
export const nmea0183Protocol = (
  boat: Boat,
  multiplexer: Multiplexer,
  heard: (received: ReceivedSentence) => void,
): Protocol => {
  const sources = new SourceNames()
  const consumer = (id: string, link: Link, from: Peer | undefined): OnSentence => {
    const origin = originOf(id, link, from)
    const feed = feedFrom(boat, sources.nameOf(id, from))
    return (sentence, line) => {
      const received = { sentence, line, origin, link, from }
      if (multiplexer.hasComeBack(received)) return
      feed(sentence)
      multiplexer.passOn(received)
      heard(received)
    }
  }
  return {
    name: 'NMEA 0183',
    speeds,
    // A server with nothing to report may be silent for as long as it likes.
    alwaysSends: false,
    sends: (id) => multiplexer.sendsTo(id),
    open: (link, events, { id, isProbe }) => {
      const attached = isProbe ? undefined : multiplexer.attach(id, link, (text) => events.sent(text))
      return new SentenceReader({
        link,
        events,
        consumerFor: (from) => (isProbe ? () => undefined : consumer(id, link, from)),
        closed: () => attached?.[Symbol.dispose](),
      })
    },
  }
}
