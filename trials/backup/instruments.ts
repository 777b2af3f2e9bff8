import type { MarineDataClient } from '@marinedata/client'
import { setTimeout as sleep } from 'node:timers/promises'

export const home = { latitude: 54.4321, longitude: 10.1234 }
/** The boat swings around its anchor on a circle of this radius, in degrees of latitude: 15 m. */
const swing = 0.000135
const swingSeconds = 120

const value = (path: string, content: unknown) => ({ path, value: content })

/** What instruments report at a time. */
const reportsAt = (seconds: number) => {
  const angle = (2 * Math.PI * seconds) / swingSeconds
  const position = {
    latitude: home.latitude + swing * Math.cos(angle),
    longitude: home.longitude + swing * Math.sin(angle),
  }
  return [
    value('navigation.position', position),
    value('navigation.headingTrue', 0.5 + 0.2 * Math.sin(angle)),
    value('navigation.speedOverGround', 0.3 + 0.1 * Math.cos(angle)),
    value('environment.wind.speedApparent', 6 + Math.sin(5 * angle)),
  ]
}

/**
 * Sends what the instruments of a boat at anchor report, 5 times a second, until the signal aborts.
 * @param deltasPerSecond other deltas that it sends at this rate, of numbers and of texts
 * @returns the number of other deltas
 */
export const sendInstruments = async (
  client: MarineDataClient,
  signal: AbortSignal,
  deltasPerSecond = 0,
): Promise<number> => {
  await using stream = client.stream({ subscribe: 'none' })
  const send = (values: readonly ReturnType<typeof value>[]): unknown =>
    stream.send({ context: 'vessels.self', updates: [{ values: [...values] }] })
  const beganAt = performance.now()
  let reports = 0
  let sent = 0
  for (; !signal.aborted; await sleep(5)) {
    const seconds = (performance.now() - beganAt) / 1_000
    for (; reports < seconds * 5; reports++) send(reportsAt(reports / 5))
    for (; sent < seconds * deltasPerSecond; sent++)
      send([value(`environment.trial.value${sent % 50}`, sent % 7 === 0 ? `text ${sent}` : sent)])
  }
  return sent
}
