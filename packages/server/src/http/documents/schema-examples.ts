import { MarineDataError, problemOf, type Problem, type ProductWord } from '@marinedata/model'

const position = { latitude: 60.1498, longitude: 24.9153 }
const destination = { latitude: 59.9639, longitude: 24.4036 }
const done = { state: 'COMPLETED', statusCode: 200, message: 'OK' } as const
const at = '2026-06-01T12:00:00.000Z'
const waypoint = { id: 'f3a1c2', name: 'Anchorage', position }
const route = { id: '9b77d0', name: 'To Jussarö', points: [position, destination] }
const alert = {
  id: '5e0c41',
  path: 'notifications.crew.engineRoom',
  source: 'crew',
  state: 'warn',
  status: 'active',
  method: ['visual', 'sound'],
  message: 'Water in the engine room',
  raisedAt: at,
} as const
const anchor = {
  state: 'watching',
  position,
  maxRadius: 40,
  currentRadius: 12.4,
  rodeLength: 30,
  bearingTrue: 1.57,
  since: at,
} as const
const course = {
  destination: { position: destination, name: 'Jussarö' },
  route: null,
  start: position,
  isWaiting: false,
} as const
const credential = { id: 'c81e', kind: 'token', name: 'Masthead app', role: 'viewer', createdAt: at } as const
/** Examples of schemas by their names, for the OpenAPI document. Every body of a request has one. */
export const schemaExamples: Readonly<Record<string, unknown>> = {
  AlertCompleted: { ...done, alert },
  AlertRequest: {
    path: 'notifications.crew.engineRoom',
    state: 'warn',
    message: 'Water in the engine room',
    method: ['visual', 'sound'],
  },
  AnchorCompleted: { ...done, anchor },
  AnchorPlaceRequest: position,
  AnchorRadiusRequest: { value: 40 },
  AnchorRepositionRequest: { rodeLength: 30, anchorDepth: 6.5 },
  AnchorState: anchor,
  AnchorTrackRequest: { time: at },
  AngleRequest: { value: -10, units: 'deg' },
  AngleValue: { value: 4.712 },
  AutopilotList: { main: { provider: 'pypilot', isDefault: true } },
  BoatDetailsRequest: { revision: 3, details: { name: 'Aura', mmsi: '230099999', draught: 1.9 } },
  BoatLimitsRequest: { revision: 3, limits: { depth: { warn: 4, alarm: 3 } } },
  Completed: done,
  ConsoleClientRequest: { name: 'Chart table', screen: 'helm', sound: true },
  ControlRequest: { value: true },
  Course: course,
  CourseCompleted: { ...done, course },
  CredentialChange: { tokenInAddress: 'all' },
  DefaultAutopilot: { id: 'main' },
  DestinationRequest: { position: destination, name: 'Jussarö' },
  FamilySwitchRequest: { wanted: true },
  FollowRequest: { id: route.id },
  HelmRequest: { ttl: 30, label: 'Chart table' },
  HelmState: { held: true, label: 'Chart table', secondsLeft: 21 },
  HelmTaken: { held: true, label: 'Chart table', secondsLeft: 30, lease: 'm3pQ9sV2' },
  InvitationRequest: { role: 'crew', days: 2 },
  JoinRequest: { code: 'K7QF-2MXD', name: 'Anna', passphrase: 'seven grey seals asleep' },
  LogbookNoteRequest: { text: 'Two seals on the skerry' },
  NameRequest: { value: 'compass' },
  NameValue: { value: 'compass' },
  PairingApproval: { digits: '482915', role: 'viewer' },
  PairingCollection: { verifier: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c', keep: 'token' },
  PairingMade: { id: 'a64f', digits: '482915', seconds: 600 },
  PairingPending: { state: 'PENDING' },
  PairingRequest: { name: 'Masthead app', challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
  PassphraseChange: { current: 'seven grey seals asleep', passphrase: 'eight grey seals awake' },
  PluginInstallation: { version: '1.2.0' },
  PluginSettings: { warnDistance: 1_000 },
  Preferences: { palette: 'night', language: 'de' },
  PushDeviceRequest: {
    name: 'Anna’s phone',
    endpoint: 'https://push.example/send/3f9a',
    keys: {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    },
  },
  PushReceipt: { call: '5e0c41' },
  RoleChange: { role: 'helm' },
  Route: route,
  RouteCompleted: { ...done, route },
  RouteRequest: { name: route.name, points: route.points },
  ShoreSessionRequest: { seconds: 600 },
  SignInRequest: { name: 'Anna', passphrase: 'seven grey seals asleep' },
  SignedIn: { credential, token: 'mdt_0000000000000000000000000000000000000000000' },
  StreamTicket: { ticket: 'o8Zt1vKx', seconds: 30 },
  TokenRequest: { name: 'Tank gauge', role: 'device', paths: ['tanks.*'] },
  Waypoint: waypoint,
  WaypointCompleted: { ...done, waypoint },
  WaypointRequest: { name: waypoint.name, position },
}

export const problemExample = (word: ProductWord): Problem =>
  problemOf(new MarineDataError('helm-held', '"Chart table" has the helm for another 21 s'), word)
