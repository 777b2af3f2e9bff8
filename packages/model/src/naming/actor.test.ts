import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actorKey, actorLabel, actorText } from './actor.ts'

const anna = { kind: 'person', id: 'a1', name: 'Anna' } as const
const tokenAnna = { kind: 'token', id: 'b2', name: 'Anna' } as const

test('the key of an actor does not depend on its name', () => {
  assert.notEqual(actorKey(anna), actorKey(tokenAnna))
  assert.notEqual(actorKey(anna), actorKey({ ...anna, id: 'a2' }))
  assert.notEqual(actorKey(anna), actorKey({ ...tokenAnna, id: anna.id }))
  assert.equal(actorKey(anna), actorKey({ kind: 'person', id: 'a1' }))
})

test('the text of a token named like a person differs from that of the person; the label does not', () => {
  assert.equal(actorText(anna), 'Anna')
  assert.equal(actorText(tokenAnna), 'device.Anna')
  assert.equal(actorText({ kind: 'device', name: 'Cockpit tablet' }), 'device.Cockpit tablet')
  assert.equal(actorLabel('device.Cockpit tablet'), 'Cockpit tablet')
  assert.equal(actorLabel('Anna'), 'Anna')
})
