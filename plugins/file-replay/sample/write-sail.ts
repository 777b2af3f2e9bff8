/**
 * Writes sail.jsonl: one minute under sail off Mariehamn, with a ferry and another yacht in range, as sent on the
 * stream.
 */
import { writeFileSync } from 'node:fs'

const startedAt = Date.UTC(2026, 5, 14, 10, 0, 0)
const seconds = 60
const metresPerDegree = 111_195

interface Track {
  readonly latitude: number
  readonly longitude: number
  /** Radians. */
  readonly course: number
  /** Metres per second. */
  readonly speed: number
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
const timestamp = (at: number): string => new Date(startedAt + at * 1000).toISOString()
const swell = (at: number, period: number, phase = 0): number => Math.sin((2 * Math.PI * at) / period + phase)

const positionOf = ({ latitude, longitude, course, speed }: Track, at: number) => {
  const way = (speed * at) / metresPerDegree
  const north = way * Math.cos(course)
  const east = (way * Math.sin(course)) / Math.cos((latitude * Math.PI) / 180)
  return { latitude: rounded(latitude + north, 6), longitude: rounded(longitude + east, 6) }
}

const valuesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([path, value]) => ({ path, value }))

const update = ($source: string, at: number, values: Readonly<Record<string, unknown>>) => ({
  $source,
  timestamp: timestamp(at),
  values: valuesOf(values),
})

const own: Track = { latitude: 60.0738, longitude: 19.6996, course: 3.8, speed: 3.2 }

const gps = (at: number) => ({
  context: 'vessels.self',
  updates: [
    update('gps', at, {
      'navigation.position': positionOf(own, at),
      'navigation.speedOverGround': rounded(own.speed + 0.15 * swell(at, 7), 2),
      'navigation.courseOverGroundTrue': rounded(own.course + 0.03 * swell(at, 9), 3),
    }),
  ],
})

const instruments = (at: number) => ({
  context: 'vessels.self',
  updates: [
    update('compass', at, { 'navigation.headingTrue': rounded(3.75 + 0.05 * swell(at, 6), 3) }),
    update('log', at, { 'navigation.speedThroughWater': rounded(3.1 + 0.2 * swell(at, 7, 1), 2) }),
    update('masthead', at, {
      'environment.wind.speedApparent': rounded(8.6 + 0.9 * swell(at, 23) + 0.3 * swell(at, 4), 1),
      'environment.wind.angleApparent': rounded(-0.72 + 0.06 * swell(at, 11), 3),
    }),
    update('sounder', at, { 'environment.depth.belowTransducer': rounded(28 - at * 0.22 + swell(at, 5), 1) }),
  ],
})

const others = [
  {
    context: 'vessels.urn:mrn:imo:mmsi:230099991',
    name: 'SKERRY QUEEN',
    every: 6,
    track: { latitude: 60.0601, longitude: 19.6702, course: 0.6, speed: 9.3 },
  },
  {
    context: 'vessels.urn:mrn:imo:mmsi:265099992',
    name: 'TERN',
    every: 10,
    track: { latitude: 60.0712, longitude: 19.7101, course: 3.9, speed: 2.8 },
  },
]

const ais = (at: number) =>
  others
    .filter(({ every }) => Math.floor(at) % every === 0)
    .map(({ context, name, track }) => ({
      context,
      updates: [
        update('ais', at, {
          ...(at < 1 && { '': { name } }),
          'navigation.position': positionOf(track, at),
          'navigation.speedOverGround': track.speed,
          'navigation.courseOverGroundTrue': track.course,
        }),
      ],
    }))

const hello = {
  name: 'marinedata',
  version: '0.1.0',
  self: 'vessels.urn:mrn:imo:mmsi:230099999',
  timestamp: timestamp(0),
  roles: ['main'],
  sequence: 0,
}

const second = (at: number): object[] => [
  gps(at),
  instruments(at + 0.2),
  ...ais(at + 0.5),
  ...(at % 20 === 19 ? [{ heartbeat: { timestamp: timestamp(at + 0.9), sequence: (at + 1) * 10 } }] : []),
]

const lines = [hello, ...Array.from({ length: seconds }, (_, at) => second(at)).flat()]
writeFileSync(
  new URL('sail.jsonl', import.meta.url),
  lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
)
