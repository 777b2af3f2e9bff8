import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { AngleRequest, Completed, NameRequest, TurnDirection } from './autopilot.ts'

const placesOf = (text: string): string[] => {
  const body: unknown = JSON.parse(text)
  return [
    ...new Set(
      checkOf(AngleRequest)
        .faults(body)
        .map(({ path }) => path),
    ),
  ]
}

for (const text of [
  '{"value":10}',
  '{"value":-0.1,"units":"rad"}',
  '{"value":10,"units":"deg"}',
  '{"value":1e3}',
])
  test(`${text} is accepted as an angle`, () => {
    assert.deepEqual(placesOf(text), [])
  })

for (const [text, place] of [
  ['{"value":10,"unit":"deg"}', '/unit'],
  ['{"value":10,"Units":"deg"}', '/Units'],
  ['{"value":10,"units":"grad"}', '/units'],
  ['{"value":10,"units":null}', '/units'],
  ['{"value":10,"units":["deg"]}', '/units'],
  ['{"value":1e999}', '/value'],
  ['{"value":-1e999,"units":"deg"}', '/value'],
  ['{"value":"10"}', '/value'],
  ['{"value":null}', '/value'],
  ['{"value":true}', '/value'],
  ['{"value":[10]}', '/value'],
  ['{}', '/value'],
  ['{"units":"deg"}', '/value'],
  ['[]', ''],
  ['10', ''],
  ['null', ''],
] as const)
  test(`${text} is rejected as an angle`, () => {
    assert.deepEqual(placesOf(text), [place])
  })

test('a name request has only a text of 1 to 128 characters', () => {
  const check = checkOf(NameRequest)
  assert.ok(check.accepts({ value: 'wind' }))
  assert.ok(check.accepts({ value: 'x'.repeat(128) }))
  for (const body of [
    { value: '' },
    { value: 'x'.repeat(129) },
    { value: 1 },
    { value: 'wind', units: 'deg' },
    {},
  ])
    assert.equal(check.accepts(body), false)
})

test('a turn direction is port or starboard', () => {
  const check = checkOf(TurnDirection)
  assert.ok(check.accepts('port'))
  assert.ok(check.accepts('starboard'))
  for (const text of ['left', 'Port', '', null]) assert.equal(check.accepts(text), false)
})

test('the success body has one form', () => {
  assert.ok(checkOf(Completed).accepts({ state: 'COMPLETED', statusCode: 200, message: 'OK' }))
  assert.equal(checkOf(Completed).accepts({ state: 'PENDING', statusCode: 202, message: 'OK' }), false)
})
