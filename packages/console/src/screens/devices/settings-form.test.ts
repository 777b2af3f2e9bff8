import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, settingsOf, typedOf } from './settings-form.ts'

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
