import { completed, Type, type Actor, type Alert, type AlertRequest } from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route } from '#http/route.ts'
import { familyWord } from '#family/family-names.ts'
import { familyNotification } from '#family/family-values.ts'

interface Alerts {
  list(): Alert[]
  raise(request: AlertRequest, by: Actor): Promise<Alert>
  acknowledgeAll(by: Actor): Promise<Alert[]>
  silenceAll(by: Actor): Promise<Alert[]>
  manOverboard(by: Actor): Promise<Alert>
}

export interface FamilyAlertsOptions {
  /** Own ship's context. */
  readonly self: string
  readonly alerts: Alerts
}

const base = `/${familyWord}/v2/api/notifications`
const scope = 'alerts.ack'

const RaiseRequest = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 200 }),
    state: Type.Enum(['alert', 'warn', 'alarm', 'emergency']),
    message: Type.String({ minLength: 1, maxLength: 1_024 }),
  },
  { $id: 'FamilyRaiseRequest', additionalProperties: true },
)

const atNotifications = (path: string): string =>
  path.startsWith('notifications.') ? path : `notifications.${path}`

const listRoute = ({ self, alerts }: FamilyAlertsOptions): Route =>
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'family_get_notifications',
    summary: 'All alerts of the own vessel, by id',
    responses: { 200: { description: 'By id' } },
    handle: () =>
      Object.fromEntries(
        alerts
          .list()
          .map(({ path, ...value }) => [value.id, { context: self, path, value: familyNotification(value) }]),
      ),
  })

const made = (id: string) => ({ ...completed, id })

const raisingRoutes = ({ alerts }: FamilyAlertsOptions): Route[] => [
  route({
    method: 'POST',
    path: base,
    scope,
    operationId: 'family_raise_notification',
    summary: 'Raises an alert by hand',
    body: RaiseRequest,
    responses: { 200: { description: 'The id' } },
    problems: ['invalid-body', 'invalid-value', 'storage-full'],
    handle: async (request) => {
      const { path, state, message } = request.body
      const { id } = await alerts.raise({ path: atNotifications(path), state, message }, actorOf(request))
      return made(id)
    },
  }),
  route({
    method: 'POST',
    path: `${base}/mob`,
    scope,
    operationId: 'family_raise_mob',
    summary: 'Raises a man overboard emergency',
    ignoresBody: true,
    responses: { 200: { description: 'The id' } },
    handle: async (request) => made((await alerts.manOverboard(actorOf(request))).id),
  }),
]

const forAllRoute = (name: 'silenceAll' | 'acknowledgeAll', { alerts }: FamilyAlertsOptions): Route =>
  route({
    method: 'POST',
    path: `${base}/${name}`,
    scope,
    operationId: `family_${name}`,
    summary: name === 'silenceAll' ? 'Silences all alerts for 30 seconds' : 'Acknowledges all alerts',
    ignoresBody: true,
    responses: { 200: { description: 'Done' } },
    handle: async (request) => {
      await alerts[name](actorOf(request))
      return completed
    },
  })

/** Operations on all Signal K alerts: listed by id, and silenced or acknowledged together. */
export const familyAlertRoutes = (options: FamilyAlertsOptions): Route[] => [
  listRoute(options),
  ...raisingRoutes(options),
  forAllRoute('silenceAll', options),
  forAllRoute('acknowledgeAll', options),
]
