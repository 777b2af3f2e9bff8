import { createHash } from 'node:crypto'
import type { Crew } from '@marinedata/testing/boats/crew'

type Headers = Readonly<Record<string, string>>

const evil = 'http://evil.example'

/** Headers of foreign pages, each wrong in at least one way. */
export const foreignHeaders = (own: string): readonly Headers[] => {
  const { host, hostname, port } = new URL(own)
  const site = (value: string, origin?: string): Headers => ({
    'sec-fetch-site': value,
    ...(origin !== undefined && { origin }),
  })
  return [
    site('cross-site'),
    site('same-site'),
    site('same-origin, cross-site'),
    site('cross-site', evil),
    site('same-site', evil),
    site('same-origin', evil),
    site('none', evil),
    site('cross-site', 'null'),
    site('same-origin', 'null'),
    site('cross-site', own),
    site('same-site', own),
    { origin: evil },
    { origin: 'null' },
    { origin: `https://${host}` },
    { origin: `http://${hostname}` },
    { origin: `http://${hostname}:${Number(port) + 1}` },
    { origin: `http://localhost:${port}` },
    { origin: `HTTP://${host}` },
    { origin: `http://${hostname}.:${port}` },
    { origin: `${own}/` },
    { origin: `${own}.evil.example` },
    { origin: `http://${host}@evil.example` },
    { origin: `${evil}#${own}` },
    { origin: `${own}, ${evil}` },
  ]
}

/** Headers of the server's own pages. */
export const ownHeaders = (own: string): Headers => ({ origin: own, 'sec-fetch-site': 'same-origin' })

/** Host names that an attacker resolves to this machine, or that resemble its own. */
export const foreignHosts = (port: string): readonly string[] => [
  'evil.example',
  `evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `evil.localhost:${port}`,
  `127.0.0.1.evil.example:${port}`,
  `127.0.0.1.nip.io:${port}`,
  `localhost.:${port}`,
  `203.0.113.9:${port}`,
  `[2001:db8::9]:${port}`,
  `0.0.0.0:${port}`,
  `boat.local.evil.example:${port}`,
  `localhost:${port}, evil.example`,
]

/** A request that would have an effect if it were accepted. */
export interface Harm {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The targets of the attack. */
export interface Prey {
  readonly invitation: string
  readonly invitationId: string
  readonly pairing: { readonly id: string; readonly digits: string }
  readonly verifier: string
  readonly session: string
}

const passphrase = 'taken by someone else'
const main = { id: 'main' }
const simulator = { plugin: 'simulator' }
const rocks = { latitude: 59.8, longitude: 22.9 }
const reef = { latitude: 59.9, longitude: 22.9 }

/** For each operation, the requests that would succeed and change something. */
export const harmOf = ({
  invitation,
  invitationId,
  pairing,
  verifier,
  session,
}: Prey): Readonly<Record<string, Harm>> => ({
  setDefaultAutopilot: { params: { id: 'spare' } },
  setDefaultHistoryProvider: { params: { id: 'recorder' } },
  forgetHistory: {},
  setCourseProvider: { params: { id: 'plotter' } },
  setDefaultWeatherProvider: { params: { id: 'forecaster' } },
  setAutopilotState: { params: main, body: { value: 'enabled' } },
  setAutopilotMode: { params: main, body: { value: 'wind' } },
  setAutopilotTarget: { params: main, body: { value: 1 } },
  adjustAutopilotTarget: { params: main, body: { value: 10, units: 'deg' } },
  engageAutopilot: { params: main },
  disengageAutopilot: { params: main },
  tack: { params: { ...main, direction: 'port' } },
  gybe: { params: { ...main, direction: 'port' } },
  beginDodge: { params: main },
  dodge: { params: main, body: { value: 5, units: 'deg' } },
  endDodge: { params: main },
  takeHelm: { params: main, body: { ttl: 60, label: 'Eve' } },
  releaseHelm: { params: main },
  dropAnchor: {},
  setAnchorRadius: { body: { value: 50 } },
  repositionAnchor: { body: { rodeLength: 40, anchorDepth: 6 } },
  raiseAnchor: {},
  setControl: { params: { path: 'electrical.switches.anchorLight.state' }, body: { value: true } },
  makeRoute: { body: { name: 'To the rocks', points: [rocks, reef] } },
  changeRoute: { params: { id: 'eve' }, body: { name: 'To the rocks', points: [rocks, reef] } },
  removeRoute: { params: { id: 'eve' } },
  makeWaypoint: { body: { name: 'Safe harbour', position: rocks } },
  changeWaypoint: { params: { id: 'eve' }, body: { name: 'Safe harbour', position: rocks } },
  removeWaypoint: { params: { id: 'eve' } },
  setBoatDetails: { body: { revision: 0, details: { name: 'Eve' } } },
  setBoatLimits: { body: { revision: 0, limits: {} } },
  addChart: {},
  deleteChart: { params: { id: 'harbour' } },
  addLogbookNote: { body: { text: 'All is well' } },
  resetTrip: {},
  setDestination: { body: { position: rocks } },
  followRoute: { body: { id: 'eve' } },
  advanceRoute: {},
  endCourse: {},
  removeCourseProvider: {},
  veerAnchor: { body: { rodeLength: 40, anchorDepth: 6 } },
  setAnchorFromTrack: { body: { time: '2026-01-01T00:00:00Z' } },
  setAnchorAt: { body: rocks },
  raiseAlert: { body: { path: 'notifications.eve', state: 'alarm', message: 'Abandon ship' } },
  endAlert: { params: { id: 'eve' } },
  acknowledgeAlert: { params: { id: 'eve' } },
  acknowledgeAlerts: {},
  silenceAlert: { params: { id: 'eve' } },
  silenceAlerts: {},
  testAlarm: {},
  putPushDevice: {
    params: { id: 'eves-phone' },
    body: {
      name: 'Eve',
      endpoint: 'https://fcm.googleapis.com/fcm/send/eve',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    },
  },
  removePushDevice: { params: { id: 'eves-phone' } },
  receivePush: { params: { id: 'eves-phone' }, body: { call: 'eve' } },
  raiseManOverboard: {},
  endManOverboard: {},
  putStation: { params: { id: 'eves-page' }, body: { name: 'Eve', screen: 'helm', sound: true } },
  removeStation: { params: { id: 'eves-page' } },
  setPreferences: { body: { palette: 'bright' } },
  setPluginSettings: { params: simulator, body: { noise: 1 } },
  installPlugin: { params: { plugin: 'tides' }, body: { version: '1.0.0' } },
  removePlugin: { params: { plugin: 'tides' } },
  enablePlugin: { params: simulator },
  approvePlugin: { params: simulator },
  disablePlugin: { params: simulator },
  restartPlugin: { params: simulator },
  postToPlugin: { params: { ...simulator, path: 'tanks' }, body: { level: 1 } },
  putToPlugin: { params: { ...simulator, path: 'tanks' }, body: { level: 1 } },
  deleteInPlugin: { params: { ...simulator, path: 'tanks' } },
  runPluginAction: { params: { ...simulator, action: 'pace' }, body: { factor: 2 } },
  claimBoat: { body: { code: 'ABCDE12345', name: 'Eve', passphrase } },
  joinCrew: { body: { code: invitation, name: 'Eve', passphrase } },
  signIn: { body: { name: 'Anna', passphrase: 'seven grey seals asleep' } },
  askPairing: { body: { name: 'Eve', challenge: challengeOf(verifier) } },
  collectPairing: { params: { id: pairing.id }, body: { verifier } },
  getStreamTicket: {},
  signOut: {},
  setPassphrase: { body: { current: 'seven grey seals asleep', passphrase } },
  approvePairing: { params: { id: pairing.id }, body: { digits: pairing.digits, role: 'owner' } },
  refusePairing: { params: { id: pairing.id } },
  refuseAllPairings: {},
  withdrawInvitation: { params: { id: invitationId } },
  setRole: { params: { name: 'Bert' }, body: { role: 'owner' } },
  removePerson: { params: { name: 'Bert' } },
  makeToken: { body: { name: 'Eve', role: 'owner' } },
  changeCredential: { params: { id: session }, body: { tokenInAddress: 'all' } },
  revoke: { params: { id: session } },
  invite: { body: { role: 'owner' } },
  openShoreSession: { body: {} },
  closeShoreSession: {},
  setFamilySwitch: { body: { wanted: true } },
})

export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

const pilots = '/marinedata/v2/api/vessels/self/autopilots'
const anchor = '/marinedata/v2/api/vessels/self/navigation/anchor'
const access = '/marinedata/v2/api/access'

/** Everything that a foreign page could have changed. */
export const stateOf = async (crew: Crew) => {
  type Credentials = readonly { readonly id: string; readonly name: string; readonly role: string }[]
  type Pilot = { readonly state: string; readonly mode: string; readonly engaged: boolean }
  type Plugins = Readonly<Record<string, { readonly state: string; readonly pid: number }>>
  const credentials = await crew.must<Credentials>(`GET ${access}/credentials`)
  const { state, mode, engaged } = await crew.must<Pilot>(`GET ${pilots}/main`)
  const plugins = Object.entries(await crew.must<Plugins>('GET /marinedata/v2/api/plugins'))
  return {
    people: await crew.must<readonly { readonly name: string; readonly role: string }[]>(
      `GET ${access}/people`,
    ),
    credentials: credentials.map(({ id, name, role }) => ({ id, name, role })),
    pairings: await crew.must(`GET ${access}/pairings`),
    plugins: plugins.map(([name, plugin]) => [name, plugin.state, plugin.pid]),
    settings: await crew.must('GET /marinedata/v2/api/plugins/simulator/settings'),
    defaultPilot: await crew.must(`GET ${pilots}/_providers/_default`),
    pilot: { state, mode, engaged },
    helm: await crew.must(`GET ${pilots}/main/helm`),
    alerts: await crew.must('GET /marinedata/v2/api/notifications'),
    routes: await crew.must('GET /marinedata/v2/api/resources/routes'),
    waypoints: await crew.must('GET /marinedata/v2/api/resources/waypoints'),
    course: await crew.must('GET /marinedata/v2/api/vessels/self/navigation/course'),
    anchor: (await crew.must<{ readonly state: string }>(`GET ${anchor}`)).state,
    stations: await crew.must('GET /marinedata/v2/api/stations'),
    preferences: await crew.must('GET /marinedata/v2/api/preferences'),
    family: await crew.must(`GET ${access}/family`),
    shoreSession: await crew.must(`GET ${access}/shore-session`),
    audit: await crew.must<readonly { readonly number: number }[]>(`GET ${access}/audit?limit=1`),
  }
}
