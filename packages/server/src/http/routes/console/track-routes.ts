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
      Type.Number({ exclusiveMinimum: 0, maximum: day, description: 'how far back; an hour when absent' }),
    ),
  },
  { additionalProperties: false },
)

/** Where the own vessel was. */
export const trackRoutes = ({ path, track }: TrackRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path,
    scope: 'read',
    operationId: 'getTrack',
    summary: 'Where the own vessel was, up to a day back; older parts of a long way are thinned',
    query: trackQuery,
    responses: { 200: { description: 'Points, oldest first', schema: Track } },
    problems: ['invalid-query'],
    handle: (request, reply) => {
      const answer: Track = { points: track.since(request.query.seconds ?? hour) }
      return sendJson(reply, JSON.stringify(answer), request.header('accept-encoding'))
    },
  }),
]
