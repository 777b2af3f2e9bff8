/** What may differ between the stream of a boat and that of the shore. Everything else must be the same. */
export const permittedDifferences = {
  /** The boat is the original. The shore must refuse with 403. */
  write: 'the shore takes neither values nor commands',
  /** Each has numbers of its own. The members of the answer must be the same. */
  numbers: 'positions in the log of changes',
} as const

export interface Exchange {
  readonly name: string
  /** Sent as it is, or as JSON. Without a `requestId` it has a stream of its own: such problems are sent at a limited rate. */
  readonly send: string | object
  readonly permitted?: keyof typeof permittedDifferences
  /** The path of a value that must come after the answer, on both. */
  readonly value?: string
  /** How often it must come; default once. */
  readonly times?: number
}

const manyPaths = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ path: `a.b${at}` }))

/** Messages that are wrong in themselves. */
const malformed: readonly Exchange[] = [
  { name: 'not JSON', send: 'no json' },
  { name: 'an array', send: '[]' },
  { name: 'a number', send: '7' },
  { name: 'null', send: 'null' },
  { name: 'no known member', send: { colour: 'red' } },
  { name: 'a request identifier that is too long', send: { requestId: 'x'.repeat(129), subscribe: [] } },
  { name: 'a request identifier that is a number', send: { requestId: 7, unsubscribe: [] } },
]

const problems = (context: string): Record<string, object> => ({
  'no known member': { colour: 'red' },
  'a member that is not known': { context, subscribe: [{ path: 'a', colour: 'red' }] },
  'another member that is not known': { context, subscribe: [{ path: 'a' }], colour: 'red' },
  'subscribe is no array': { context, subscribe: { path: 'a' } },
  'an entry without a path': { context, subscribe: [{ period: 1_000 }] },
  'a policy that is not known': { context, subscribe: [{ path: 'a', policy: 'often' }] },
  'a format that is not known': { context, subscribe: [{ path: 'a', format: 'full' }] },
  'a negative period': { context, subscribe: [{ path: 'a', period: -1 }] },
  'a period that is too short': { context, subscribe: [{ path: 'a', period: 9 }] },
  'a period that is too long': { context, subscribe: [{ path: 'a', period: 3_600_001 }] },
  'a period that is a text': { context, subscribe: [{ path: 'a', period: '1000' }] },
  'a negative least period': { context, subscribe: [{ path: 'a', minPeriod: -1 }] },
  'sources that are not known': { context, subscribe: [{ path: 'a', sources: 'best' }] },
  'an empty path': { context, subscribe: [{ path: '' }] },
  'a path with an empty part': { context, subscribe: [{ path: 'a..b' }] },
  'a path that is too long': { context, subscribe: [{ path: 'a'.repeat(257) }] },
  'some entries that are wrong': { context, subscribe: [{ path: 'a' }, { path: '' }, { path: 'b..c' }] },
  'too many entries': { context, subscribe: manyPaths(257) },
  'an empty context': { context: '', subscribe: [{ path: 'a' }] },
  'a context that is no context': { context: 'nonsense', subscribe: [{ path: 'a' }] },
  'a context with a wrong identifier': { context: 'vessels.urn:mrn:imo:mmsi:12', subscribe: [{ path: 'a' }] },
  'a context that is a number': { context: 7, subscribe: [{ path: 'a' }] },
  'a box outside the world': { context, bbox: { south: 99 }, subscribe: [{ path: 'a' }] },
  'a wrong answer about metadata': { context, sendMeta: 'some', subscribe: [{ path: 'a' }] },
  'a position that is none': { context, log: true, from: { epoch: -1, sequence: 0 }, subscribe: [] },
  'unsubscribe is no array': { context, unsubscribe: 'a' },
  'unsubscribing with a policy': { context, unsubscribe: [{ path: 'a', policy: 'instant' }] },
  'unsubscribing an empty path': { context, unsubscribe: [{ path: '' }] },
})

/** Messages that are carried out, without a value that follows. */
const carriedOut = (context: string): Record<string, object> => ({
  'no entries': { context, subscribe: [] },
  'a path that is not there': { context, subscribe: [{ path: 'not.there' }] },
  'a boat that is not there': { context: 'vessels.urn:mrn:imo:mmsi:211999999', subscribe: [{ path: '*' }] },
  'an object that is no vessel': { context: 'atons.*', subscribe: [{ path: '*' }] },
  'as many entries as possible': { context, subscribe: manyPaths(256) },
  'unsubscribing what is not subscribed': { context, unsubscribe: [{ path: 'never.subscribed' }] },
  'unsubscribing everything': { context: '*', unsubscribe: [{ path: '*' }] },
})

/** Subscriptions that a value follows. */
const followed = (context: string, alertPath: string): Record<string, Omit<Exchange, 'name'>> => {
  const alert = (entry: object, message: object = {}): Omit<Exchange, 'name'> => ({
    send: { context, subscribe: [{ path: alertPath, ...entry }], ...message },
    value: alertPath,
  })
  const position = (entry: object): Omit<Exchange, 'name'> => ({
    send: { context, subscribe: [{ path: 'navigation.position', ...entry }] },
    value: 'navigation.position',
  })
  return {
    'an alert': alert({}),
    'an alert at once': alert({ policy: 'instant' }),
    'an alert at once, with a least period': alert({ policy: 'instant', minPeriod: 100 }),
    'an alert with the policy ideal': alert({ policy: 'ideal', minPeriod: 100 }),
    'an alert of all sources': alert({ sources: 'all' }),
    'an alert with its metadata': alert({}, { sendMeta: 'all' }),
    'an alert of every vessel': { ...alert({}, { context: 'vessels.*' }) },
    'an alert of everything': { ...alert({}, { context: '*' }) },
    'alerts by a pattern': alert({ path: 'notifications.trial.*' }),
    'a position': position({}),
    'a position twice': { ...position({ policy: 'instant' }), times: 2 },
    'a position in each period': { ...position({ policy: 'fixed', period: 200 }), times: 3 },
  }
}

/** The same messages for the streams of a boat and of the shore. */
export const exchangesOf = (context: string, alertPath: string): Exchange[] => [
  ...malformed,
  ...Object.entries({ ...problems(context), ...carriedOut(context) }).map(([name, message]) => ({
    name,
    send: { requestId: name.slice(0, 128), ...message },
  })),
  ...Object.entries(followed(context, alertPath)).map(([name, { send, ...rest }]) => ({
    name,
    ...rest,
    send: { requestId: name, ...(send as object) },
  })),
  {
    name: 'the log',
    send: { requestId: 'log', context, subscribe: [{ path: alertPath }], log: true },
    permitted: 'numbers',
  },
  {
    name: 'the log from a position of another start',
    send: { requestId: 'from', context, subscribe: [{ path: 'a' }], from: { epoch: 999, sequence: 1 } },
    permitted: 'numbers',
  },
  {
    name: 'values',
    send: { requestId: 'values', updates: [{ values: [{ path: 'environment.water.salinity', value: 1 }] }] },
    permitted: 'write',
  },
  {
    name: 'a command',
    send: { requestId: 'put', put: { path: 'electrical.switches.anchorLight.state', value: true } },
    permitted: 'write',
  },
]

/** Addresses that are refused before there is a stream. */
export const refusedAddresses: readonly string[] = [
  '/marinedata/v1/stream?subscribe=some',
  '/marinedata/v1/stream?sendMeta=some',
  '/marinedata/v1/stream?sendCachedValues=7',
  '/marinedata/v1/streams',
  '/marinedata/v9/stream',
]
