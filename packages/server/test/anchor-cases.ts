import type { AnchorState, ProblemCode } from '@marinedata/model'
import { home, type AnchorStanding } from './anchor-boat.ts'
import type { Asking } from '@marinedata/testing/boats/pilot-boat'

/** One request and its expected outcome. */
export interface AnchorCase extends Asking {
  readonly title: string
  /** The request below the anchor: `POST drop`, or `GET` for the anchor itself. */
  readonly ask: string
  readonly expect: 'done' | ProblemCode
  /** The expected report of the provider afterwards. */
  readonly shows?: Partial<AnchorState>
}

/** Cases for an anchor in a certain state. */
export interface AnchorCaseGroup {
  readonly standing: AnchorStanding
  readonly cases: readonly AnchorCase[]
}

/** Every command with a valid body. */
export const commands: readonly { readonly ask: string; readonly body?: unknown }[] = [
  { ask: 'POST drop' },
  { ask: 'POST radius', body: { value: 60 } },
  { ask: 'POST reposition', body: { rodeLength: 40, anchorDepth: 6 } },
  { ask: 'POST raise' },
]

const rode = (rodeLength: unknown, anchorDepth: unknown) => ({ rodeLength, anchorDepth })

/** Bodies that every command must reject. */
const noObjects: readonly (readonly [title: string, body: string | undefined])[] = [
  ['nothing', undefined],
  ['an empty body', ''],
  ['null', 'null'],
  ['an array', '[50]'],
  ['a bare number', '50'],
  ['a text', '"50"'],
  ['an object with nothing in it', '{}'],
  ['half an object', '{"value":50'],
  ['two objects', '{"value":50}{"value":60}'],
  ['something that is not JSON', 'value=50'],
]

/** Invalid radius requests. */
const badRadii: readonly (readonly [title: string, body: string])[] = [
  ['a radius of null', '{"value":null}'],
  ['a radius in quotes', '{"value":"50"}'],
  ['a radius that is true', '{"value":true}'],
  ['a radius in an array', '{"value":[50]}'],
  ['a radius in an object', '{"value":{"value":50}}'],
  ['a radius that is not a number', '{"value":NaN}'],
  ['a radius without end', '{"value":Infinity}'],
  ['a radius too large for a number', '{"value":1e999}'],
  ['a negative radius', '{"value":-50}'],
  ['no radius at all', '{"value":0}'],
  ['a radius just too small', '{"value":4.999}'],
  ['a radius just too large', '{"value":2000.001}'],
  ['metres by name', '{"value":50,"units":"m"}'],
  ['feet', '{"value":160,"units":"ft"}'],
  ['a misspelt member', '{"radius":50}'],
  ['a member too many', '{"value":50,"rodeLength":40}'],
  ['a member from behind', '{"__proto__":{"value":50}}'],
]

const badRodes: readonly (readonly [title: string, body: string])[] = [
  ['no depth', '{"rodeLength":40}'],
  ['no rode', '{"anchorDepth":6}'],
  ['a rode of null', '{"rodeLength":null,"anchorDepth":6}'],
  ['a depth of null', '{"rodeLength":40,"anchorDepth":null}'],
  ['a rode in quotes', '{"rodeLength":"40","anchorDepth":6}'],
  ['a depth in quotes', '{"rodeLength":40,"anchorDepth":"6"}'],
  ['a rode of nothing', '{"rodeLength":0,"anchorDepth":6}'],
  ['a negative rode', '{"rodeLength":-40,"anchorDepth":6}'],
  ['a negative depth', '{"rodeLength":40,"anchorDepth":-0.1}'],
  ['a rode that is not a number', '{"rodeLength":NaN,"anchorDepth":6}'],
  ['a rode too large for a number', '{"rodeLength":1e999,"anchorDepth":6}'],
  ['a depth too large for a number', '{"rodeLength":40,"anchorDepth":-1e999}'],
  ['units', '{"rodeLength":40,"anchorDepth":6,"units":"m"}'],
  ['a misspelt member', '{"rode":40,"anchorDepth":6}'],
  ['a rode in an array', '{"rodeLength":[40],"anchorDepth":6}'],
]

const badPlaces: readonly (readonly [title: string, body: string])[] = [
  ['no longitude', '{"latitude":54.4}'],
  ['no latitude', '{"longitude":10.1}'],
  ['a latitude of null', '{"latitude":null,"longitude":10.1}'],
  ['a latitude in quotes', '{"latitude":"54.4","longitude":10.1}'],
  ['a latitude beyond the pole', '{"latitude":90.001,"longitude":10.1}'],
  ['a longitude once more around', '{"latitude":54.4,"longitude":370.1}'],
  ['a longitude that is not a number', '{"latitude":54.4,"longitude":NaN}'],
  ['a longitude too large for a number', '{"latitude":54.4,"longitude":1e999}'],
  ['an altitude', '{"latitude":54.4,"longitude":10.1,"altitude":-6}'],
  ['a place in an object', '{"position":{"latitude":54.4,"longitude":10.1}}'],
  ['a misspelt member', '{"lat":54.4,"lon":10.1}'],
]

const metresPerDegree = 111_195

/** A position this many metres north of the boat. */
const placeAhead = (metres: number) => ({ ...home, latitude: home.latitude + metres / metresPerDegree })

/** Positions at which the anchor of this boat cannot be. */
const farPlaces: readonly (readonly [title: string, body: string])[] = [
  ['a place just too far', JSON.stringify(placeAhead(301))],
  ['the other end of the world', JSON.stringify({ latitude: -54.4, longitude: -170 })],
  ['where two lines cross', '{"latitude":0,"longitude":0}'],
]

/** Invalid rode lengths. */
const shortRodes: readonly (readonly [title: string, body: string])[] = [
  ['a rode that does not reach', '{"rodeLength":7.1,"anchorDepth":6}'],
  ['more depth than rode', '{"rodeLength":40,"anchorDepth":41}'],
]

const refused =
  (ask: string, expect: ProblemCode) =>
  ([title, body]: readonly [string, string | undefined]): AnchorCase => ({
    title: `${ask} with ${title}`,
    ask,
    body,
    expect,
  })

const contentTypes: readonly AnchorCase[] = [
  'POST radius',
  'POST reposition',
  'POST veer',
  'POST set-at',
].flatMap((ask) =>
  ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'].map((type): AnchorCase => ({
    title: `${ask} as ${type}`,
    ask,
    body: '{"value":50}',
    headers: { 'content-type': type },
    expect: 'unsupported-media-type',
  })),
)

const wrongMethods: readonly AnchorCase[] = [
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  ...['drop', 'radius', 'reposition', 'veer', 'set-at', 'raise'].flatMap((path) =>
    ['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => `${method} ${path}`),
  ),
].map((ask) => ({ title: ask, ask, expect: 'method-not-allowed' }))

const raised: AnchorCaseGroup = {
  standing: 'raised',
  cases: [
    { title: 'drop', ask: 'POST drop', expect: 'done', shows: { state: 'setting', rodeLength: null } },
    { title: 'drop with nothing in the body', ask: 'POST drop', body: '{}', expect: 'done' },
    { title: 'drop with a body', ask: 'POST drop', body: { value: 50 }, expect: 'invalid-body' },
    { title: 'drop with half a body', ask: 'POST drop', body: '{"value"', expect: 'invalid-body' },
    { title: 'radius', ask: 'POST radius', body: { value: 50 }, expect: 'anchor-not-down' },
    {
      title: 'reposition, when nobody pressed drop',
      ask: 'POST reposition',
      body: rode(40, 6),
      expect: 'done',
      shows: { state: 'watching', rodeLength: 40 },
    },
    {
      title: 'a place, when nobody pressed drop',
      ask: 'POST set-at',
      body: placeAhead(30),
      expect: 'done',
      shows: { state: 'watching', position: placeAhead(30), rodeLength: null },
    },
    ...farPlaces.map(refused('POST set-at', 'invalid-value')),
    { title: 'more rode', ask: 'POST veer', body: rode(40, 6), expect: 'anchor-not-down' },
    { title: 'raise', ask: 'POST raise', expect: 'done', shows: { state: 'raised', position: null } },
    { title: 'raise with a body', ask: 'POST raise', body: { value: 1 }, expect: 'done' },
    { title: 'raise with rubbish', ask: 'POST raise', body: '}{', expect: 'done' },
    {
      title: 'raise with a body of another kind',
      ask: 'POST raise',
      body: 'now',
      headers: { 'content-type': 'text/plain' },
      expect: 'done',
    },
    { title: 'something else', ask: 'POST weigh', expect: 'not-found' },
    { title: 'something below', ask: 'POST drop/now', expect: 'not-found' },
    ...wrongMethods,
  ],
}

const setting: AnchorCaseGroup = {
  standing: 'setting',
  cases: [
    { title: 'drop again', ask: 'POST drop', expect: 'done', shows: { state: 'setting' } },
    {
      title: 'a radius',
      ask: 'POST radius',
      body: { value: 42.5 },
      expect: 'done',
      shows: { state: 'watching', maxRadius: 42.5 },
    },
    {
      title: 'the rode that is out',
      ask: 'POST veer',
      body: rode(40, 6),
      expect: 'done',
      shows: { state: 'watching', rodeLength: 40 },
    },
    {
      title: 'another place',
      ask: 'POST set-at',
      body: placeAhead(20),
      expect: 'done',
      shows: { state: 'watching', position: placeAhead(20) },
    },
    { title: 'raise', ask: 'POST raise', expect: 'done', shows: { state: 'raised', maxRadius: null } },
  ],
}

const watching: AnchorCaseGroup = {
  standing: 'watching',
  cases: [
    ...noObjects.map(refused('POST radius', 'invalid-body')),
    ...badRadii.map(refused('POST radius', 'invalid-body')),
    ...noObjects.map(refused('POST reposition', 'invalid-body')),
    ...badRodes.map(refused('POST reposition', 'invalid-body')),
    ...noObjects.map(refused('POST veer', 'invalid-body')),
    ...badRodes.map(refused('POST veer', 'invalid-body')),
    ...noObjects.map(refused('POST set-at', 'invalid-body')),
    ...badPlaces.map(refused('POST set-at', 'invalid-body')),
    ...farPlaces.map(refused('POST set-at', 'invalid-value')),
    ...contentTypes,
    {
      title: 'a place, in a circle that was set by hand',
      ask: 'POST set-at',
      body: placeAhead(299),
      expect: 'done',
      shows: { state: 'watching', position: placeAhead(299), maxRadius: 50 },
    },
    ...['POST reposition', 'POST veer'].flatMap((ask) => shortRodes.map(refused(ask, 'invalid-value'))),
    {
      title: 'more rode, in a circle that was set by hand',
      ask: 'POST veer',
      body: rode(60, 6),
      expect: 'done',
      shows: { state: 'watching', rodeLength: 60, maxRadius: 50 },
    },
    ...[5, 42.5, 2000].map((value): AnchorCase => ({
      title: `a radius of ${value}`,
      ask: 'POST radius',
      body: { value },
      expect: 'done',
      shows: { state: 'watching', maxRadius: value },
    })),
    {
      title: 'a radius in powers of ten',
      ask: 'POST radius',
      body: '{"value":5e1}',
      expect: 'done',
      shows: { maxRadius: 50 },
    },
    ...[
      [40, 6],
      [40, 0],
      [0.5 + 7.2, 6.5],
    ].map(([rodeLength, anchorDepth]): AnchorCase => ({
      title: `a rode of ${rodeLength} at ${anchorDepth}`,
      ask: 'POST reposition',
      body: rode(rodeLength, anchorDepth),
      expect: 'done',
      shows: { state: 'watching', rodeLength: rodeLength ?? null },
    })),
    { title: 'drop again', ask: 'POST drop', expect: 'done', shows: { state: 'setting' } },
    { title: 'raise', ask: 'POST raise', expect: 'done', shows: { state: 'raised' } },
  ],
}

export const soundGroups: readonly AnchorCaseGroup[] = [raised, setting, watching]
