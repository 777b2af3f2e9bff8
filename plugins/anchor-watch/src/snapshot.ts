import { checkOf, Type, type Static } from '@marinedata/model'
import { mostStays, PastStay } from './past-stays.ts'
import type { TrackPoint } from './swing/track.ts'
import { moved, wayBetween, type Place } from './water/plane.ts'
import type { Seconds } from './water/units.ts'

const strict = { additionalProperties: false } as const
const nullable = <T extends ReturnType<typeof Type.Object>>(schema: T) => Type.Union([schema, Type.Null()])
const metres = Type.Number({ minimum: 0 })
const place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  },
  strict,
)

const SavedTrack = Type.Object(
  {
    origin: place,
    points: Type.Array(Type.Tuple([Type.Number(), Type.Integer(), Type.Integer()]), { maxItems: 512 }),
  },
  strict,
)
export type SavedTrack = Static<typeof SavedTrack>

const sighting = Type.Object(
  { place, at: Type.Number(), source: Type.String({ maxLength: 256 }), deviation: metres },
  strict,
)

const stay = Type.Object(
  {
    state: Type.Enum(['setting', 'watching']),
    anchor: Type.Object({ place, depth: Type.Union([metres, Type.Null()]), deviation: metres }, strict),
    circle: Type.Object({ radius: metres, isByHand: Type.Boolean() }, strict),
    rode: nullable(Type.Object({ rodeLength: metres, anchorDepth: metres }, strict)),
    begun: Type.Number(),
    since: Type.Number(),
    escalation: Type.Object(
      {
        level: Type.Enum(['normal', 'alert', 'warn', 'alarm', 'emergency']),
        episode: Type.Integer({ minimum: 0 }),
        since: Type.Number(),
        acknowledged: nullable(Type.Object({ at: Type.Number(), distance: metres }, strict)),
      },
      strict,
    ),
  },
  strict,
)

const downtime = Type.Object(
  { length: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]), until: Type.Number() },
  strict,
)

/** When the watch last ran. */
const SavedTime = Type.Object(
  {
    clock: Type.Union([Type.Number(), Type.Null()], { description: 'seconds of wall-clock time' }),
    lived: Type.Number({ minimum: 0 }),
  },
  strict,
)
export type SavedTime = Static<typeof SavedTime>

/**
 * The state that survives a restart, as plain JSON. Each member fits into one storage value: `watch` changes with every
 * command and alarm, `time` all the time.
 */
export const WatchSnapshot = Type.Object(
  {
    watch: Type.Object(
      {
        version: Type.Literal(1),
        last: nullable(sighting),
        stay: nullable(stay),
        downtime: nullable(downtime),
      },
      strict,
    ),
    time: SavedTime,
    track: nullable(SavedTrack),
    wake: nullable(SavedTrack),
    stays: Type.Union([Type.Array(PastStay, { maxItems: mostStays }), Type.Null()]),
  },
  strict,
)
export type WatchSnapshot = Static<typeof WatchSnapshot>

export const snapshotCheck = checkOf<WatchSnapshot>(WatchSnapshot)

/** Assumed length of an unknown downtime: a night. */
const unknownDowntime: Seconds = 43_200

/**
 * The snapshot after a downtime: watch time has gone on. After an unknown downtime the drop moves as well, because the
 * time that the anchor has been down counts known time only.
 */
export const afterDowntime = (saved: WatchSnapshot, length: Seconds | null): WatchSnapshot => {
  const time = { ...saved.time, lived: saved.time.lived + (length ?? unknownDowntime) }
  const { stay: before } = saved.watch
  if (before === null || length !== null) return { ...saved, time }
  const shifted = { ...before, since: before.since + unknownDowntime }
  return { ...saved, time, watch: { ...saved.watch, stay: shifted } }
}

/** Encodes a track in seconds and decimetres from its first point: a night takes a few kilobytes. */
export const encodeTrack = (points: readonly TrackPoint[]): SavedTrack | null => {
  const [first] = points
  if (first === undefined) return null
  const origin = { latitude: first.latitude, longitude: first.longitude }
  return {
    origin,
    points: points.map((point) => {
      const { north, east } = wayBetween(origin, point)
      return [Math.round(point.at), Math.round(north * 10), Math.round(east * 10)]
    }),
  }
}

export const decodeTrack = (saved: SavedTrack | null): TrackPoint[] =>
  (saved?.points ?? []).map(([at, north, east]) => ({ at, ...wayFrom(saved?.origin, north, east) }))

const wayFrom = (origin: Place | undefined, north: number, east: number): Place =>
  moved(origin ?? { latitude: 0, longitude: 0 }, { north: north / 10, east: east / 10 })
