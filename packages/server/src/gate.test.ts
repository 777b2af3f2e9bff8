import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopbackGate, type Caller } from './gate.ts'

const here: Caller = { address: '127.0.0.1', host: '127.0.0.1:3000', origin: undefined }

const isRefused = (caller: Partial<Caller>): void =>
  assert.throws(
    () => loopbackGate.authorise({ ...here, ...caller }, 'read'),
    (error) => error instanceof MarineDataError && error.code === 'forbidden',
    JSON.stringify(caller),
  )

test('whoever is on this machine is let in', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    assert.deepEqual(loopbackGate.authorise({ ...here, address }, 'admin').roles, ['owner'])
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
    isRefused({ address })
})

test('the machine answers to its own names only, so that none can be made to point to it', () => {
  for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1', '[::1]:3000'])
    assert.equal(loopbackGate.authorise({ ...here, host }, 'read').name, 'local')
  for (const host of [
    'boat.example',
    'localhost.example:3000',
    '127.0.0.1.example',
    '10.0.0.1',
    '',
    undefined,
  ])
    isRefused({ host })
})

test('a page of another site may not ask, one of the server itself may', () => {
  assert.equal(loopbackGate.authorise({ ...here, origin: 'http://127.0.0.1:3000' }, 'write').name, 'local')
  for (const origin of [
    'null',
    'http://evil.example',
    'https://127.0.0.1:3000',
    'http://127.0.0.1:3001',
    'http://localhost:3000',
  ])
    isRefused({ origin })
})
