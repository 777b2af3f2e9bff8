import assert from 'node:assert/strict'
import { test } from 'node:test'
import { troubleOf } from './port-trouble.ts'

const machineError = (code: string): Error =>
  Object.assign(new Error(`${code}: open '/dev/ttyUSB0'`), { code })

test('who may not read a port is told what to do about it', () => {
  assert.deepEqual(
    troubleOf(machineError('EACCES'), () => 'pi'),
    {
      state: 'refused',
      message: 'permission denied: run `sudo usermod -aG dialout pi`, then log in again',
    },
  )
})

for (const code of ['EIO', 'ENOENT', 'ENODEV', 'ENXIO', 'EOF'])
  test(`${code} means that it was unplugged`, () => {
    assert.deepEqual(troubleOf(machineError(code)), { state: 'lost', message: 'it was unplugged' })
  })

test('a port that another program keeps for itself is told as such', () => {
  assert.deepEqual(troubleOf(machineError('EBUSY')), {
    state: 'refused',
    message: 'another program has it open',
  })
})

test('what is not known is told in the machine’s own words', () => {
  assert.deepEqual(troubleOf(machineError('EWEIRD')), {
    state: 'refused',
    message: "EWEIRD: open '/dev/ttyUSB0'",
  })
})
