import type { Random } from './random.ts'

/** A manifest, and what is sent to a plugin that has it. */
export interface HostileManifest {
  readonly kind: string
  /** The text of the manifest file. */
  readonly text: string
  readonly settings: object
}

type Part = Readonly<Record<string, unknown>>
type Maker = (random: Random) => { readonly claims: Part; readonly settings?: object }

const object = (properties: object, more: object = {}): Part => ({
  settings: { type: 'object', properties, ...more },
})

const slowPatterns = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^(.*a){12}$',
  '(a*)*b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
]
const specialNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '__defineGetter__',
]
/** Conceals, reverses or ends what a terminal or a screen shows. */
const controls = [
  '\u001b[8m',
  '\u202e',
  '\u0007',
  '\r',
  '\u0000',
  '\u009b2J',
  '\u2066',
  '<script>',
  '`$(id)`',
]

const slowText = (random: Random): string => `${'a'.repeat(random.between(30, 2_000))}!`
const nested = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { anyOf: [nested(levels - 1)] }

const doubled = (levels: number): object => ({
  ...Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` }
      return [`l${level}`, { anyOf: [next, next] }] as const
    }),
  ),
  [`l${levels}`]: { type: 'number' },
})

const makers: Readonly<Record<string, Maker>> = {
  'pattern in a default': (random) => ({
    claims: object({ a: { type: 'string', pattern: random.pick(slowPatterns), default: slowText(random) } }),
  }),
  'pattern in settings': (random) => ({
    claims: object({ a: { type: 'string', pattern: random.pick(slowPatterns) } }),
    settings: { a: slowText(random) },
  }),
  'pattern of names': (random) => ({
    claims: object({ a: { patternProperties: { [random.pick(slowPatterns)]: {} } } }),
    settings: { a: { [slowText(random)]: 1 } },
  }),
  'large repetitions': (random) => ({
    claims: object({
      a: { type: 'string', pattern: `((a{1,${random.between(100, 1_000)}}){1,900}){1,900}b` },
    }),
    settings: { a: 'a'.repeat(1_000) },
  }),
  'choices that double': (random) => ({
    claims: object({ a: { $ref: '#/$defs/l0' } }, { $defs: doubled(random.between(25, 60)) }),
    settings: { a: 'x' },
  }),
  'a schema that refers to itself': () => ({
    claims: { settings: { $id: 'S', allOf: [{ $ref: '#' }], $ref: '#' } },
  }),
  'deep nesting': (random) => ({
    claims: object({ a: nested(random.between(40, 1_000)) }),
    settings: { a: 1 },
  }),
  'huge enum': (random) => ({
    claims: object({
      a: { enum: Array.from({ length: random.between(1_000, 30_000) }, (_, at) => `v${at}`) },
    }),
    settings: { a: 'none' },
  }),
  'many settings': (random) => ({
    claims: object(
      Object.fromEntries(
        Array.from({ length: random.between(100, 3_000) }, (_, at) => [
          `s${at}`,
          { type: 'number', default: 'x' },
        ]),
      ),
    ),
  }),
  'names of prototypes': (random) => ({
    claims: {
      ...object(Object.fromEntries(specialNames.map((name) => [name, { type: 'number', default: 1 }])), {
        required: [random.pick(specialNames)],
      }),
      actions: { constructor: { description: 'x' } },
    },
    settings: JSON.parse(`{"__proto__": {"polluted": true}, "constructor": "x"}`) as object,
  }),
  'control characters': (random) => {
    const text = `${random.pick(controls)}harmless${random.pick(controls)}`
    return {
      claims: { description: text, ...object({ [text]: { type: 'string', title: text, default: text } }) },
    }
  },
  'patterns of paths': (random) => ({
    claims: {
      reads: {
        paths: Array.from({ length: random.between(10, 256) }, () => `${'*a'.repeat(20)}.${'*'.repeat(9)}`),
      },
      notifications: ['notifications.*.*.*.**'],
    },
  }),
  'values of the wrong type': (random) => ({
    claims: {
      [random.pick(['writes', 'reads', 'needs', 'run', 'memory', 'actions', 'settings'])]: random.pick([
        null,
        7,
        'x',
        [[]],
        {},
      ]),
    },
  }),
  'equal items': (random) => ({
    claims: object({
      a: {
        type: 'array',
        uniqueItems: true,
        default: Array.from({ length: random.between(500, 5_000) }, (_, at) => ({ at })),
      },
    }),
  }),
}

const describedAs = { name: 'hostile', version: '1.0.0', description: 'generated' }

/** Manifests of all kinds in turn. */
export const hostileManifests = function* (random: Random, count: number): Generator<HostileManifest> {
  const kinds = Object.entries(makers)
  for (let index = 0; index < count; index++) {
    // The index is within the list.
    const [kind, maker] = kinds[index % kinds.length] as (typeof kinds)[number]
    const { claims, settings = {} } = maker(random)
    yield { kind, text: JSON.stringify({ ...describedAs, ...claims }), settings }
  }
}
