/** A delta of four values that are its send time, so that each value can be recognized. */
export type DeltaMaker = (index: number, sentAt: number) => string

/** How many of the four values of a delta contain the send time. */
export const timedValuesPerSelfDelta = 4
export const timedValuesPerAisDelta = 3

const source = 'bench.115'
const batteryCount = 25
const leaves = ['voltage', 'current', 'temperature', 'lifetimeDischarge'] as const

const batteryPath = (battery: number, leaf: string): string =>
  `electrical.batteries.b${String(battery).padStart(2, '0')}.${leaf}`

/** Every path that `selfDelta` sends, by battery: one row per delta. */
export const selfPaths: readonly (readonly string[])[] = Array.from({ length: batteryCount }, (_, battery) =>
  leaves.map((leaf) => batteryPath(battery, leaf)),
)

const envelope = (context: string, values: string): string =>
  `{"context":"${context}","updates":[{"$source":"${source}","timestamp":"${new Date().toISOString()}",` +
  `"values":[${values}]}]}`

const timed = (path: string, sentAt: number): string => `{"path":"${path}","value":${sentAt}}`

/** Own ship: cycles through its batteries. */
export const selfDelta: DeltaMaker = (index, sentAt) =>
  envelope(
    'vessels.self',
    (selfPaths[index % batteryCount] ?? []).map((path) => timed(path, sentAt)).join(','),
  )

const firstMmsi = 211_000_000

const aisIdentifier = (vessel: number): string => `urn:mrn:imo:mmsi:${firstMmsi + vessel}`

const aisLeaf = 'navigation.speedOverGround'

/** The REST path of a ship's leaf, below the root of the tree. */
export const aisLeafPath = (vessel: number): string =>
  `vessels/${aisIdentifier(vessel)}/${aisLeaf.replaceAll('.', '/')}`

/** A position and three numbers. */
const movement = (
  context: string,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  sentAt: number,
): string => {
  const position =
    `{"path":"navigation.position","value":{"latitude":${latitude.toFixed(5)},` +
    `"longitude":${longitude.toFixed(5)}}}`
  const numbers = [aisLeaf, 'navigation.courseOverGroundTrue', 'navigation.headingTrue']
  return envelope(context, [position, ...numbers.map((path) => timed(path, sentAt))].join(','))
}

/** Ships of an AIS picture: a position and three numbers each, cycling through the fleet. */
export const aisDelta =
  (fleet: number): DeltaMaker =>
  (index, sentAt) => {
    const vessel = index % fleet
    const latitude = 54 + (vessel % 1000) / 500 + (index % 100) / 1e4
    const longitude = 8 + Math.floor(vessel / 1000) / 10
    return movement(`vessels.${aisIdentifier(vessel)}`, { latitude, longitude }, sentAt)
  }

/** Cycles through four deltas: the boat's position, two of its batteries, and a ship. */
const boatTurn = 4
const shipsAround = 30
const shipDelta = aisDelta(shipsAround)

/** A typical boat under way. */
export const boatDelta: DeltaMaker = (index, sentAt) => {
  const round = Math.floor(index / boatTurn)
  switch (index % boatTurn) {
    case 0:
      return movement('vessels.self', { latitude: 54 + (round % 1000) / 1e5, longitude: 7.9 }, sentAt)
    case boatTurn - 1:
      return shipDelta(round, sentAt)
    default:
      return selfDelta(index, sentAt)
  }
}

/** How many values of this many deltas of `boatDelta` contain the send time. */
export const timedValuesOfBoat = (first: number, sent: number): number => {
  let values = 0
  for (let delta = first; delta < first + sent; delta++) {
    const isMovement = delta % boatTurn === 0 || delta % boatTurn === boatTurn - 1
    values += isMovement ? timedValuesPerAisDelta : timedValuesPerSelfDelta
  }
  return values
}

const alarmMark = 'bench alarm sent at '
const alarmBytes = Buffer.from(alarmMark)

export const alarmPath = 'notifications.electrical.batteries.b99.voltage'

/** An alarm whose message contains its send time. */
export const alarmDelta = (sentAt: number): string => {
  const value = { state: 'alarm', method: ['visual', 'sound'], message: `${alarmMark}${sentAt}` }
  return envelope('vessels.self', JSON.stringify({ path: alarmPath, value }))
}

export const hasAlarm = (buffer: Buffer, start: number, end: number): boolean =>
  buffer.subarray(start, end).includes(alarmBytes)

/** The send time of an alarm in the text of a frame. */
export const readAlarm = (frame: string): number | undefined => {
  const mark = frame.indexOf(alarmMark)
  return mark < 0 ? undefined : Number.parseFloat(frame.slice(mark + alarmMark.length, mark + 50))
}

/** Values of own ship by path. */
export const valuesDelta = (values: Readonly<Record<string, unknown>>): string =>
  envelope(
    'vessels.self',
    Object.entries(values)
      .map(([path, value]) => JSON.stringify({ path, value }))
      .join(','),
  )

/** A subscription to some paths of own ship. */
export const subscribeTo = (paths: readonly string[]): string =>
  JSON.stringify({ context: 'vessels.self', subscribe: paths.map((path) => ({ path })) })
