import type { ConsoleClientOwner } from '@marinedata/core'
import {
  ConsoleClientId,
  ConsoleClientList,
  ConsoleClientRequest,
  Type,
  type ConsoleClient,
  type Identity,
} from '@marinedata/model'
import { route, type ResponseShape, type Route } from '#http/route.ts'

export interface ConsoleClientRoutesOptions {
  /** `…/v2/api/stations` */
  readonly base: string
  readonly clients: {
    list(): ConsoleClient[]
    put(id: string, request: ConsoleClientRequest, owner: ConsoleClientOwner): void
    remove(id: string, identity: Identity): void
  }
}

const clientParams = Type.Object({ id: ConsoleClientId })
const all: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'All open console pages', schema: ConsoleClientList },
}

/** Registry of open console pages. Each page registers itself and receives the others in the same response. */
export const consoleClientRoutes = ({ base, clients }: ConsoleClientRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getStations',
    summary: 'The open console pages, and which of them sound alarms',
    responses: all,
    handle: () => clients.list(),
  }),
  route({
    method: 'PUT',
    path: `${base}/:id`,
    scope: 'read',
    operationId: 'putStation',
    summary: 'Registers an open console page; to be repeated every five seconds',
    params: clientParams,
    body: ConsoleClientRequest,
    responses: all,
    problems: ['invalid-body', 'invalid-value', 'forbidden'],
    handle: ({ params, body, principal }) => {
      clients.put(params.id, body, { identity: principal, credential: principal.credential })
      return clients.list()
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    scope: 'read',
    operationId: 'removeStation',
    summary: 'Removes a closed console page',
    params: clientParams,
    responses: all,
    problems: ['invalid-value', 'forbidden'],
    handle: ({ params, principal }) => {
      clients.remove(params.id, principal)
      return clients.list()
    },
  }),
]
