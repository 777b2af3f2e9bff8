import { FleetBoat, FleetQuery, FleetView, identifierPattern, MarineDataError, Type } from '@marinedata/model'
import { route, type Route } from 'marinedata/reading'

export interface FleetRoutesOptions {
  readonly list: (query: FleetQuery) => FleetView
  /** One boat, at which someone looks now; undefined when the tenant has no such boat. */
  readonly boat: (vessel: string) => FleetBoat | undefined
}

const base = '/marinedata/v2/api/fleet'
const boatParams = Type.Object({
  vessel: Type.String({ pattern: identifierPattern('vessels'), maxLength: 256 }),
})

/** The boats of a tenant. */
export const fleetRoutes = ({ list, boat }: FleetRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getFleet',
    summary: 'The boats of the fleet, the most urgent first',
    query: FleetQuery,
    responses: { 200: { description: 'The boats', schema: FleetView } },
    handle: ({ query }) => list(query),
  }),
  route({
    method: 'GET',
    path: `${base}/boats/:vessel`,
    scope: 'read',
    operationId: 'getFleetBoat',
    summary: 'One boat of the fleet. While it is asked for, the boat sends its latest values more often',
    params: boatParams,
    responses: { 200: { description: 'The boat', schema: FleetBoat } },
    problems: ['not-found'],
    handle: ({ params: { vessel } }) => {
      const found = boat(vessel)
      if (found === undefined) throw new MarineDataError('not-found', `The fleet has no boat ${vessel}`)
      return found
    },
  }),
]
