import type { Actor } from '@marinedata/model'
import type { RouteRequest } from './route.ts'

/** The actor of a request. */
export const actorOf = ({
  principal: { kind, id, name },
  address,
}: Pick<RouteRequest<unknown, unknown, unknown>, 'principal' | 'address'>): Actor => ({
  kind,
  id,
  name,
  address,
})

/** The members that every response to an executed command has. */
export const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' } as const
