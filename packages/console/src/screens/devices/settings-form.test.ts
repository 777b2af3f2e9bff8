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

test('a manifest tells what can be set, and how it is asked for', () => {
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

test('what was typed becomes what the plugin is set to; an empty field is not set', () => {
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

test('what is set is shown as it would be typed', () => {
  const [speed, , , , current] = fieldsOf(manifest)
  assert.equal(typedOf(speed!, 2), '2')
  assert.equal(typedOf(speed!, undefined), '')
  assert.equal(typedOf(current!, { set: 1 }), '{"set":1}')
})

test('JSON that is none is refused, not guessed at', () => {
  assert.throws(() => settingsOf(fieldsOf(manifest), new Map([['current', '{']])), SyntaxError)
})

for (const nothing of [undefined, null, {}, { settings: true }, { settings: { properties: 5 } }])
  test(`a manifest ${JSON.stringify(nothing)} offers nothing`, () => {
    assert.deepEqual(fieldsOf(nothing), [])
  })
