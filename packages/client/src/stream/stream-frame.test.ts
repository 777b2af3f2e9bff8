import { MarineDataError, problemOf } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrame } from './stream-frame.ts'

const timestamp = '2026-01-01T00:00:00.000Z'

test('parses a delta', () => {
  const delta = {
    context: 'vessels.self',
    updates: [{ timestamp, values: [{ path: 'name', value: 'Elbe' }] }],
  }
  assert.deepEqual(readFrame(JSON.stringify(delta)), { kind: 'delta', delta })
})

test('parses a heartbeat', () => {
  const heartbeat = { timestamp, sequence: 7 }
  assert.deepEqual(readFrame(JSON.stringify({ heartbeat })), { kind: 'heartbeat', heartbeat })
})

test('parses a hello message', () => {
  const hello = {
    name: 'marinedata',
    version: 'V2.0.0',
    self: 'vessels.x',
    timestamp,
    roles: [],
    sequence: 0,
  }
  assert.deepEqual(readFrame(JSON.stringify(hello)), { kind: 'hello', hello })
})

test('parses a problem with its request id', () => {
  const problem = { ...problemOf(new MarineDataError('invalid-message', 'No')), requestId: 'one' }
  assert.deepEqual(readFrame(JSON.stringify(problem)), { kind: 'problem', problem })
})

test('parses the response to a message that was carried out', () => {
  const done = { requestId: '1', state: 'COMPLETED', statusCode: 200, message: 'OK' }
  assert.deepEqual(readFrame(JSON.stringify(done)), { kind: 'done', requestId: '1' })
})

for (const text of [
  '',
  '{',
  'null',
  '3',
  '[]',
  '"updates"',
  '{"state":"COMPLETED"}',
  '{"requestId":"1","state":"PENDING"}',
  '{"updates":1}',
])
  test(`"${text}" is parsed as another message`, () => {
    assert.deepEqual(readFrame(text), { kind: 'other' })
  })
