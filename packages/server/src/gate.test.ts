import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopbackGate } from './gate.ts'

test('whoever is on this machine is let in', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    assert.deepEqual(loopbackGate.authorise(address, 'admin').roles, ['owner'])
})

test('nobody else is', () => {
  for (const address of [
    '10.0.0.1',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    '128.0.0.1',
    '1127.0.0.1',
    '',
    undefined,
  ])
    assert.throws(
      () => loopbackGate.authorise(address, 'read'),
      (error) => error instanceof MarineDataError && error.code === 'forbidden',
      address,
    )
})
