import { settingUnits, Type, type TSchema } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manifestFaults } from './program.ts'
import { settingFaults } from './setting-faults.ts'

const faultsOf = (
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): string[] =>
  manifestFaults({
    name: 'tank-watch',
    version: '1.0.0',
    description: 'Watches the tanks',
    settings: { type: 'object', properties, required },
  }).map(({ path, message }) => `${path.replace('/settings/properties/', '')}: ${message}`)

const link = { enum: ['serial', 'tcp'], default: 'serial' }

test('units and conditions on earlier settings are accepted', () => {
  for (const unit of settingUnits) assert.deepEqual(faultsOf({ a: { type: 'number', unit } }), [])
  assert.deepEqual(
    faultsOf({
      link,
      isFast: { type: 'boolean' },
      host: { type: 'string', shownIf: { link: 'tcp' } },
      port: { type: 'integer', shownIf: { link: 'tcp', isFast: true } },
    }),
    [],
  )
})

test('a schema of TypeBox keeps unit and condition', () => {
  const { properties } = Type.Object({
    link: Type.Boolean({ default: false }),
    radius: Type.Number({ default: 50, unit: 'm', shownIf: { link: true } }),
  })
  assert.deepEqual(faultsOf(properties, ['link', 'radius']), [])
})

test('an unknown unit, and a unit of anything but a number, is refused with the reason', () => {
  assert.match(
    faultsOf({ a: { type: 'number', unit: 'ft' } })[0] ?? '',
    /^a: the unit "ft" is unknown\. Use one of m, /,
  )
  assert.deepEqual(faultsOf({ a: { type: 'integer', unit: 'm' } }), ['a: a unit needs the type "number"'])
  assert.equal(faultsOf({ a: { type: 'number', unit: 5 } }).length, 1)
})

test('a condition on a missing, later or own setting, or a value it never has, is refused', () => {
  const host = (shownIf: unknown): string[] => faultsOf({ link, host: { type: 'string', shownIf }, last: {} })
  assert.deepEqual(host({ links: 'tcp' }), [
    'host: shownIf names "links", which is no setting before this one',
  ])
  assert.deepEqual(host({ last: 1 }), ['host: shownIf names "last", which is no setting before this one'])
  assert.deepEqual(host({ host: 'a' }), ['host: shownIf names "host", which is no setting before this one'])
  assert.deepEqual(host({ link: 'udp' }), ['host: shownIf: "link" is never "udp"'])
  for (const wrong of ['tcp', {}, [], null, true])
    assert.deepEqual(host(wrong), ['host: shownIf has the form { "setting": value }'])
})

test('a setting that may be hidden cannot be required without a default', () => {
  const host = { type: 'string', shownIf: { link: 'tcp' } }
  assert.deepEqual(faultsOf({ link, host }, ['host']), [
    'host: a setting with shownIf is optional, or has a default',
  ])
  assert.deepEqual(faultsOf({ link, host: { ...host, default: 'a' } }, ['host']), [])
})

test('a secret inside another setting is refused: the server would show it', () => {
  const password = { type: 'string', secret: true }
  const wanted = (name: string): string =>
    `gateways: "${name}" is for a whole setting, not for a part of one. Make it a setting of its own`
  const gateways = (item: object): string[] =>
    faultsOf({ gateways: { type: 'array', items: { anyOf: [{ type: 'object', properties: item }] } } })
  assert.deepEqual(gateways({ password }), [wanted('secret')])
  assert.deepEqual(gateways({ file: { type: 'string', grants: 'read' } }), [wanted('grants')])
  assert.deepEqual(gateways({ secret: { type: 'boolean', default: true } }), [])
  assert.deepEqual(faultsOf({ password, secret: { type: 'string' } }), [])
})

test('a setting that is nested very deeply is judged, too', () => {
  let nested: object = { secret: true }
  for (let depth = 0; depth < 20_000; depth++) nested = { items: nested }
  // A schema from a plugin can be anything.
  const schema = { type: 'object', properties: { deep: nested } } as TSchema
  assert.equal(settingFaults(schema).length, 1)
})
