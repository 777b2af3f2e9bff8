/** A request that a newcomer gets wrong, and what the boat answers. */
export interface RequestMistake {
  readonly mistake: string
  /** Method and path; paths without a leading slash are below `/marinedata/v2/api/`. */
  readonly ask: string
  /** A text is sent unchanged, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** On a closed boat, with a token of this kind; absent on the open boat of the demo. */
  readonly as?: 'nobody' | 'viewer' | 'helm' | 'device' | 'revoked'
  readonly status: number
  readonly code: string
  /** The answer; `…` matches any text. */
  readonly answer: string
}

/** A message on the stream that a newcomer gets wrong, and what the boat answers. */
export interface MessageMistake {
  readonly mistake: string
  readonly message: object
  /** 400 when absent. */
  readonly status?: number
  readonly code: string
  readonly answer: string
}

const pilot = 'vessels/self/autopilots'
const value = (path: string, given: unknown): object => ({ updates: [{ values: [{ path, value: given }] }] })

export const requestMistakes: readonly RequestMistake[] = [
  {
    mistake: 'a misspelt path',
    ask: 'GET /marinedata/v1/api/vessels/self/navigation/speedOverGrund',
    status: 404,
    code: 'not-found',
    answer: 'There is nothing at /marinedata/v1/api/vessels/self/navigation/speedOverGrund',
  },
  {
    mistake: 'an address of Signal K',
    ask: 'GET /signalk/v1/api/vessels/self',
    status: 404,
    code: 'not-found',
    answer:
      'There is nothing at /signalk/v1/api/vessels/self. The addresses for apps of Signal K are off: /guide/family.html says how to switch them on',
  },
  {
    mistake: 'an HTTP request to the stream',
    ask: 'GET /marinedata/v1/stream',
    status: 426,
    code: 'upgrade-required',
    answer: 'Open a WebSocket at /marinedata/v1/stream',
  },
  {
    mistake: 'the wrong method',
    ask: `GET ${pilot}/_default/engage`,
    status: 405,
    code: 'method-not-allowed',
    answer: 'GET is not allowed here. Use POST.',
  },
  {
    mistake: 'an unknown unit',
    ask: `PUT ${pilot}/_default/target`,
    body: { value: 10, units: 'degrees' },
    status: 400,
    code: 'unknown-units',
    answer: 'The body is not valid: /units must be one of "rad", "deg"',
  },
  {
    mistake: 'a number as a text',
    ask: `PUT ${pilot}/_default/target`,
    body: { value: '10' },
    status: 400,
    code: 'invalid-body',
    answer: 'The body is not valid: /value must be number',
  },
  {
    mistake: 'degrees without their unit',
    ask: `PUT ${pilot}/_default/target`,
    body: { value: 300 },
    status: 400,
    code: 'invalid-value',
    answer: 'Target 300 rad is outside 0.000…6.283 rad for mode "compass"',
  },
  {
    mistake: 'a misspelt member',
    ask: `PUT ${pilot}/_default/target`,
    body: { value: 1, unit: 'deg' },
    status: 400,
    code: 'invalid-body',
    answer: 'The body is not valid: /unit is not a known member',
  },
  {
    mistake: 'no body',
    ask: `PUT ${pilot}/_default/target`,
    status: 400,
    code: 'invalid-body',
    answer: 'The body is not valid: it must be object',
  },
  {
    mistake: 'a body that is not JSON',
    ask: `PUT ${pilot}/_default/target`,
    body: '{value: 1}',
    status: 400,
    code: 'invalid-body',
    answer: "Body is not valid JSON but content-type is set to 'application/json'",
  },
  {
    mistake: 'no content type',
    ask: `PUT ${pilot}/_default/target`,
    body: '{"value":1}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: 'unsupported-media-type',
    answer:
      'The body has no type that is read here. Send JSON, with the header Content-Type: application/json',
  },
  {
    mistake: 'an autopilot that does not exist',
    ask: `POST ${pilot}/autopilot/engage`,
    status: 404,
    code: 'autopilot-not-found',
    answer: 'No autopilot is registered as "autopilot". GET the list of autopilots for the registered ids',
  },
  {
    mistake: 'a side that does not exist',
    ask: `POST ${pilot}/_default/tack/left`,
    status: 400,
    code: 'invalid-value',
    answer: 'The path is not valid: /direction must be one of "port", "starboard"',
  },
  {
    mistake: 'a mode that the autopilot does not have',
    ask: `PUT ${pilot}/_default/mode`,
    body: { value: 'auto' },
    status: 400,
    code: 'invalid-value',
    answer: 'Unknown mode "auto". Use one of compass, gps, wind, route',
  },
  {
    mistake: 'short names of a position',
    ask: 'POST resources/waypoints',
    body: { name: 'Home', position: { lat: 60, lon: 24 } },
    status: 400,
    code: 'invalid-body',
    answer:
      'The body is not valid: /position/latitude is missing; /position/longitude is missing; /position/lat is not a known member; /position/lon is not a known member',
  },
  {
    mistake: 'latitude and longitude exchanged',
    ask: 'POST resources/waypoints',
    body: { name: 'Home', position: { latitude: 124.9, longitude: 60.1 } },
    status: 400,
    code: 'invalid-body',
    answer: 'The body is not valid: /position/latitude must be <= 90',
  },
  {
    mistake: 'a severity of another system',
    ask: 'POST notifications',
    body: { path: 'notifications.test', state: 'warning', message: 'A' },
    status: 400,
    code: 'invalid-body',
    answer: 'The body is not valid: /state must be one of "alert", "warn", "alarm", "emergency"',
  },
  {
    mistake: 'an alert without its prefix',
    ask: 'POST notifications',
    body: { path: 'engine.hot', state: 'warn', message: 'A' },
    status: 400,
    code: 'invalid-body',
    answer: 'The body is not valid: /path must match pattern "^notifications\\."',
  },
  {
    mistake: 'a plugin by the name of its package',
    ask: 'GET plugins/@marinedata%2Fplugin-simulator',
    status: 404,
    code: 'plugin-not-found',
    answer: 'Plugin "@marinedata/plugin-simulator" not found',
  },
  {
    mistake: 'a setting that does not exist',
    ask: 'PUT plugins/simulator/settings',
    body: { wind: 7 },
    status: 400,
    code: 'invalid-settings',
    answer: 'The settings are invalid:…/wind: is not a known member',
  },
  {
    mistake: 'a question about the past without paths',
    ask: 'GET history/values?duration=60',
    status: 400,
    code: 'invalid-query',
    answer: 'The query is not valid: /paths is missing',
  },
  {
    mistake: 'no token',
    ask: 'GET /marinedata/v1/api/vessels/self',
    as: 'nobody',
    status: 401,
    code: 'unauthenticated',
    answer: 'Reading requires signing in',
  },
  {
    mistake: 'a token that was revoked',
    ask: 'GET plugins',
    as: 'revoked',
    status: 401,
    code: 'unauthenticated',
    answer: 'The token is unknown, revoked or expired. Sign in again or create a new token',
  },
  {
    mistake: 'a token in the address',
    ask: 'GET /marinedata/v1/api/vessels/self?token=mdt_abc',
    as: 'nobody',
    status: 400,
    code: 'bad-request',
    answer: 'The URL contains a token. Send the token in the Authorization header, and revoke this one.',
  },
  {
    mistake: 'to steer with the role of a viewer',
    ask: `POST ${pilot}/_default/engage`,
    as: 'viewer',
    status: 403,
    code: 'forbidden',
    answer:
      'Steering requires the role helm or owner. "the-viewer" has the role viewer. An owner can change roles',
  },
  {
    mistake: 'a verifier instead of its digest',
    ask: 'POST access/pairings',
    body: { name: 'My app', challenge: 'secret' },
    as: 'nobody',
    status: 400,
    code: 'invalid-body',
    answer: 'The body is not valid: /challenge must match pattern "^[A-Za-z0-9_-]{43}$"',
  },
]

export const messageMistakes: readonly MessageMistake[] = [
  {
    mistake: 'degrees for an angle',
    message: value('navigation.courseOverGroundTrue', 270),
    code: 'invalid-message',
    answer:
      'The delta was refused: out-of-range. "navigation.courseOverGroundTrue": 270 rad is out of range; it must be between -6.284 and 6.284 rad. Did you mean degrees? Then send 4.712 rad',
  },
  {
    mistake: 'a text for a number',
    message: value('navigation.speedOverGround', 'fast'),
    code: 'invalid-message',
    answer:
      'The delta was refused: not-a-number. "navigation.speedOverGround": "fast" is not a number. Send a number in m/s, or null when it is unknown',
  },
  {
    mistake: 'a decimal comma',
    message: value('electrical.batteries.a.voltage', '12,5'),
    code: 'invalid-message',
    answer:
      'The delta was refused: not-a-number. "electrical.batteries.a.voltage": "12,5" is not a number. Send a number in V, or null when it is unknown',
  },
  {
    mistake: 'degrees Celsius',
    message: value('environment.outside.temperature', -5),
    code: 'invalid-message',
    answer:
      'The delta was refused: out-of-range. "environment.outside.temperature": -5 K is out of range; it must be between 0 and 10000 K. Did you mean degrees Celsius? Then send 268.1 K',
  },
  {
    mistake: 'per cent',
    message: value('tanks.fuel.0.currentLevel', 62),
    code: 'invalid-message',
    answer:
      'The delta was refused: out-of-range. "tanks.fuel.0.currentLevel": 62 ratio is out of range; it must be between -20 and 20 ratio. Did you mean per cent? Then send 0.62',
  },
  {
    mistake: 'half a position',
    message: value('navigation.position', { latitude: 60.1 }),
    code: 'invalid-message',
    answer:
      'The delta was refused: half-position. "navigation.position" requires latitude and longitude together, in degrees',
  },
  {
    mistake: 'short names of a position',
    message: value('navigation.position', { lat: 60.1, lon: 24.9 }),
    code: 'invalid-message',
    answer:
      'The delta was refused: half-position. "navigation.position" requires latitude and longitude together, in degrees',
  },
  {
    mistake: 'slashes in a path',
    message: value('navigation/speedOverGround', 3),
    code: 'invalid-message',
    answer:
      'The delta was refused: invalid-path. "navigation/speedOverGround" is not a valid path, or has no value yet that metadata could describe',
  },
  {
    mistake: 'an alert that is a text',
    message: value('notifications.bilge', 'water'),
    code: 'invalid-message',
    answer:
      'The delta was refused: invalid-notification. "notifications.bilge" requires a notification with state, method and message',
  },
  {
    mistake: 'a time that is not a date',
    message: value('navigation.datetime', 'yesterday'),
    code: 'invalid-message',
    answer:
      'The delta was refused: invalid-date. "navigation.datetime": "yesterday" is not a date. Send an ISO 8601 date-time such as "2026-06-01T12:00:00Z"',
  },
  {
    mistake: 'values without updates',
    message: { values: [{ path: 'navigation.speedOverGround', value: 3 }] },
    code: 'invalid-message',
    answer: 'A message must have one of the members updates, subscribe, unsubscribe, put',
  },
  {
    mistake: 'a subscription that is a text',
    message: { subscribe: 'navigation.speedOverGround' },
    code: 'invalid-message',
    answer: 'The message is not valid: /subscribe must be array',
  },
  {
    mistake: 'a policy that does not exist',
    message: { subscribe: [{ path: 'navigation.*', policy: 'always' }] },
    code: 'invalid-message',
    answer: 'The message is not valid: /subscribe/0/policy must be one of "instant", "ideal", "fixed"',
  },
  {
    mistake: 'a period as a text',
    message: { subscribe: [{ path: 'navigation.*', period: '1s' }] },
    code: 'invalid-message',
    answer: 'The message is not valid: /subscribe/0/period must be integer',
  },
  {
    mistake: 'a command to an autopilot on the stream',
    message: { put: { path: 'steering.autopilot.state', value: 'auto' } },
    status: 404,
    code: 'control-not-found',
    answer:
      '"steering.autopilot.state" cannot be set. Command the autopilot at …/vessels/self/autopilots/_default',
  },
]
