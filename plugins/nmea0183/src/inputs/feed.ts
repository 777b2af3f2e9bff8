import type { Boat } from '@marinedata/plugin-api'
import { SentenceDecoder } from '#sentences/decode.ts'
import type { Sentence } from '#sentences/sentence.ts'

/** Takes the sentences of one line. */
export type Feed = (sentence: Sentence) => void

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

/** What a port says becomes values of the boat, in the port's own name. */
export const feedFrom = (boat: Boat, source: string): Feed => {
  const ownMmsi = mmsiIn(boat.self)
  const clock = { now: () => performance.now() }
  const decoder = new SentenceDecoder(clock, ownMmsi === undefined ? {} : { ownMmsi })
  return (sentence) => {
    for (const { values, ...about } of decoder.decode(sentence))
      // What the decoder gives are values of the tree: numbers, texts, positions, null.
      boat.publish(values as Readonly<Record<string, number>>, { ...about, source })
  }
}
