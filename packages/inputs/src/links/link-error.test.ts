import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionErrorOf, portErrorOf } from './link-error.ts'

const machineError = (code: string): Error =>
  Object.assign(new Error(`${code}: open '/dev/ttyUSB0'`), { code })

test('tells how to get permission to read a port', () => {
  assert.deepEqual(
    portErrorOf(machineError('EACCES'), () => 'pi'),
    {
      state: 'refused',
      message: 'permission denied: run `sudo usermod -aG dialout pi`, then log in again',
    },
  )
})

for (const code of ['EIO', 'ENOENT', 'ENODEV', 'ENXIO', 'EOF'])
  test(`${code} means that the port was unplugged`, () => {
    assert.deepEqual(portErrorOf(machineError(code)), { state: 'lost', message: 'it was unplugged' })
  })

test('reports a port that another program has locked', () => {
  assert.deepEqual(portErrorOf(machineError('EBUSY')), {
    state: 'refused',
    message: 'another program has it open',
  })
})

test('passes on the system message of an unknown error', () => {
  assert.deepEqual(portErrorOf(machineError('EWEIRD')), {
    state: 'refused',
    message: "EWEIRD: open '/dev/ttyUSB0'",
  })
})

for (const [code, state, message] of [
  ['ECONNREFUSED', 'lost', 'nothing listens at this address'],
  ['EOF', 'lost', 'the other side closed the connection'],
  ['EADDRINUSE', 'refused', 'another program uses this port'],
  ['EWEIRD', 'refused', "EWEIRD: open '/dev/ttyUSB0'"],
] as const)
  test(`${code} of a connection means: ${message}`, () => {
    assert.deepEqual(connectionErrorOf(machineError(code)), { state, message })
  })
