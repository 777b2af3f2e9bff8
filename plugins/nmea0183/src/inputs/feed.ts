import type { Boat } from '@marinedata/plugin-api'
import { SentenceDecoder, type Sentence } from '@marinedata/nmea0183'

/** Consumes the sentences of one port. */
export type Feed = (sentence: Sentence) => void

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

/** Publishes the values of a port with the port as the source. */
export const feedFrom = (boat: Boat, source: string): Feed => {
  const ownMmsi = mmsiIn(boat.self)
  const clock = { now: () => performance.now() }
  const decoder = new SentenceDecoder(clock, ownMmsi === undefined ? {} : { ownMmsi })
  return (sentence) => {
    for (const { values, ...about } of decoder.decode(sentence))
      // The decoder returns values of the tree: numbers, strings, positions, null.
      boat.publish(values as Readonly<Record<string, number>>, { ...about, source })
  }
}
