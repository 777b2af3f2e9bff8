/** Why an answer differs from the one of signalk-server. The first pattern that matches counts. */
export const differences: readonly (readonly [ask: RegExp, reason: string])[] = [
  [/^stream \{"(?:login|accessRequest)/, 'signing in and asking for access on the stream: do it by HTTP'],
  [
    /^stream \{"context":"vessels.self","subscribe":\[\{"path":7/,
    'a bad entry refuses itself, not its message',
  ],
  [/^stream /, 'a message with a request id is answered'],
  [/\/playback/, 'history: the boat has its own interface'],
  [
    /\/v1\/api\/?$/,
    'the root also answers without a slash, and names the map of aids to navigation `aton`; it is found as `atons` too',
  ],
  [/\/v1\/api\/sources/, 'the boat names sources otherwise'],
  [/\/vessels\/self\/meta$/, 'all metadata in one answer: it is with every value'],
  [/\/v1\/requests\/none/, 'an unknown request is not found; the other server fails'],
  [/\/v1\/api\/.*track/, 'the boat records its own track; the other server needs a plugin'],
  [
    /\/applicationData\/global/,
    'a single number, text or truth value can be stored too; the other server refuses it',
  ],
  [/^POST .*\/applicationData\/user/, 'an answer in JSON; the other server sends a text'],
  [/\/unitpreferences/, 'preferences of units: the app has its own'],
  [/loginStatus/, 'without `securityWasEnabled`: apps do not need it'],
  [/\/auth\/logout/, 'an answer in JSON; the other server sends a text'],
  [/\/auth\/validate/, 'KIP has it in its code; the other server does not'],
  [/\/access\/requests/, 'the address and the user of the asking app are not repeated to it'],
  [/\/resources$/, 'the kinds that this boat has'],
  [/^GET .*\/resources\/routes\/./, 'without the source and the time of the last change'],
  [/^POST .*\/resources\/(?:notes|regions)/, 'notes and regions are not stored'],
  [
    /\/course\/activeRoute\/reverse/,
    'a route is sailed in its own direction, and never back to an earlier leg',
  ],
  [/\/course\/arrivalCircle/, 'the boat has one arrival circle, 0.1 NM'],
  [/\/course\/targetArrivalTime/, 'no target time of arrival'],
  [/\/autopilots\/_default/, 'without a pilot it is not found; the other server fails'],
  [/\/history/, 'history: the boat has its own interface'],
  [/\/radars|\/weather/, 'no weather, no radar'],
  [
    /\/plugins\/anchoralarm/,
    'the boat has the addresses of the anchor, and no watch runs in this comparison',
  ],
]
