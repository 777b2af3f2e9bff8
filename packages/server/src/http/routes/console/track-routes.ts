import { Track, Type, type TrackPoint } from '@marinedata/model'
import { sendJson } from '#http/compression.ts'
import { route, type Route } from '#http/route.ts'

export interface TrackRoutesOptions {
  /** `…/vessels/self/track` */
  readonly path: string
  readonly track: { since(seconds: number): TrackPoint[] }
}

const hour = 3_600
const day = 86_400

const trackQuery = Type.Object(
  {
    seconds: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: day,
        description: 'length of the track in seconds; 3600 when absent',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The track of own ship. */
export const trackRoutes = ({ path, track }: TrackRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path,
    scope: 'read',
    operationId: 'getTrack',
    summary: 'The track of the own vessel, up to one day; older parts of a long track are thinned',
    query: trackQuery,
    responses: { 200: { description: 'Points, oldest first', schema: Track } },
    problems: ['invalid-query'],
    handle: (request, reply) => {
      const answer: Track = { points: track.since(request.query.seconds ?? hour) }
      return sendJson(reply, JSON.stringify(answer), request.header('accept-encoding'))
    },
  }),
]
