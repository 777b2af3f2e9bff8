/** A request of an app, and what the boat answers. */
export interface FamilyCase {
  readonly ask: string
  readonly body?: unknown
  readonly status: number
  /** Why the answer differs from the one of signalk-server; docs/family.md says the same. */
  readonly missing?: string
}

/** A message of an app on the stream, and the status of its answer; undefined when there is none. */
export interface FamilyMessageCase {
  readonly message: object
  readonly status: number | undefined
  readonly missing?: string
}

const v1 = '/signalk/v1'
const v2 = '/signalk/v2/api'
const own = `${v1}/api/vessels/self`
const data = `${v1}/applicationData`
const course = `${v2}/vessels/self/navigation/course`
const pilots = `${v2}/vessels/self/autopilots`
export const routeId = '5d0b4a8e-3f0c-4c55-9c63-0d9a3a4d1f10'
const href = `/resources/routes/${routeId}`
const line = {
  name: 'Tour',
  feature: {
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [24.3, 60],
        [24.4, 60.1],
        [24.5, 60],
        [24.6, 60.1],
      ],
    },
  },
}
const point = {
  name: 'Reef',
  feature: { type: 'Feature', geometry: { type: 'Point', coordinates: [24, 60] } },
}
const area = { name: 'Area' }

const openBoat = 'an open boat needs no signing in'
const noHistory = 'history: the boat has its own interface'
const noNotes = 'notes and regions are not stored'
const noCircle = 'the boat has one arrival circle'
const noReverse = 'a route is sailed in its own direction'
const noArrivalTime = 'no target time of arrival'
const noServerHalf = 'the half of an app that runs inside signalk-server'
const noWeather = 'no plugin that provides weather'
const noDevice = 'without such a device aboard'

/** In the order in which they are sent: later ones need earlier ones. */
export const familyCases: readonly FamilyCase[] = [
  { ask: 'GET /signalk', status: 200 },
  { ask: 'GET /signalk/', status: 200 },
  { ask: `GET ${v1}/stream`, status: 426 },
  { ask: `GET ${v1}/playback`, status: 404, missing: noHistory },
  { ask: `GET ${v1}/snapshot`, status: 404, missing: noHistory },
  { ask: `GET ${v1}/api`, status: 200 },
  { ask: `GET ${v1}/api/`, status: 200 },
  { ask: `GET ${v1}/api/self`, status: 200 },
  { ask: `GET ${v1}/api/sources`, status: 200 },
  { ask: `GET ${v1}/api/vessels`, status: 200 },
  { ask: `GET ${v1}/api/vessels/`, status: 200 },
  { ask: `GET ${v1}/api/atons/`, status: 200 },
  { ask: `GET ${own}`, status: 200 },
  { ask: `GET ${own}/`, status: 200 },
  { ask: `GET ${own}/name`, status: 200 },
  { ask: `GET ${own}/navigation`, status: 200 },
  { ask: `GET ${own}/navigation/position`, status: 200 },
  { ask: `GET ${own}/navigation/position/meta`, status: 200 },
  { ask: `GET ${own}/navigation/position/meta/`, status: 200 },
  { ask: `GET ${own}/meta`, status: 404, missing: 'all metadata in one answer' },
  { ask: `GET ${own}/navigation/anchor`, status: 404, missing: noDevice },
  { ask: `PUT ${own}/electrical/switches/1/state`, body: { value: 1 }, status: 405 },
  { ask: `GET ${v1}/requests/none`, status: 404 },
  { ask: `GET ${v1}/api/tracks?radius=10000`, status: 200 },
  { ask: `GET ${v1}/api/self/track?timespan=24h&resolution=1m`, status: 200 },
  { ask: `GET ${own}/track`, status: 200 },
  { ask: `GET ${data}/user/kip/1.0`, status: 200 },
  { ask: `GET ${data}/user/kip/1.0/theme`, status: 404 },
  { ask: `POST ${data}/user/kip/1.0`, body: { theme: 'day' }, status: 200 },
  { ask: `GET ${data}/user/kip/1.0?keys=true`, status: 200 },
  { ask: `GET ${data}/user/kip/1.0/theme`, status: 200 },
  { ask: `POST ${data}/user/kip/1.0`, body: [{ op: 'add', path: '/a', value: 1 }], status: 200 },
  { ask: `POST ${data}/global/kip/1.0/a`, body: 1, status: 200 },
  { ask: `GET ${data}/global/kip/1.0`, status: 200 },
  { ask: `GET ${v1}/unitpreferences/active`, status: 404, missing: 'preferences of units' },
  { ask: `GET ${v1}/apps/list`, status: 200 },
  { ask: 'GET /skServer/webapps', status: 200 },
  { ask: 'GET /skServer/loginStatus', status: 200 },
  { ask: 'GET /loginStatus', status: 200 },
  { ask: `POST ${v1}/auth/login`, body: { username: 'a', password: 'b' }, status: 404, missing: openBoat },
  { ask: `PUT ${v1}/auth/logout`, status: 200 },
  { ask: `POST ${v1}/auth/validate`, status: 200 },
  {
    ask: `POST ${v1}/access/requests`,
    body: { clientId: '1', description: 'sensor' },
    status: 404,
    missing: openBoat,
  },
  { ask: 'GET /signalk/v2/features?enabled=1', status: 200 },
  { ask: `GET ${v2}/resources`, status: 200 },
  { ask: `GET ${v2}/resources/routes`, status: 200 },
  { ask: `GET ${v2}/resources/waypoints`, status: 200 },
  { ask: `GET ${v2}/resources/charts`, status: 200 },
  { ask: `GET ${v2}/resources/notes`, status: 200 },
  { ask: `GET ${v2}/resources/regions`, status: 200 },
  { ask: `GET ${v2}/resources/tracks`, status: 200 },
  { ask: `GET ${v2}/resources/infolayers`, status: 200 },
  { ask: `GET ${v2}/resources/groups`, status: 200 },
  { ask: `GET ${v2}/resources/symbols`, status: 200 },
  { ask: `GET ${v2}/resources/plotterExtensions`, status: 404, missing: noServerHalf },
  { ask: `PUT ${v2}/resources/routes/${routeId}`, body: line, status: 200 },
  { ask: `GET ${v2}/resources/routes/${routeId}`, status: 200 },
  { ask: `POST ${v2}/resources/waypoints`, body: point, status: 201 },
  { ask: `POST ${v2}/resources/notes`, body: area, status: 405, missing: noNotes },
  { ask: `POST ${v2}/resources/regions`, body: area, status: 405, missing: noNotes },
  { ask: `GET ${course}`, status: 200 },
  {
    ask: `PUT ${course}/destination`,
    body: { position: { latitude: 60.5, longitude: 24.5 }, arrivalCircle: 100 },
    status: 200,
  },
  { ask: `PUT ${course}/restart`, status: 200 },
  { ask: `PUT ${course}/activeRoute`, body: { href, reverse: false, pointIndex: 0 }, status: 200 },
  { ask: `PUT ${course}/activeRoute/nextPoint`, body: { value: 1 }, status: 200 },
  { ask: `PUT ${course}/activeRoute/pointIndex`, body: { value: 3 }, status: 200 },
  { ask: `PUT ${course}/activeRoute/reverse`, status: 501, missing: noReverse },
  { ask: `PUT ${course}/arrivalCircle`, body: { value: 50 }, status: 501, missing: noCircle },
  { ask: `PUT ${course}/targetArrivalTime`, body: { value: null }, status: 501, missing: noArrivalTime },
  { ask: `DELETE ${course}`, status: 200 },
  { ask: `GET ${pilots}`, status: 200 },
  { ask: `GET ${pilots}/_default`, status: 404, missing: noDevice },
  { ask: `GET ${v2}/notifications`, status: 200 },
  {
    ask: `POST ${v2}/notifications`,
    body: { path: 'test.me', state: 'alarm', message: 'Look' },
    status: 200,
  },
  { ask: `POST ${v2}/notifications/silenceAll`, status: 200 },
  { ask: `POST ${v2}/notifications/acknowledgeAll`, status: 200 },
  { ask: `POST ${v2}/notifications/mob`, status: 200 },
  { ask: `GET ${v2}/history/values`, status: 404, missing: noHistory },
  { ask: `GET ${v2}/vessels/self/radars`, status: 200 },
  { ask: `GET ${v2}/weather`, status: 200 },
  { ask: `GET ${v2}/weather/_providers`, status: 200 },
  { ask: `GET ${v2}/weather/forecasts/point?lat=60&lon=24`, status: 503, missing: noWeather },
  { ask: `GET ${v2}/weather/observations`, status: 400 },
  { ask: 'GET /plugins', status: 200 },
  { ask: 'GET /plugins/kip', status: 404, missing: noServerHalf },
  { ask: 'POST /plugins/anchoralarm/dropAnchor', body: {}, status: 503, missing: noDevice },
]

const noMessages = 'signing in and asking for access on the stream'
const context = 'vessels.self'

export const familyMessageCases: readonly FamilyMessageCase[] = [
  { message: {}, status: 200 },
  {
    message: { context, subscribe: [{ path: 'navigation.*', period: 1_000, policy: 'fixed' }] },
    status: 200,
  },
  { message: { context: 'vessels.*', subscribe: [{ path: '' }] }, status: 200 },
  { message: { context, subscribe: [{ path: '*' }], token: 'old', sourcePolicy: 'all' }, status: 200 },
  { message: { context, announceNewPaths: true, subscribe: [{ path: '*', period: 0 }] }, status: 200 },
  { message: { context, subscribe: [{ path: '*', format: 'full' }] }, status: 200 },
  { message: { context, subscribe: [{ path: 7 }, { path: 'a b' }, { path: '*' }] }, status: 200 },
  { message: { context: 'atons.*', subscribe: [{ path: '*' }] }, status: 200 },
  { message: { context: 'shore.basestations.*', subscribe: [{ path: '*' }] }, status: 200 },
  { message: { context: 'meteo.*', subscribe: [{ path: '*' }] }, status: 200 },
  { message: { context: '*', unsubscribe: [{ path: '*' }] }, status: 200 },
  { message: { updates: [{ values: [{ path: 'navigation.headingTrue', value: 1 }] }] }, status: 200 },
  { message: { put: { path: 'kip.remote', value: 1 } }, status: 405 },
  { message: { delete: { path: 'kip.remote' } }, status: 405 },
  { message: { login: { username: 'a', password: 'b' } }, status: 405, missing: noMessages },
  { message: { accessRequest: { clientId: '1', description: 'x' } }, status: 405, missing: noMessages },
]
