import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitsOf, type Units } from '#units/quantities.ts'
import { fieldsOf as fieldsIn, type SettingField } from './setting-fields.ts'
import {
  hasValue,
  settingsOf as parse,
  shownFields,
  typedIn,
  typedOf,
  withRow,
  type Row,
  type Typed,
} from './settings-form.ts'

const metric = unitsOf('nautical-metric')
const imperial = unitsOf('nautical-imperial')
const fieldsOf = (from: unknown, units: Units = metric): SettingField[] => fieldsIn(from, units)
const settingsOf = (
  fields: readonly SettingField[],
  typed: Typed,
  saved = {},
): Readonly<Record<string, unknown>> => parse(fields, typed, saved)

const manifest = {
  settings: {
    type: 'object',
    properties: {
      speed: { type: 'number', title: 'Speed', description: 'times real time', default: 1 },
      loops: { type: 'boolean' },
      file: { type: 'string' },
      scene: { enum: ['sailing', 'anchored'] },
      current: { type: 'object' },
    },
  },
}

test('the fields come from the manifest', () => {
  assert.deepEqual(
    fieldsOf(manifest).map(({ name, title, kind }) => [name, title, kind]),
    [
      ['speed', 'Speed', 'number'],
      ['loops', 'Loops', 'switch'],
      ['file', 'File', 'text'],
      ['scene', 'Scene', 'choice'],
      ['current', 'Current', 'json'],
    ],
  )
})

test('typed values become settings; an empty field is not set', () => {
  const typed = new Map([
    ['speed', '2.5'],
    ['loops', 'false'],
    ['file', ' '],
    ['scene', 'anchored'],
    ['current', '{"set":1}'],
  ])
  assert.deepEqual(settingsOf(fieldsOf(manifest), typed), {
    speed: 2.5,
    loops: false,
    scene: 'anchored',
    current: { set: 1 },
  })
})

test('settings are shown as they would be typed', () => {
  const [speed, , , , current] = fieldsOf(manifest)
  assert.equal(typedOf(speed!, 2), '2')
  assert.equal(typedOf(speed!, undefined), '')
  assert.equal(typedOf(current!, { set: 1 }), '{"set":1}')
})

test('invalid JSON is rejected', () => {
  assert.throws(() => settingsOf(fieldsOf(manifest), new Map([['current', '{']])), SyntaxError)
})

for (const nothing of [undefined, null, {}, { settings: true }, { settings: { properties: 5 } }])
  test(`a manifest ${JSON.stringify(nothing)} has no fields`, () => {
    assert.deepEqual(fieldsOf(nothing), [])
  })

const measured = {
  settings: {
    properties: {
      radius: { type: 'number', unit: 'm', default: 50 },
      speed: { type: 'number', unit: 'm/s' },
      turn: { type: 'number', unit: 'rad' },
      pause: { type: 'number', unit: 's' },
      water: { type: 'number', unit: 'K' },
    },
  },
}

test('numbers are shown in the units of the reader', () => {
  const saved = { radius: 30, speed: 1852 / 3600, turn: Math.PI / 6, pause: 5, water: 273.15 }
  const shown = (units: Units): string[] =>
    fieldsOf(measured, units).map(
      (field) => `${typedOf(field, saved[field.name as keyof typeof saved])} ${field.scale?.unit}`,
    )
  assert.deepEqual(shown(metric), ['30 m', '1 kn', '30 °', '5 s', '0 °C'])
  assert.deepEqual(shown(imperial), ['98.4252 ft', '1 kn', '30 °', '5 s', '32 °F'])
})

test('typed numbers are sent in SI, and an untouched one exactly as it was saved', () => {
  const fields = fieldsOf(measured, imperial)
  const saved = { radius: 30, turn: 0.123456789 }
  const untouched = new Map(fields.map((field) => [field.name, typedOf(field, saved[field.name as 'turn'])]))
  assert.deepEqual(settingsOf(fields, untouched, saved), saved)
  const { radius, turn, speed } = settingsOf(
    fields,
    new Map([...untouched, ['radius', '100'], ['turn', '90'], ['speed', '6']]),
    saved,
  )
  assert.ok(Math.abs(Number(radius) - 30.48) < 1e-9)
  assert.ok(Math.abs(Number(turn) - Math.PI / 2) < 1e-12)
  assert.ok(Math.abs(Number(speed) - (6 * 1852) / 3600) < 1e-9)
})

const conditional = {
  settings: {
    properties: {
      link: { enum: ['serial', 'tcp'], default: 'serial' },
      host: { type: 'string', shownIf: { link: 'tcp' } },
      secure: { type: 'boolean', shownIf: { link: 'tcp' } },
      name: { type: 'string', shownIf: { link: 'tcp', secure: true } },
      baud: { type: 'integer', shownIf: { link: 'serial' } },
    },
  },
}

const shownWith = (typed: Readonly<Record<string, string>>): string[] =>
  shownFields(fieldsOf(conditional), new Map(Object.entries(typed))).map(({ name }) => name)

test('a field is shown when the fields before it have the values of its condition', () => {
  assert.deepEqual(shownWith({}), ['link', 'baud'], 'an empty field has its default')
  assert.deepEqual(shownWith({ link: 'tcp' }), ['link', 'host', 'secure'])
  assert.deepEqual(shownWith({ link: 'tcp', secure: 'true' }), ['link', 'host', 'secure', 'name'])
  assert.deepEqual(
    shownWith({ link: 'serial', secure: 'true' }),
    ['link', 'baud'],
    'hidden with its condition',
  )
})

test('the value of a hidden field is not sent', () => {
  const typed = { link: 'serial', host: '10.0.0.1', secure: 'true', name: 'aura', baud: '4800' }
  assert.deepEqual(settingsOf(fieldsOf(conditional), new Map(Object.entries(typed))), {
    link: 'serial',
    baud: 4800,
  })
})

test('a choice of numbers keeps its type, and so does one of constants', () => {
  const fields = fieldsOf({
    settings: {
      properties: {
        speed: { enum: [4800, 38400] },
        mode: { anyOf: [{ const: 'day' }, { const: 'night' }] },
        mixed: { enum: ['1', 1] },
      },
    },
  })
  assert.deepEqual(
    fields.map(({ kind }) => kind),
    ['choice', 'choice', 'json'],
  )
  const [speed] = fields
  assert.equal(typedOf(speed!, 38_400), '38400')
  const typed = new Map([
    ['speed', '38400'],
    ['mode', 'night'],
  ])
  assert.deepEqual(settingsOf(fields, typed), { speed: 38_400, mode: 'night' })
})

test('a decimal comma is a point; what is no number is left to the server', () => {
  const fields = fieldsOf({ settings: { properties: { a: { type: 'number' }, b: { type: 'number' } } } })
  const typed = new Map([
    ['a', '2,5'],
    ['b', '2,5 kn'],
  ])
  assert.deepEqual(settingsOf(fields, typed), { a: 2.5, b: '2,5 kn' })
})

const networked = {
  settings: {
    properties: {
      ports: { type: 'array', items: { type: 'string' }, default: [] },
      gateways: {
        type: 'array',
        default: [],
        items: {
          anyOf: [
            {
              properties: {
                kind: { enum: ['ngt', 'ydwg'] },
                address: { type: 'string' },
                wait: { type: 'number', unit: 'm' },
              },
            },
            { properties: { kind: { const: 'can' }, address: { type: 'string' } } },
          ],
        },
      },
      server: {
        type: 'object',
        properties: { enabled: { type: 'boolean' }, port: { type: 'integer' } },
        default: { enabled: false },
      },
    },
  },
}

test('an object is a group, a list of objects has rows, and variants are one form', () => {
  const [ports, gateways, server] = fieldsOf(networked)
  assert.deepEqual([ports?.kind, gateways?.kind, server?.kind], ['lines', 'list', 'group'])
  assert.deepEqual(
    gateways?.inner.map(({ name, choices }) => [name, choices]),
    [
      ['kind', ['ngt', 'ydwg', 'can']],
      ['address', []],
      ['wait', []],
    ],
  )
})

test('untouched groups and lists stay unset, and saved ones stay as they are', () => {
  const fields = fieldsOf(networked, imperial)
  assert.deepEqual(settingsOf(fields, typedIn(fields, {})), {})
  const saved = {
    ports: ['/dev/a', '/dev/b'],
    gateways: [{ kind: 'ngt', address: 'tcp://a:1', wait: 0.123456789 }],
    server: { enabled: true, port: 2000 },
  }
  assert.deepEqual(settingsOf(fields, typedIn(fields, saved), saved), saved)
})

test('the default of a group is no setting, in any unit', () => {
  const anchorage = {
    type: 'object',
    properties: { radius: { type: 'number', unit: 'm' }, name: { type: 'string' } },
    // In another order than the fields.
    default: { name: 'Bay', radius: 0.123456789 },
  }
  const fields = fieldsOf({ settings: { properties: { anchorage } } }, imperial)
  const typed = typedIn(fields, {})
  assert.deepEqual(settingsOf(fields, typed), {})
  // A group has fields.
  const named = new Map([...(typed.get('anchorage') as Typed), ['name', 'Dyvig'] as const])
  assert.deepEqual(settingsOf(fields, new Map([['anchorage', named]])), {
    anchorage: { radius: 0.123456789, name: 'Dyvig' },
  })
})

test('rows are added and removed, lines are texts, and a group is set as a whole', () => {
  const fields = fieldsOf(networked)
  const [, gateways] = fields
  const saved = { gateways: [{ kind: 'ngt', address: 'tcp://a:1' }] }
  const typed = typedIn(fields, saved)
  // A list has rows.
  const rows = withRow(gateways!, typed.get('gateways') as readonly Row[])
  assert.deepEqual(
    rows.map(({ key }) => key),
    [0, 1],
  )
  const added = { ...rows[1]!, typed: new Map([...rows[1]!.typed, ['kind', 'can'], ['address', 'can0']]) }
  const server = new Map([
    ['enabled', 'true'],
    ['port', '2000'],
  ])
  const entered = new Map([
    ...typed,
    ['gateways', [added]],
    ['ports', ' /dev/a \n\n/dev/b'],
    ['server', server],
  ] as const)
  assert.deepEqual(settingsOf(fields, entered, saved), {
    ports: ['/dev/a', '/dev/b'],
    gateways: [{ kind: 'can', address: 'can0' }],
    server: { enabled: true, port: 2000 },
  })
  const none = new Map([...typed, ['gateways', []]])
  assert.deepEqual(settingsOf(fields, none, saved), { gateways: [] })
})

test('a group has a value when something is typed into one of its fields', () => {
  const fields = fieldsOf(networked)
  const isOpen = (saved: object): boolean => hasValue(typedIn(fields, { ...saved }))
  // The default of the group.
  assert.equal(hasValue(typedIn(fields.slice(0, 2), {})), false)
  assert.equal(isOpen({ server: { enabled: false } }), true)
  assert.equal(hasValue(typedIn(fields.slice(0, 2), { gateways: [{}] })), true)
})

test('what is nested deeper than three times is edited as JSON', () => {
  const nest = (depth: number): object =>
    depth === 0 ? { type: 'string' } : { type: 'object', properties: { inner: nest(depth - 1) } }
  let [field] = fieldsOf({ settings: { properties: { top: nest(5) } } })
  const kinds: string[] = []
  for (; field !== undefined; field = field.inner[0]) kinds.push(field.kind)
  assert.deepEqual(kinds, ['group', 'group', 'json'])
})
