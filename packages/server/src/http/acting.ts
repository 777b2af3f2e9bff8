import type { Actor } from '@marinedata/core'
import type { RouteRequest } from './route.ts'

/** The actor of a request. */
export const actorOf = ({
  principal,
  address,
}: Pick<RouteRequest<unknown, unknown, unknown>, 'principal' | 'address'>): Actor => ({
  who: principal.name,
  from: address,
})

/** The members that every response to an executed command has. */
export const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' } as const
