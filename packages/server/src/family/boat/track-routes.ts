import { Type, type TrackPoint } from '@marinedata/model'
import { route, type Route } from '#http/route.ts'
import { familyWord } from '#family/family-names.ts'

export interface FamilyTracksOptions {
  /** Own ship's context. */
  readonly self: string
  readonly track: { since(seconds: number): TrackPoint[] }
}

const day = 86_400
const base = `/${familyWord}/v1/api`

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: day }
const timespan = /^([0-9]{1,6})([smhd])$/

const secondsOf = (text: string | undefined): number => {
  const [, count, unit = ''] = timespan.exec(text ?? '') ?? []
  return count === undefined ? day : Math.min(day, Number(count) * (units[unit] ?? 1))
}

const Query = Type.Object(
  { timespan: Type.Optional(Type.String({ maxLength: 16 })) },
  { additionalProperties: true },
)

/** Own ship's track of the last day. Tracks of other vessels are not recorded. */
export const familyTrackRoutes = ({ self, track }: FamilyTracksOptions): Route[] => {
  const lineOf = (seconds: number): object => ({
    type: 'MultiLineString',
    coordinates: [track.since(seconds).map(([, latitude, longitude]) => [longitude, latitude])],
  })
  const own = (path: string, operationId: string): Route =>
    route({
      method: 'GET',
      path,
      scope: 'read',
      operationId,
      summary: 'The own track, up to one day',
      query: Query,
      responses: { 200: { description: 'GeoJSON' } },
      handle: ({ query }) => lineOf(secondsOf(query.timespan)),
    })
  return [
    own(`${base}/self/track`, 'family_own_track'),
    own(`${base}/vessels/self/track`, 'family_own_vessel_track'),
    route({
      method: 'GET',
      path: `${base}/tracks`,
      scope: 'read',
      operationId: 'family_tracks',
      summary: 'Tracks by context',
      query: Query,
      responses: { 200: { description: 'GeoJSON by context' } },
      handle: ({ query }) => ({ [self]: lineOf(secondsOf(query.timespan)) }),
    }),
  ]
}
