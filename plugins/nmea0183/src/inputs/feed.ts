import type { Boat } from '@marinedata/plugin-api'
import { overboardIn, SentenceDecoder, type Sentence } from '@marinedata/nmea0183'
import { OverboardAlerts, type OverboardAlert } from '@marinedata/model'

/** Consumes the sentences of one port. */
export type Feed = (sentence: Sentence) => void

const overboardBase = 'notifications.nmea0183.manOverboard'
/** Pattern of the paths of alerts about people overboard. */
export const overboardPaths = `${overboardBase}.*`

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

/** Publishes the values of a port with the port as the source. */
export const feedFrom = (boat: Boat, source: string): Feed => {
  const ownMmsi = mmsiIn(boat.self)
  const clock = { now: () => performance.now() }
  const decoder = new SentenceDecoder(clock, ownMmsi === undefined ? {} : { ownMmsi })
  const overboard = new OverboardAlerts(overboardBase)
  return (sentence) => {
    const report = overboardIn(sentence)
    const alert = report && overboard.take(report, clock.now())
    if (alert !== undefined) void raise(boat, alert)
    for (const { values, ...about } of decoder.decode(sentence))
      // The decoder returns values of the tree: numbers, strings, positions, null.
      boat.publish(values as Readonly<Record<string, number>>, { ...about, source })
  }
}

const raise = async (boat: Boat, { path, condition }: OverboardAlert): Promise<void> => {
  try {
    await boat.raise(path, condition)
  } catch (error) {
    boat.log.warn(`could not raise ${path}: ${(error as Error).message}`)
  }
}
