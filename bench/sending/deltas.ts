/** A delta of four values whose numbers are its send time, so that each value can be recognised. */
export type DeltaMaker = (index: number, sentAt: number) => string

/** How many of the four values of a delta carry the send time. */
export const timedValuesPerSelfDelta = 4
export const timedValuesPerAisDelta = 3

const source = 'bench.115'
const batteryCount = 25
const leaves = ['voltage', 'current', 'temperature', 'capacity'] as const

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

/** The own vessel: the deltas go round its batteries. */
export const selfDelta: DeltaMaker = (index, sentAt) =>
  envelope(
    'vessels.self',
    (selfPaths[index % batteryCount] ?? []).map((path) => timed(path, sentAt)).join(','),
  )

const firstMmsi = 211_000_000

const aisIdentifier = (vessel: number): string => `urn:mrn:imo:mmsi:${firstMmsi + vessel}`

const aisLeaf = 'navigation.speedOverGround'

/** Where REST shows a leaf of a ship, below the tree's beginning. */
export const aisLeafPath = (vessel: number): string =>
  `vessels/${aisIdentifier(vessel)}/${aisLeaf.replaceAll('.', '/')}`

/** Ships of an AIS picture: a position and three numbers each, the fleet in turn. */
export const aisDelta =
  (fleet: number): DeltaMaker =>
  (index, sentAt) => {
    const vessel = index % fleet
    const latitude = (54 + (vessel % 1000) / 500 + (index % 100) / 1e4).toFixed(5)
    const longitude = (8 + Math.floor(vessel / 1000) / 10).toFixed(5)
    const position = `{"path":"navigation.position","value":{"latitude":${latitude},"longitude":${longitude}}}`
    const numbers = [aisLeaf, 'navigation.courseOverGroundTrue', 'navigation.headingTrue']
    return envelope(
      `vessels.${aisIdentifier(vessel)}`,
      [position, ...numbers.map((path) => timed(path, sentAt))].join(','),
    )
  }

const alarmMark = 'bench alarm sent at '
const alarmBytes = Buffer.from(alarmMark)

export const alarmPath = 'notifications.electrical.batteries.b99.voltage'

/** An alarm whose message carries its send time. */
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

/** Values of the own vessel by path. */
export const valuesDelta = (values: Readonly<Record<string, unknown>>): string =>
  envelope(
    'vessels.self',
    Object.entries(values)
      .map(([path, value]) => JSON.stringify({ path, value }))
      .join(','),
  )

/** A client's wish for some paths of the own vessel. */
export const subscribeTo = (paths: readonly string[]): string =>
  JSON.stringify({ context: 'vessels.self', subscribe: paths.map((path) => ({ path })) })
