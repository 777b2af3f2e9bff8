import { FamilySwitchRequest, FamilySwitchView, type Actor } from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '#http/route.ts'

interface Switch {
  readonly view: FamilySwitchView
  set(wanted: boolean, actor: Actor): Promise<FamilySwitchView>
}

/** The owner decides whether apps of the Signal K family are served. */
export const familySwitchRoutes = (base: string, family: Switch): Route[] => {
  const path = `${base}/family`
  const responses = { 200: { description: 'Whether they are served', schema: FamilySwitchView } }
  return [
    route({
      method: 'GET',
      path,
      scope: 'admin',
      operationId: 'getFamilySwitch',
      summary: 'Whether apps of the Signal K family are served, now and after the next start',
      responses,
      handle: (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return family.view
      },
    }),
    route({
      method: 'PUT',
      path,
      scope: 'admin',
      operationId: 'setFamilySwitch',
      summary: 'Serves apps of the Signal K family, or not, from the next start of the server on',
      body: FamilySwitchRequest,
      responses,
      problems: ['invalid-body', 'fixed-by-settings', 'storage-full'],
      handle: (request) => family.set(request.body.wanted, actorOf(request)),
    }),
  ]
}
