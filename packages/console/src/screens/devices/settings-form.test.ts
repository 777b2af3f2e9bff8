import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitsOf, type Units } from '#units/quantities.ts'
import {
  fieldsOf as fieldsIn,
  settingsOf as parse,
  shownFields,
  typedOf,
  type SettingField,
} from './settings-form.ts'

const metric = unitsOf('nautical-metric')
const imperial = unitsOf('nautical-imperial')
const fieldsOf = (from: unknown, units: Units = metric): SettingField[] => fieldsIn(from, units)
const settingsOf = (
  fields: readonly SettingField[],
  typed: ReadonlyMap<string, string>,
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
      ['loops', 'loops', 'switch'],
      ['file', 'file', 'text'],
      ['scene', 'scene', 'choice'],
      ['current', 'current', 'json'],
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
