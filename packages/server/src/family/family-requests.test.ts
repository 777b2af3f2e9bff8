import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FamilyRequests } from './family-requests.ts'

const done = (requestId: string) => ({ requestId, state: 'COMPLETED', statusCode: 200 }) as const

test('a sensor that waits for its owner is not forgotten because of commands', () => {
  const requests = new FamilyRequests()
  requests.addAccess('sensor', () => ({ requestId: 'sensor', state: 'PENDING', statusCode: 202 }))
  for (let count = 0; count < 1_000; count++) requests.addCommand(`put-${count}`, done(`put-${count}`))
  assert.equal(requests.find('sensor', '127.0.0.1').state, 'PENDING')
})

test('the last 256 commands are remembered, and older ones are unknown', () => {
  const requests = new FamilyRequests()
  for (let count = 0; count < 257; count++) requests.addCommand(`put-${count}`, done(`put-${count}`))
  assert.equal(requests.find('put-1', '127.0.0.1').requestId, 'put-1')
  assert.throws(() => requests.find('put-0', '127.0.0.1'), { code: 'not-found' })
})
