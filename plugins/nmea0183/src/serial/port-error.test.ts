import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portErrorOf } from './port-error.ts'

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
