import type { StationOwner } from '@marinedata/core'
import { StationId, StationList, StationRequest, Type, type Station } from '@marinedata/model'
import { route, type ResponseShape, type Route } from '#http/route.ts'

export interface StationRoutesOptions {
  /** `…/v2/api/stations` */
  readonly base: string
  readonly stations: {
    list(): Station[]
    put(id: string, request: StationRequest, owner: StationOwner): void
    remove(id: string, who: string): void
  }
}

const stationParams = Type.Object({ id: StationId })
const all: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'All stations, as they are now', schema: StationList },
}

/** Console pages that are open somewhere: each says so, and hears of the others by the same request. */
export const stationRoutes = ({ base, stations }: StationRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getStations',
    summary: 'Where a console is open, and where an alarm would be heard',
    responses: all,
    handle: () => stations.list(),
  }),
  route({
    method: 'PUT',
    path: `${base}/:id`,
    scope: 'read',
    operationId: 'putStation',
    summary: 'A console page says that it is open; to be said every five seconds',
    params: stationParams,
    body: StationRequest,
    responses: all,
    problems: ['invalid-body', 'invalid-value', 'forbidden'],
    handle: ({ params, body, principal }) => {
      stations.put(params.id, body, { who: principal.name, credential: principal.credential })
      return stations.list()
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    scope: 'read',
    operationId: 'removeStation',
    summary: 'A console page is closed',
    params: stationParams,
    responses: all,
    problems: ['invalid-value', 'forbidden'],
    handle: ({ params, principal }) => {
      stations.remove(params.id, principal.name)
      return stations.list()
    },
  }),
]
