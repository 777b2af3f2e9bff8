import fc from 'fast-check'

/** An object with members of any name, including `__proto__`, as created by `JSON.parse`. */
const objectOf = (members: readonly (readonly [string, unknown])[]): object => {
  const made = {}
  for (const [name, value] of members)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
  return made
}

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}

const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  '',
  '.',
  '*',
  'é',
  '\u0000',
  '\u2028"\\',
  '\ud800',
  '🚢',
  'x'.repeat(64),
  'x'.repeat(65),
  '0',
  '-1',
  'value',
  'values',
  'meta',
  '$source',
  'timestamp',
]

const fairNames = [
  'navigation',
  'position',
  'name',
  'a',
  'b-c',
  'b',
  'latitude',
  'notifications',
  'steering',
  'autopilot',
]

export const segment: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...fairNames) },
  { weight: 2, arbitrary: fc.constantFrom(...oddNames) },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
)

const knownPaths = [
  '',
  'name',
  'mmsi',
  'communication.callsignVhf',
  'navigation.position',
  'navigation.speedOverGround',
  'navigation.position.latitude',
  'notifications.mob',
  'steering.autopilot.engaged',
  'environment.depth.belowKeel',
]

/** Valid paths, nearly valid paths and arbitrary text. */
export const path: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...knownPaths) },
  { weight: 4, arbitrary: fc.array(segment, { maxLength: 5 }).map((segments) => segments.join('.')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Array(16).fill('a').join('.'),
      Array(17).fill('a').join('.'),
      'x'.repeat(100_000),
      '.'.repeat(10_000),
      '*'.repeat(256),
      `${'*a'.repeat(32)}.b`,
      'a.**.b',
      '(a+)+$',
    ),
  },
)

const knownContexts = [
  'vessels.self',
  'vessels.urn:mrn:imo:mmsi:230000001',
  'vessels.urn:mrn:imo:mmsi:982300001',
  'vessels.urn:mrn:marinedata:uuid:705f5f1a-efaf-44aa-9cb8-a0fd6305567c',
  'vessels.https://example.com/a.b.c',
  'aton.urn:mrn:imo:mmsi:992300001',
  'aircraft.urn:mrn:imo:mmsi:111230001',
  'sar.urn:mrn:imo:mmsi:972300001',
]

/** Valid contexts, nearly valid contexts and arbitrary text. */
export const context: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...knownContexts) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom('vessels', 'aton', 'sar', 'aircraft', 'boats', '__proto__', '', '*'),
        fc.constantFrom('.', '.', '.', '', '..', '/'),
        fc.oneof(
          fc.integer({ min: 0, max: 999_999_999 }).map((mmsi) => `urn:mrn:imo:mmsi:${mmsi}`),
          fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `http:${text}`),
          fc.uuid().map((uuid) => `urn:mrn:marinedata:uuid:${uuid.toUpperCase()}`),
          fc.constantFrom(...oddNames, 'self', 'tel:+358401234', 'mailto:', '*', 'urn:*', '*'.repeat(300)),
        ),
      )
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(100_000), `vessels.http:${'x'.repeat(400)}`, '.', '') },
)

const number = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 1e-7, Infinity, -Infinity, NaN, Number.MAX_VALUE, 91, -181),
)

const monsters: readonly unknown[] = [
  nested(20, (inner) => [inner]),
  nested(20_000, (inner) => [inner]),
  nested(20_000, (inner) => ({ a: inner })),
  'x'.repeat(1_025),
  'x'.repeat(100_000),
  Array.from({ length: 257 }, () => 0),
  Array.from({ length: 20_000 }, () => 0),
  objectOf(Array.from({ length: 2_000 }, (_, index) => [`m${index}`, index])),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"isAdmin":true}}}'),
  JSON.parse('{"a":{"__proto__":{"isAdmin":true}},"value":1e999}'),
]

const plainValue: fc.Arbitrary<unknown> = fc.oneof(
  number,
  fc.constantFrom<unknown>(null, true, false, undefined),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)

/** Valid, partly valid and extreme values. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: plainValue },
  {
    weight: 2,
    arbitrary: fc.record(
      { latitude: plainValue, longitude: plainValue, altitude: number },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        state: fc.constantFrom('alarm', 'normal', 'panic'),
        method: fc.constantFrom<unknown>([], ['sound'], ['horn'], 'sound'),
        message: plainValue,
      },
      { requiredKeys: ['state'] },
    ),
  },
  { weight: 2, arbitrary: fc.array(fc.tuple(segment, plainValue), { maxLength: 4 }).map(objectOf) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(segment, fc.array(fc.tuple(segment, plainValue), { maxLength: 3 }).map(objectOf)), {
        maxLength: 3,
      })
      .map(objectOf),
  },
  { weight: 1, arbitrary: fc.constantFrom(...monsters) },
)

/** Any JSON up to a depth. */
const anything: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    plainValue,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.oneof(segment, fc.string()), tie('node')), { maxLength: 3 }).map(objectOf),
  ),
})).node

const metadata: fc.Arbitrary<unknown> = fc.oneof(
  fc.record(
    {
      units: plainValue,
      timeout: number,
      zones: fc.array(fc.record({ lower: number, state: fc.constantFrom('warn', 'x') }), { maxLength: 2 }),
      properties: value,
      enum: fc.array(value, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  fc.record({ units: fc.constantFrom('m', 'rad'), timeout: fc.constantFrom(1, 60) }),
  value,
)

const rarely = <T>(sound: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: sound }, { weight: 1, arbitrary: value })

const update: fc.Arbitrary<unknown> = fc.record(
  {
    $source: rarely(fc.constantFrom('gps', 'n2k.7', 'gps@deck', 'a', 'b', 'c', 'd', '"', '__proto__')),
    source: rarely(fc.constantFrom<unknown>({ label: 'nmea' }, { label: '' }, {})),
    timestamp: rarely(fc.constantFrom('2026-01-01T00:00:00Z', '9999-99-99T99:99:99.123456789Z', 'now"')),
    values: rarely(fc.array(rarely(fc.record({ path, value })), { maxLength: 3 })),
    meta: rarely(fc.array(rarely(fc.record({ path, value: metadata })), { maxLength: 2 })),
  },
  { requiredKeys: ['values'] },
)

/** Deltas with an invalid part, and values that are no deltas. */
export const delta: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      { context: rarely(context), updates: rarely(fc.array(rarely(update), { maxLength: 2 })) },
      { requiredKeys: ['updates'] },
    ),
  },
  { weight: 1, arbitrary: anything },
  { weight: 1, arbitrary: value },
)

const spec: fc.Arbitrary<unknown> = fc.record(
  {
    path: rarely(fc.oneof(path, fc.constantFrom('*', 'navigation.*', 'a.**', '*.position', 'n*n.p*'))),
    period: rarely(fc.constantFrom(10, 1_000, 3_600_000)),
    minPeriod: rarely(fc.constantFrom(0, 50)),
    policy: rarely(fc.constantFrom('instant', 'ideal', 'fixed')),
    sources: rarely(fc.constantFrom('all', 'preferred')),
    format: fc.constant('delta'),
  },
  { requiredKeys: ['path'] },
)

const degrees = fc.constantFrom<unknown>(-180, -90, 0, 45, 90, 180, 181, NaN, '0')

/** Subscribe messages with an invalid part, and values that are no subscribe messages. */
export const subscribeMessage: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        context: rarely(context),
        bbox: fc.record({ south: degrees, west: degrees, north: degrees, east: degrees }),
        subscribe: fc.array(fc.oneof({ weight: 20, arbitrary: spec }, { weight: 1, arbitrary: value }), {
          maxLength: 3,
        }),
        sendCachedValues: fc.boolean(),
        sendMeta: fc.constantFrom('all', 'none'),
        requestId: fc.constantFrom('1', '__proto__'),
      },
      { requiredKeys: ['subscribe'] },
    ),
  },
  { weight: 1, arbitrary: anything },
)
