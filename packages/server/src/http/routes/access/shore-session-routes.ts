import type { ShoreSession } from '@marinedata/core'
import { Completed, completed, ShoreSessionRequest, ShoreSessionView } from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '#http/route.ts'

type Session = Pick<ShoreSession, 'open' | 'close' | 'view'>

const viewed = { 200: { description: 'The session', schema: ShoreSessionView } }

const getRoute = (path: string, session: Session): Route =>
  route({
    method: 'GET',
    path,
    scope: 'read',
    operationId: 'getShoreSession',
    summary: 'Whether people ashore may command the boat',
    responses: viewed,
    handle: (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return session.view
    },
  })

/** Permits remote users to command the boat for a limited time. */
export const shoreSessionRoutes = (base: string, session: Session): Route[] => {
  const path = `${base}/shore-session`
  return [
    getRoute(path, session),
    route({
      method: 'POST',
      path,
      scope: 'admin',
      operationId: 'openShoreSession',
      summary:
        'Permits people ashore to command the boat for some time after each command, two hours at most; only aboard',
      body: ShoreSessionRequest,
      responses: viewed,
      problems: ['invalid-body', 'storage-full'],
      handle: (request) => session.open(actorOf(request), request.body),
    }),
    route({
      method: 'DELETE',
      path,
      scope: 'alerts.ack',
      operationId: 'closeShoreSession',
      summary: 'Ends the session: people ashore can only look again',
      responses: { 200: { description: 'Done', schema: Completed } },
      handle: (request) => {
        session.close(actorOf(request))
        return completed
      },
    }),
  ]
}
