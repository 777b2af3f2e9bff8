import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSimulate } from './simulate-command.ts'

const reasonOf = (...args: readonly string[]): string => {
  const command = parseSimulate(args)
  assert.equal(command.kind, 'misused', args.join(' '))
  return command.kind === 'misused' ? command.reason : ''
}

test('simulates an autopilot, and refuses what it does not know', () => {
  assert.deepEqual(parseSimulate(['pypilot', '--port', '0', '--pace', '5', '--fault', 'mute']), {
    kind: 'simulate',
    pilot: 'pypilot',
    faults: ['mute'],
    port: 0,
    pace: 5,
  })
  assert.deepEqual(parseSimulate(['raymarine', '--gateway', 'actisense-ascii']), {
    kind: 'simulate',
    pilot: 'raymarine',
    faults: [],
    gateway: 'actisense-ascii',
  })
  assert.match(reasonOf(), /one autopilot/)
  assert.match(reasonOf('raymarine', '--gateway', 'string'), /not "string"/)
  assert.match(reasonOf('raymarine', '--nmea0183-port', '1'), /only be used with pypilot/)
  assert.match(reasonOf('pypilot', '--pace', '0'), /from 1 to 100/)
  assert.match(reasonOf('pypilot', '--fault', 'rain'), /not "rain"/)
})
